//! Costs of code words, computed in integers so that every machine chooses the same code words.

/// Number of fraction bits of a cost. A cost is a number of bits, counted in units of 1/256 bit.
pub const COST_BITS: u32 = 8;

/// Returns the binary logarithm of a number of at least 1, in units of 1/256 and rounded down.
///
/// # Panics
/// Panics when the number is 0.
pub fn log2(number: u64) -> u32 {
    let whole = number.ilog2();
    // The mantissa in [1, 2) as a multiple of 2^-32, squared once for each bit of the result.
    let mut mantissa = ((number as u128) << 32 >> whole) as u64;
    let mut log = whole;
    for _ in 0..COST_BITS {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        let carry = (mantissa >> 33) as u32;
        mantissa >>= carry;
        log = log << 1 | carry;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for number in (1..5000u64).chain([u64::MAX / 3, u64::MAX, 1 << 40, (1 << 40) - 1]) {
            let expected = (number as f64).log2() * f64::from(1 << COST_BITS);
            assert!((f64::from(log2(number)) - expected).abs() <= 1.0, "{number}");
        }
    }
}
