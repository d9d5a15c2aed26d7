//! Indices of sets of squares among all sets of the same size.

const ELEMENTS_MAX: usize = 8;

/// Binomial coefficients: `CHOOSE[k][n]` is the number of ways to choose `k` of `n` elements.
const CHOOSE: [[u64; 65]; ELEMENTS_MAX + 1] = {
    let mut table = [[0; 65]; ELEMENTS_MAX + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= ELEMENTS_MAX && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the binomial coefficient: the number of ways to choose `k` of `n` elements.
///
/// # Panics
/// Panics when `k` is above 8 or `n` above 64.
#[inline(always)]
pub const fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[k][n]
}

/// Returns the rank of a set of squares: its index in colexicographic order among all sets of the
/// same size. The rank of the squares f1 < f2 < … is C(f1, 1) + C(f2, 2) + ….
///
/// # Panics
/// Panics when there are more than 8 squares.
#[inline(always)]
pub fn rank(mut squares: u64) -> u64 {
    let (mut rank, mut k) = (0, 1);
    while squares != 0 {
        rank += choose(squares.trailing_zeros() as usize, k);
        squares &= squares - 1;
        k += 1;
    }
    rank
}

/// Returns the set of `k` squares whose [`rank`] is `rank`.
///
/// # Panics
/// Panics when there is no such set among 64 squares, or `k` is above 8.
#[inline]
pub fn combination(mut rank: u64, k: usize) -> u64 {
    if k == 1 {
        assert!(rank < 64, "a rank of squares of a board");
        return 1 << rank;
    }
    let (mut squares, mut n) = (0, 64);
    for k in (1..=k).rev() {
        n = (0..n).rev().find(|&n| choose(n, k) <= rank).expect("a rank of squares of a board");
        rank -= choose(n, k);
        squares |= 1 << n;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_without_gaps() {
        for (k, n) in [(1, 64), (2, 64), (3, 20), (4, 12)] {
            for expected in 0..choose(n, k) {
                let squares = combination(expected, k);
                assert_eq!((squares.count_ones() as usize, rank(squares)), (k, expected));
                assert!(squares >> (n - 1) <= 1);
            }
        }
    }
}
