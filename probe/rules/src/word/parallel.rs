//! Bits gathered and scattered by a mask: one instruction each where the processor is known to have it.

/// The bits of `set` at the places of `within`, side by side.
#[inline(always)]
pub fn packed(set: u64, within: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_extract_u64(set, within);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    packed_one_by_one(set, within)
}

/// The lowest bits of `set`, at the places of `within`.
#[inline(always)]
pub fn spread(set: u64, within: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_deposit_u64(set, within);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    spread_one_by_one(set, within)
}

/// See [`packed`].
#[inline(always)]
pub fn packed_small(set: u32, within: u32) -> u32 {
    packed(set as u64, within as u64) as u32
}

/// See [`spread`].
#[inline(always)]
pub fn spread_small(set: u32, within: u32) -> u32 {
    spread(set as u64, within as u64) as u32
}

/// See [`packed`].
#[inline(always)]
pub fn packed_wide(set: u128, within: u128) -> u128 {
    let (low, high) = (packed(set as u64, within as u64), packed((set >> 64) as u64, (within >> 64) as u64));
    low as u128 | (high as u128) << (within as u64).count_ones()
}

/// See [`spread`].
#[inline(always)]
pub fn spread_wide(set: u128, within: u128) -> u128 {
    let low = spread(set as u64, within as u64);
    let high = spread((set >> (within as u64).count_ones()) as u64, (within >> 64) as u64);
    low as u128 | (high as u128) << 64
}

/// The plain way.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn packed_one_by_one(set: u64, mut within: u64) -> u64 {
    let (mut out, mut place) = (0, 0);
    while within != 0 {
        out |= (set >> within.trailing_zeros() & 1) << place;
        within &= within - 1;
        place += 1;
    }
    out
}

/// The plain way.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn spread_one_by_one(mut set: u64, mut within: u64) -> u64 {
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
                prop_assert_eq!(packed(set, within), packed_one_by_one(set, within));
                prop_assert_eq!(spread(set, within), spread_one_by_one(set, within));
            }
        }

        #[test]
        fn wide_sets_keep_what_is_packed(set: u128, within: u128) {
            for within in [within, within >> 64, within << 64, 0, u128::MAX] {
                prop_assert_eq!(spread_wide(packed_wide(set, within), within), set & within);
                prop_assert_eq!(packed_wide(set, within) >> 1 >> (within.count_ones().max(1) - 1), 0);
            }
        }
    }
}
