//! Compiles the code of probes twice: for every x86-64 processor, and for x86-64-v3 processors
//! (since 2013), which count, find and shift bits in one instruction each.
//!
//! Programs built for x86-64-v3, as those of this workspace are by `.cargo/config.toml`, contain
//! only the second version. Other programs choose a version when they first open tables.
//! `scripts/bench processor` measures both.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicBool, Ordering};

/// True when the whole program is compiled for processors with all features that [`with_v3`] needs.
#[cfg(target_arch = "x86_64")]
const IS_BUILT_FOR_V3: bool = cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt"
));

/// True when the processor has all features that [`with_v3`] needs. Only [`detect_processor`] sets
/// the flag.
#[cfg(target_arch = "x86_64")]
static HAS_V3: AtomicBool = AtomicBool::new(false);

/// Detects the features of the processor. Until this is called, probes run as generic code.
pub(crate) fn detect_processor() {
    #[cfg(target_arch = "x86_64")]
    HAS_V3.store(
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"),
        Ordering::Relaxed,
    );
}

/// Evaluates an expression with code for the features of this processor. Functions that the
/// expression calls have such code only if they are inlined. The macro writes a closure around the
/// expression, because only a closure in this place can have the attribute that inlines it.
macro_rules! for_this_processor {
    ($work:expr) => {
        $crate::os::processor::run_for_this_processor(
            #[inline(always)]
            || $work,
        )
    };
}
pub(crate) use for_this_processor;

/// Runs a closure in the version of the code for this processor. [`for_this_processor`] calls it.
#[inline(always)]
#[allow(unsafe_code, reason = "the one place where a function for newer processors is called")]
pub(crate) fn run_for_this_processor<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if !IS_BUILT_FOR_V3 && HAS_V3.load(Ordering::Relaxed) {
        // SAFETY: `detect_processor` has found all these features in this processor.
        return unsafe { with_v3(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_v3<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_its_result_returned() {
        let mut times = 0;
        for way in [|| (), detect_processor] {
            way();
            let ones = for_this_processor!({
                times += 1;
                std::hint::black_box(u64::MAX).count_ones()
            });
            assert_eq!(ones, 64);
        }
        assert_eq!(times, 2);
    }
}
