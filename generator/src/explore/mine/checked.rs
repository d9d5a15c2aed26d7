//! The search for each kind of position, after checks of its options.

use peatee_rules::Side;
use peatee_table::{Metric, Wdl};

use super::family::Mined;
use super::filter::Filter;
use super::kind::SearchKind;
use super::only_move::WinnerMoves;
use super::search::Search;
use crate::error::Error;

impl SearchKind {
    /// Creates the search for this kind of position, after checking that the game has what the
    /// kind, the filter and the metric ask for.
    ///
    /// # Errors
    /// The game has no such positions or values, or the draw rules belong to another family of
    /// games. A search for positions in which only one move draws cannot follow a line: it refuses
    /// to require more than one only move, or to list other winning moves.
    pub fn search<F: Mined>(
        &self,
        game: &F,
        filter: &Filter,
        metric: Option<Metric>,
    ) -> Result<Box<dyn Search<F>>, Error> {
        game.check_search(self, filter, metric)?;
        if let Some(metric) = metric.filter(|&metric| metric != Metric::Wdl) {
            game.check_read(metric)?;
        }
        self.rules().try_for_each(|rules| game.check_rules(rules))?;
        let search: Box<dyn Search<F>> = match self {
            SearchKind::Longest(longest) => Box::new(*longest),
            SearchKind::OnlyMove(only) => {
                let is_line = only.with_duals || only.moves != WinnerMoves::First(1);
                if only.keeps == Wdl::Draw && is_line {
                    return Err(Error::NoLineOfDraws);
                }
                Box::new(*only)
            }
            SearchKind::Zugzwang(zugzwang) => Box::new(zugzwang.clone()),
            SearchKind::Cursed(cursed) => Box::new(cursed.clone()),
            SearchKind::Readings(readings) => Box::new(readings.clone()),
            SearchKind::Fortress(fortress) => game.fortress(*fortress)?,
        };
        if filter.side.is_some_and(|side| side == Side::Black) && game.has_one_side() {
            return Err(Error::OneSideToMove { variant: game.id() });
        }
        Ok(search)
    }
}
