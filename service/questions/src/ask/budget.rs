//! Budgets, which limit the work for a request and the length of the answer.

use peatee_rules::{Budget, BudgetEnd};

use crate::errors::Error;

/// Maximum number of steps of work, which take about one second of processor time. A game of 200
/// moves takes 20,000 steps.
const STEPS_MAX: u64 = 1 << 23;

/// Maximum length of an answer in bytes, encoded as a gRPC message. The answer about a game of 200
/// moves has 60,000 bytes.
const ANSWER_BYTES_MAX: u64 = 2 << 20;

/// Number of steps that writing a move and the position after it costs. These steps are subtracted
/// from the budget of the request.
pub const STEPS_OF_WRITTEN_MOVE: u64 = 32;

/// Divisor of the budget of a page: each game may use up to this fraction of the budget. A page
/// ends when less than the fraction is left, so that the answer on a game does not depend on the
/// games before it. Most games use far less.
pub const PARTS_OF_PAGE_BUDGET: u64 = 2;

/// Maximum depth, in replies of the opponent, of a search for the chances that the opponent errs.
/// One more reply takes about five times the work and finds few better moves.
pub const CHANCES_DEPTH_MAX: u32 = 3;

/// Maximum number of moves in a list of the moves of one position. Positions from real games have
/// fewer than 200 moves.
const LISTED_MOVES_MAX: usize = 1000;

/// Checks that a list of the moves of a position is not longer than an answer may contain.
///
/// # Errors
/// [`Error::TooManyMoves`] if the list is longer.
pub fn check_listed(moves: usize) -> Result<(), Error> {
    if moves <= LISTED_MOVES_MAX { Ok(()) } else { Err(Error::TooManyMoves { moves, most: LISTED_MOVES_MAX }) }
}

/// Checks that an answer of `bytes` bytes is not too long.
///
/// # Errors
/// [`Error::Budget`] if the answer is too long.
pub fn check_answer(bytes: usize) -> Result<(), Error> {
    if bytes as u64 <= ANSWER_BYTES_MAX { Ok(()) } else { Err(BudgetEnd::Bytes { max: ANSWER_BYTES_MAX }.into()) }
}

pub const fn request_budget() -> Budget {
    Budget::new(STEPS_MAX, ANSWER_BYTES_MAX)
}

/// Runs `work` within a budget. If the budget is exhausted afterwards, returns an error instead of
/// the answer, because the answer may be incomplete.
///
/// # Errors
/// [`Error::Deadline`], [`Error::Budget`], and the errors of the work.
pub fn within<T>(budget: &Budget, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    budget.check()?;
    let done = work();
    budget.check()?;
    done
}

impl From<BudgetEnd> for Error {
    fn from(end: BudgetEnd) -> Self {
        match end {
            BudgetEnd::Stopped => Error::Deadline,
            end => Error::Budget(end),
        }
    }
}
