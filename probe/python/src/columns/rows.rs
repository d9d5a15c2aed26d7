//! Probes the rows of a column in parts.

use peatee_probe::any::Tables;
use pyo3::prelude::*;

use super::answers::{Answers, AnswersBuilder};
use super::choice::Choice;
use super::columnar::Columnar;
use super::foreign::Refusal;

/// Number of rows that are converted together. The number is large enough for rows to share decoded
/// blocks, and small enough that memory does not grow with the column.
const PART_ROWS: usize = 1 << 16;

/// Probes rows, and returns the answers in the order of the rows. The answer is an error if the row
/// is not a position.
///
/// # Errors
/// The errors of the rows do not fit into their column.
pub(crate) fn probe_rows<G: Columnar>(
    tables: &Tables<G>,
    choice: &Choice,
    count: usize,
    rows: impl IntoIterator<Item = Result<G::Position, String>>,
) -> PyResult<Answers> {
    let mut answers = AnswersBuilder::new(count, choice, G::PLIES_COLUMN, G::HAS_OUTCOMES);
    let mut part = Part { positions: Vec::new(), failures: Vec::new() };
    for row in rows {
        match row {
            Ok(position) => part.positions.push(position),
            Err(error) => part.failures.push((part.rows(), error)),
        }
        if part.rows() == PART_ROWS {
            part.answer(tables, choice, &mut answers);
            answers.check().map_err(Refusal::raise)?;
        }
    }
    part.answer(tables, choice, &mut answers);
    answers.check().map_err(Refusal::raise)?;
    Ok(answers.finish())
}

struct Part<P> {
    positions: Vec<P>,
    /// Rows that are not positions, in order: the index of the row in this part, and the error.
    failures: Vec<(usize, String)>,
}

impl<P> Part<P> {
    fn rows(&self) -> usize {
        self.positions.len() + self.failures.len()
    }

    /// Probes the rows of this part, adds the answers to `answers` and empties the part for the
    /// next rows.
    fn answer<G: Columnar<Position = P>>(&mut self, tables: &Tables<G>, choice: &Choice, answers: &mut AnswersBuilder) {
        let mut failures = self.failures.drain(..).peekable();
        let mut row = 0;
        G::answer_all(tables, &self.positions, choice, |found| {
            while let Some((_, error)) = failures.next_if(|(place, _)| *place == row) {
                answers.push_error(&error);
                row += 1;
            }
            match found {
                Ok(answer) => answers.push(answer),
                Err(error) => answers.push_error(&error.to_string()),
            }
            row += 1;
        });
        failures.for_each(|(_, error)| answers.push_error(&error));
        self.positions.clear();
    }
}
