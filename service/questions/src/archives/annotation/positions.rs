//! Values of the positions of a list.

use peatee_game::Record;
use peatee_probe::adjudicate::Verdict;
use peatee_probe::{Collection, ProbeError, RuleValue, Wdl};

use super::move_row::{MoveRow, slice};
use super::moves::{keeping, told};
use crate::answer::convert::Messages;
use crate::ask::query;
use crate::errors::Error;

/// A position that is in the tables, with its value under the draw rules.
pub struct ValuedPosition<'a, G: Messages> {
    pub position: &'a G::Position,
    pub value: RuleValue<G::Slice>,
    pub legal_moves: usize,
    /// Number of legal moves that keep the value; `None` if the tables do not show it.
    pub keeping_moves: Option<usize>,
    /// Best move among those that keep the value.
    pub best: Option<G::Move>,
}

impl<'a, G: Messages> ValuedPosition<'a, G> {
    /// Looks up the first position of a game; `None` if it is not in the tables.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn of(
        collection: &Collection,
        game: &G,
        verdict: &'a Verdict<G>,
    ) -> Result<Option<ValuedPosition<'a, G>>, Error> {
        let tables = query::tables_for(collection, game)?;
        let Verdict { start: position, start_counters: counters, rules, .. } = verdict;
        let Some(value) = known(tables.rule_value(position, rules, counters))? else { return Ok(None) };
        let legal_moves = game.moves_under(rules, counters, position).map_err(ProbeError::from)?.len();
        let best_result = value.outcome.wdl();
        let keeps = |result: Option<Wdl>| Some(result? >= best_result?);
        let ranked = known(tables.rule_moves(position, rules, counters))?;
        let kept = ranked
            .as_ref()
            .and_then(|ranked| ranked.iter().map(|rated| keeps(rated.outcome.wdl())).collect::<Option<Vec<bool>>>());
        let keeping_moves = kept.map(|kept| kept.into_iter().filter(|&keeps| keeps).count());
        let mut ranked = ranked.into_iter().flatten();
        let best = ranked.find(|rated| keeps(rated.outcome.wdl()) == Some(true)).map(|rated| rated.mv);
        Ok(Some(ValuedPosition { position, value, legal_moves, keeping_moves, best }))
    }

    /// Returns the row of the position: the columns that do not depend on a played move.
    pub fn row(&self, file: &str, game: &G, record: &Record) -> MoveRow {
        MoveRow {
            slice: slice(game, self.position),
            fen: game.fen(self.position),
            value_before: self.value.outcome.name(),
            wdl_before: self.value.value.wdl.name(),
            plies_before: self.value.value.plies,
            legal_moves: self.legal_moves,
            keeping_moves: self.keeping_moves,
            best_move: self.best.as_ref().map(|mv| game.move_text(self.position, mv)),
            ..MoveRow::of_record(file, game, record)
        }
    }

    /// Returns the comment on the position: its value, the best move, and how many moves keep the
    /// value.
    pub fn comment(&self, game: &G) -> String {
        let mut text = told(&self.value, self.value.outcome.name(), self.value.value.plies);
        if let Some(best) = &self.best {
            text += &format!("; best {}", game.move_text(self.position, best));
        }
        text + &keeping(self.keeping_moves, self.legal_moves)
    }
}

/// Turns an error into `None` if it says that the position is not in the tables.
fn known<T>(probed: Result<T, ProbeError>) -> Result<Option<T>, Error> {
    match probed {
        Err(error) if error.is_outside_tables() => Ok(None),
        other => Ok(Some(other?)),
    }
}

/// Returns the byte at which the text of a line ends; `line` is the number of line ends before it.
pub fn end(text: &str, line: u32) -> usize {
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(line as usize).map(str::len).sum();
    before + lines.next().map_or(0, |line| line.trim_end().len())
}
