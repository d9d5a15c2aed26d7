//! Rows to answers, part by part.

use peatee_probe::Tables;
use peatee_rules::Position;

use super::answers::{Answers, AnswersBuilder};
use super::asked::Asked;
use super::foreign::Refusal;

/// Rows that are turned into positions together: enough of them to share a block that has to be
/// decoded, and few enough that memory does not grow with the column.
const PART_ROWS: usize = 1 << 16;

/// Probes rows in their order. A row that is no position has its error in its place.
///
/// # Errors
/// The errors of the rows do not fit into their column.
pub(super) fn probe_rows<E: ToString>(
    tables: &Tables,
    asked: &Asked,
    count: usize,
    rows: impl IntoIterator<Item = Result<Position, E>>,
) -> Result<Answers, Refusal> {
    let mut answers = AnswersBuilder::new(count, asked);
    let mut part = Part::default();
    for row in rows {
        match row {
            Ok(position) => part.positions.push(position),
            Err(error) => part.failures.push((part.rows(), error.to_string())),
        }
        if part.rows() == PART_ROWS {
            part.answer(tables, asked, &mut answers);
            answers.check()?;
        }
    }
    part.answer(tables, asked, &mut answers);
    answers.check()?;
    Ok(answers.finish())
}

/// Rows that are answered together.
#[derive(Default)]
struct Part {
    positions: Vec<Position>,
    /// The rows that are no positions, by their places in the part, in order.
    failures: Vec<(usize, String)>,
}

impl Part {
    fn rows(&self) -> usize {
        self.positions.len() + self.failures.len()
    }

    /// Answers the rows, and makes room for the next ones.
    fn answer(&mut self, tables: &Tables, asked: &Asked, answers: &mut AnswersBuilder) {
        let mut failures = self.failures.drain(..).peekable();
        let mut row = 0;
        tables.probe_many(&self.positions).zip(&self.positions).for_each(|(found, position)| {
            while let Some((_, error)) = failures.next_if(|(place, _)| *place == row) {
                answers.push_error(&error);
                row += 1;
            }
            match found.and_then(|value| asked.answer(tables, position, value)) {
                Ok(answer) => answers.push(answer),
                Err(error) => answers.push_error(&error.to_string()),
            }
            row += 1;
        });
        failures.for_each(|(_, error)| answers.push_error(&error));
        self.positions.clear();
    }
}
