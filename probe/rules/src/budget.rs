//! Limits on the work for one request and on the size of its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Amount of work after which a thread yields its processor to other threads: less than a
/// millisecond of work. Each step, each byte of an answer and each call of `Budget::check` counts
/// as 1. Without the yield, another thread that wakes could wait some milliseconds for a processor.
const WORK_UNTIL_YIELD: u64 = 1 << 11;

/// Limits for one request: the remaining steps of work and the remaining bytes of the answer. Long
/// work takes its steps from the budget and ends when the budget is exhausted. The caller may also
/// stop the work earlier. During long work, the thread regularly yields its processor to other
/// threads.
///
/// A step is one landing in a search for captures and takes about a tenth of a microsecond.
#[derive(Debug)]
pub struct Budget {
    steps: Allowance,
    bytes: Allowance,
    is_stopped: AtomicBool,
    /// Amount of work (steps, bytes and checks) since a thread last yielded its processor. The
    /// amount may be too low when threads share the budget.
    work_since_yield: AtomicU64,
    /// The larger budget of which this budget is a share; `None` if it is not a share. See
    /// [`Budget::part`].
    whole: Option<Arc<Budget>>,
}

/// Reason why work ends before its answer is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BudgetEnd {
    /// The caller stopped the work, since nobody waits for the answer any more.
    #[error("stopped before the answer was complete, as the caller asked")]
    Stopped,
    /// The work takes too many steps.
    #[error("the question takes more than {max} steps of work, the most that is allowed")]
    Steps {
        /// Maximum number of steps.
        max: u64,
    },
    /// The answer is too long.
    #[error("the answer is longer than {max} bytes, the most that is allowed")]
    Bytes {
        /// Maximum number of bytes.
        max: u64,
    },
}

#[derive(Debug)]
struct Allowance {
    max: u64,
    left: AtomicU64,
}

impl Allowance {
    const fn new(max: u64) -> Self {
        Allowance { max, left: AtomicU64::new(max) }
    }

    fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    fn take(&self, count: u64) -> u64 {
        let rest = |left: u64| Some(left.saturating_sub(count));
        let (Ok(left) | Err(left)) = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        left.min(count)
    }
}

impl Budget {
    /// Creates a budget with these numbers of steps and bytes.
    pub const fn new(steps_max: u64, bytes_max: u64) -> Self {
        let (steps, bytes) = (Allowance::new(steps_max), Allowance::new(bytes_max));
        Budget { steps, bytes, is_stopped: AtomicBool::new(false), work_since_yield: AtomicU64::new(0), whole: None }
    }

    /// Creates a budget without limits: the work ends early only after [`stop`](Self::stop).
    pub const fn unlimited() -> Self {
        Budget::new(u64::MAX, u64::MAX)
    }

    /// Creates a budget that is one of `parts` equal shares of this budget. Amounts taken from the
    /// share are also taken from this budget.
    #[must_use]
    pub fn part(self: &Arc<Self>, parts: u64) -> Budget {
        Budget { whole: Some(self.clone()), ..Budget::new(self.steps.max / parts, self.bytes.max / parts) }
    }

    /// Returns true when this budget has more steps and more bytes left than one share of it has at
    /// the start. A share ([`Budget::part`]) starts with the limits of this budget, divided by
    /// `parts`.
    pub fn has_part(&self, parts: u64) -> bool {
        self.steps.left() > self.steps.max / parts && self.bytes.left() > self.bytes.max / parts
    }

    /// Returns the number of steps that optional work is allowed to take. Half of all steps stay
    /// reserved for required work.
    pub fn spare_steps(&self) -> u64 {
        self.steps.left().saturating_sub(self.steps.max / 2)
    }

    /// Stops the work, since nobody waits for the answer any more.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed) || self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
    }

    /// Checks that the work may continue.
    ///
    /// # Errors
    /// [`BudgetEnd`] with the reason why the work must end.
    pub fn check(&self) -> Result<(), BudgetEnd> {
        self.check_after(1)
    }

    /// Counts the finished `work`, yields the processor if necessary, and checks that the work may
    /// continue.
    fn check_after(&self, work: u64) -> Result<(), BudgetEnd> {
        if self.must_yield_after(work) {
            std::thread::yield_now();
        }
        self.end()
    }

    /// Counts the finished `work`. Returns true when the thread must yield its processor, because
    /// the work since the last yield has reached [`WORK_UNTIL_YIELD`].
    fn must_yield_after(&self, work: u64) -> bool {
        if let Some(whole) = &self.whole {
            return whole.must_yield_after(work);
        }
        let work_since_yield = self.work_since_yield.load(Ordering::Relaxed).saturating_add(work);
        let must_yield = work_since_yield >= WORK_UNTIL_YIELD;
        self.work_since_yield.store(if must_yield { 0 } else { work_since_yield }, Ordering::Relaxed);
        must_yield
    }

    fn end(&self) -> Result<(), BudgetEnd> {
        if self.is_stopped() {
            return Err(BudgetEnd::Stopped);
        }
        if self.steps.left() == 0 {
            return Err(BudgetEnd::Steps { max: self.steps.max });
        }
        if self.bytes.left() == 0 {
            return Err(BudgetEnd::Bytes { max: self.bytes.max });
        }
        self.whole.as_ref().map_or(Ok(()), |whole| whole.end())
    }

    /// Takes steps from the budget, for finished work or for the next work.
    ///
    /// # Errors
    /// [`BudgetEnd`] when the budget is exhausted or stopped.
    pub fn take_steps(&self, steps: u64) -> Result<(), BudgetEnd> {
        self.take(|budget| &budget.steps, steps);
        self.check_after(steps)
    }

    /// Takes bytes of the answer from the budget.
    ///
    /// # Errors
    /// [`BudgetEnd`] when the budget is exhausted or stopped.
    pub fn take_bytes(&self, bytes: u64) -> Result<(), BudgetEnd> {
        self.take(|budget| &budget.bytes, bytes);
        self.check_after(bytes)
    }

    fn take(&self, of: fn(&Budget) -> &Allowance, count: u64) {
        let taken = of(self).take(count);
        if let Some(whole) = &self.whole {
            whole.take(of, taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_nothing_is_left_or_nobody_waits() {
        let budget = Budget::new(10, 5);
        assert_eq!(budget.take_steps(9), Ok(()));
        assert_eq!(budget.take_bytes(4), Ok(()));
        assert_eq!(budget.take_bytes(4), Err(BudgetEnd::Bytes { max: 5 }));
        assert_eq!(budget.take_steps(7), Err(BudgetEnd::Steps { max: 10 }));
        budget.stop();
        assert_eq!(budget.check(), Err(BudgetEnd::Stopped));
        let unlimited = Budget::unlimited();
        assert_eq!(unlimited.take_steps(u64::MAX - 1), Ok(()));
    }

    #[test]
    fn long_work_yields_in_turns_however_it_is_counted() {
        let whole = Arc::new(Budget::unlimited());
        // Each piece of work has a new share, so only the whole budget can add up the work.
        let turns = (0..4 * WORK_UNTIL_YIELD / 8).filter(|_| whole.part(200).must_yield_after(8)).count();
        assert_eq!(turns, 4);
        assert!(whole.take_steps(WORK_UNTIL_YIELD - 1).is_ok() && whole.must_yield_after(1));
        assert!(whole.part(2).take_bytes(WORK_UNTIL_YIELD - 1).is_ok() && whole.must_yield_after(1));
        assert!((1..WORK_UNTIL_YIELD).all(|_| whole.check().is_ok()) && whole.must_yield_after(1));
        assert!(whole.must_yield_after(u64::MAX) && !whole.must_yield_after(1), "one turn for one long piece of work");
    }

    #[test]
    fn a_part_ends_before_the_whole_and_with_it() {
        let whole = Arc::new(Budget::new(100, 100));
        let part = whole.part(4);
        assert_eq!(part.take_steps(30), Err(BudgetEnd::Steps { max: 25 }));
        assert_eq!(whole.check(), Ok(()));
        assert!(whole.has_part(4) && whole.has_part(2));
        for _ in 0..3 {
            assert!(whole.has_part(4));
            assert_eq!(whole.part(4).take_bytes(80), Err(BudgetEnd::Bytes { max: 25 }));
        }
        assert!(!whole.has_part(4), "no more than 25 bytes are left");
        assert_eq!(whole.check(), Ok(()));
        let last = whole.part(2);
        whole.stop();
        assert_eq!(last.check(), Err(BudgetEnd::Stopped));
    }
}
