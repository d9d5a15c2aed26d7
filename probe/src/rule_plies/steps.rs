//! Limits of a search for plies: its depth, and the steps that it may take.

use peatee_rules::{Budget, BudgetEnd};

/// Maximum depth in plies of searches and proofs, which recurse once for each ply. All known
/// endings are shorter; the distances in a damaged table may be longer.
pub(super) const PLIES_MAX: u32 = 1500;

/// Maximum number of steps of a search for plies and its proofs. A search with this number of steps
/// takes a few tenths of a second.
const STEPS_MAX: u64 = 1 << 22;

/// Steps that a search or its proofs may still take, from a budget of steps and time.
pub(super) struct Steps<'a> {
    pub(super) budget: &'a Budget,
    left: u64,
}

impl<'a> Steps<'a> {
    /// Returns half of the steps that a budget allows: hopeless proofs leave half for the search.
    pub(super) fn half_of(budget: &'a Budget) -> Self {
        let mut steps = Steps { budget, left: 0 };
        steps.renew(u64::MAX);
        steps
    }

    /// Allows half of `steps` steps from now on, if the budget does.
    pub(super) fn renew(&mut self, steps: u64) {
        self.left = self.budget.spare_steps().min(STEPS_MAX).min(steps) / 2;
    }

    pub(super) fn take(&mut self, steps: u64) -> Result<(), BudgetEnd> {
        self.left = self.left.checked_sub(steps).ok_or(BudgetEnd::Steps { max: STEPS_MAX })?;
        self.budget.take_steps(steps)
    }
}
