//! Subsets of squares and their colexicographic ranks: the combinatorial number system.

use peatee_rules::Bitboard;

pub const MAX_K: usize = 8;
pub const MAX_N: usize = 129;

/// Binomial coefficients, as `BINOMIAL[n][k]`.
pub static BINOMIAL: [[u64; MAX_K]; MAX_N] = {
    let mut table = [[0u64; MAX_K]; MAX_N];
    let mut n = 0;
    while n < MAX_N {
        table[n][0] = 1;
        let mut k = 1;
        while k < MAX_K && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the number of ways to choose `k` of `n` things: the binomial coefficient.
///
/// # Panics
/// Panics when `k` is above 7 or `n` above 128.
#[inline(always)]
pub fn binomial(n: usize, k: usize) -> u64 {
    BINOMIAL[n][k]
}

/// Returns the rank of `set` in colexicographic order among all subsets of `free` that have as many
/// squares.
#[inline(always)]
pub fn rank_subset<W: Bitboard>(set: W, free: W) -> u64 {
    let mut rank = 0;
    for (k, square) in (1..).zip(set.squares()) {
        rank += BINOMIAL[(free & W::below(square)).count() as usize][k];
    }
    rank
}

/// Returns the subset of `free` with `count` squares and this rank in colexicographic order.
#[inline(always)]
pub fn unrank_subset<W: Bitboard>(mut rank: u64, count: u8, free: W) -> W {
    let (mut limit, mut count) = (free.count() as usize, count as usize);
    let mut chosen = W::EMPTY;
    while count > 1 {
        if let Some(&few) = FEW.get(count).and_then(|few| few.get(rank as usize)) {
            return (chosen | W::narrow(few as u128)).pdep(free);
        }
        // Finds the largest square index whose binomial coefficient does not exceed the rank.
        let (mut low, mut high) = (count - 1, limit);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if BINOMIAL[middle][count] <= rank { low = middle } else { high = middle }
        }
        rank -= BINOMIAL[low][count];
        chosen |= W::bit(low as u8);
        (limit, count) = (low, count - 1);
    }
    if count == 1 {
        chosen |= W::bit(rank as u8);
    }
    chosen.pdep(free)
}

/// Subsets of two and three of the first 50 squares, indexed by their number of squares and by
/// colexicographic rank. The subsets of a smaller board come first, so smaller boards can use the
/// same lists.
static FEW: [&[u64]; 4] = [&[], &[], &few::<{ choose(FEW_OF, 2) }>(2), &few::<{ choose(FEW_OF, 3) }>(3)];
const FEW_OF: usize = 50;

const fn choose(n: usize, k: usize) -> usize {
    BINOMIAL[n][k] as usize
}

/// Returns the first `N` sets of `count` squares in colexicographic order.
const fn few<const N: usize>(count: u32) -> [u64; N] {
    let mut sets = [0; N];
    let mut set = (1u64 << count) - 1;
    let mut rank = 0;
    while rank < N {
        sets[rank] = set;
        // Gosper's hack: the next larger number with the same number of one bits.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | (((set ^ carried) / lowest) >> 2);
        rank += 1;
    }
    sets
}
