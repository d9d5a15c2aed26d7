//! Gathers and scatters the bits of a word by a mask: with one instruction if the program is
//! compiled for processors with BMI2, otherwise bit by bit.

/// Gathers the bits of `set` at the positions of `within` into the lowest bits.
#[inline(always)]
pub fn pext(set: u64, within: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_extract_u64(set, within);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pext_one_by_one(set, within)
}

/// Scatters the lowest bits of `set` to the positions of `within`.
#[inline(always)]
pub fn pdep(set: u64, within: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_deposit_u64(set, within);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pdep_one_by_one(set, within)
}

/// Gathers the bits of a 32-bit word like [`pext`].
#[inline(always)]
pub fn pext_small(set: u32, within: u32) -> u32 {
    pext(set as u64, within as u64) as u32
}

/// Scatters the bits of a 32-bit word like [`pdep`].
#[inline(always)]
pub fn pdep_small(set: u32, within: u32) -> u32 {
    pdep(set as u64, within as u64) as u32
}

/// Gathers the bits of a 128-bit word like [`pext`].
#[inline(always)]
pub fn pext_wide(set: u128, within: u128) -> u128 {
    let (low, high) = (pext(set as u64, within as u64), pext((set >> 64) as u64, (within >> 64) as u64));
    low as u128 | (high as u128) << (within as u64).count_ones()
}

/// Scatters the bits of a 128-bit word like [`pdep`].
#[inline(always)]
pub fn pdep_wide(set: u128, within: u128) -> u128 {
    let low = pdep(set as u64, within as u64);
    let high = pdep((set >> (within as u64).count_ones()) as u64, (within >> 64) as u64);
    low as u128 | (high as u128) << 64
}

/// Gathers bits like [`pext`], without the BMI2 instruction.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn pext_one_by_one(set: u64, mut within: u64) -> u64 {
    let (mut out, mut place) = (0, 0);
    while within != 0 {
        out |= (set >> within.trailing_zeros() & 1) << place;
        within &= within - 1;
        place += 1;
    }
    out
}

/// Scatters bits like [`pdep`], without the BMI2 instruction.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn pdep_one_by_one(mut set: u64, mut within: u64) -> u64 {
    let mut out = 0;
    while within != 0 {
        out |= (set & 1) << within.trailing_zeros();
        within &= within - 1;
        set >>= 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_instruction_does_what_many_do(set: u64, within: u64, sparse: u64) {
            for within in [within, within & sparse, within | sparse, 0, u64::MAX] {
                prop_assert_eq!(pext(set, within), pext_one_by_one(set, within));
                prop_assert_eq!(pdep(set, within), pdep_one_by_one(set, within));
            }
        }

        #[test]
        fn wide_sets_keep_what_is_packed(set: u128, within: u128) {
            for within in [within, within >> 64, within << 64, 0, u128::MAX] {
                prop_assert_eq!(pdep_wide(pext_wide(set, within), within), set & within);
                prop_assert_eq!(pext_wide(set, within) >> 1 >> (within.count_ones().max(1) - 1), 0);
            }
        }
    }
}
