//! Budgets of requests: their work and the length of their answers.

use peatee_rules::{Budget, BudgetEnd};

use crate::errors::Error;

/// Maximal number of steps of work, about a second of a processor. A game of 200 moves takes
/// 20,000.
const STEPS_MAX: u64 = 1 << 23;

/// Maximal number of bytes of an answer as a message of gRPC. A game of 200 moves takes 60,000.
const ANSWER_BYTES_MAX: u64 = 2 << 20;

/// Number of steps for writing a move with the next position.
pub const STEPS_OF_WRITTEN_MOVE: u64 = 32;

/// Number of equal parts into which the budget of a page of games is divided. Each game may use one
/// part, so that its answer does not depend on earlier games.
pub const PARTS_OF_PAGE: u64 = 2;

/// Maximal number of moves in the list of one position. Positions of games have fewer than 200.
const LISTED_MOVES_MAX: usize = 1000;

/// Refuses a list with too many moves.
///
/// # Errors
/// [`Error::TooManyMoves`].
pub fn check_listed(moves: usize) -> Result<(), Error> {
    if moves <= LISTED_MOVES_MAX { Ok(()) } else { Err(Error::TooManyMoves { moves, most: LISTED_MOVES_MAX }) }
}

/// Refuses an answer with too many bytes.
///
/// # Errors
/// [`Error::Budget`].
pub fn check_answer(bytes: usize) -> Result<(), Error> {
    if bytes as u64 <= ANSWER_BYTES_MAX { Ok(()) } else { Err(BudgetEnd::Bytes { max: ANSWER_BYTES_MAX }.into()) }
}

/// Creates the budget of a new request.
pub const fn request_budget() -> Budget {
    Budget::new(STEPS_MAX, ANSWER_BYTES_MAX)
}

/// Runs work within a budget. If the budget is exhausted, returns no answer, because part of it may
/// be missing.
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
