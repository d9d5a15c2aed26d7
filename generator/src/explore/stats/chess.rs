//! Statistics of chess tables, counted as in other published statistics.

use std::path::Path;

use peatee_chess::{Index, Slice};
use peatee_probe::chess::Tables;
use peatee_probe::internals::check_is;
use peatee_rules::draw::DrawRules;
use peatee_table::format::file_name;
use peatee_table::{Metric, RuleSet};
use serde::Serialize;

use crate::error::Error;
use crate::jobs::chess::plan::positions;
use crate::open_table::open_table;
use crate::progress::watch::{Watch, Watched};
use crate::solver::chess::metrics::{default_distance, limit_plies};
use crate::solver::chess::{Counts, Solver, read_set};
use crate::tables::read::cells::in_order;
use crate::tables::read::chess::ChessValues;

/// Greatest number of men with which no win takes more than 50 moves without a capture or a pawn
/// move, so that wins can be counted without distances. The published counts of all sets up to
/// this size, which tests compare, have no cursed wins.
const MEN_WITHOUT_CURSED_WINS: u32 = 4;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutcomeStats {
    pub slice: String,
    /// Numbers of positions by outcome. Symmetric positions count as one position. Positions that
    /// differ only by an exchange of two equal pieces of a side count separately.
    #[serde(flatten)]
    pub counts: Counts,
    /// Longest distance of a win in plies, where cursed wins count as wins; `None` if there are no
    /// wins or no table of distances.
    pub longest_win_plies: Option<u32>,
    /// Longest distance of a loss in plies, where blessed losses count as losses; `None` if there
    /// are no losses or no table of distances.
    pub longest_loss_plies: Option<u32>,
    /// Numbers of positions with 1, 2, 3, ... stairs; with several, the plies to mate depend on the
    /// half-move clock. Positions that differ only by an exchange of equal pieces count once.
    /// `None` in metrics other than plies to mate under draw rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions_by_stairs: Option<Vec<u64>>,
}

/// Calls `each` with the statistics of each slice of some sets. The positions are counted from the
/// tables; the two tables of a set, which is a slice and its opposite, are read together. `metric`
/// is the metric of the longest distances.
///
/// # Errors
/// A table is missing or damaged, or the work must stop.
pub fn stats(
    tables: &Tables,
    sets: &[Slice],
    metric: Metric,
    watch: &dyn Watch,
    mut each: impl FnMut(Slice, OutcomeStats) -> Result<(), Error>,
) -> Result<(), Error> {
    let directory = tables.directory();
    // Other statistics count cursed wins by the 50-move rule, so these do too.
    let dtz = default_distance();
    for slice in sets.iter().flat_map(|set| set.both()) {
        tables.need(slice, Metric::Wdl)?;
        if slice.men() > MEN_WITHOUT_CURSED_WINS {
            tables.need(slice, dtz)?;
        }
    }
    let watched = Watched::start(watch, sets.iter().map(|set| positions(*set)).sum());
    for set in sets {
        watched.slice(&set.name());
        let limit_plies = limit_plies(dtz).expect("DTZ has a clock") as usize;
        let counts = Solver::reading(limit_plies, |set| read_set(directory, set, dtz)).find(*set)?.counts();
        for (slice, counts) in set.both().into_iter().zip(counts) {
            let [longest_win_plies, longest_loss_plies] = longest(directory, slice, metric, &counts)?;
            let rules = if let Metric::RuleDtw(set) = metric { Some(set.rules()) } else { None };
            let positions_by_stairs = rules.map(|rules| by_stairs(tables, slice, &rules, &watched)).transpose()?;
            let slice_name = slice.name();
            let row =
                OutcomeStats { slice: slice_name, counts, longest_win_plies, longest_loss_plies, positions_by_stairs };
            each(slice, row)?;
        }
        watched.advance(positions(*set))?;
    }
    Ok(())
}

/// Returns [`OutcomeStats::positions_by_stairs`].
fn by_stairs(tables: &Tables, slice: Slice, rules: &DrawRules, watched: &Watched) -> Result<Vec<u64>, Error> {
    tables.need(slice, Metric::RuleDtw(RuleSet::new(rules)))?;
    let values = ChessValues::new(tables, slice, None);
    let of_block = |block| {
        let mut found: Vec<u64> = Vec::new();
        values.each(block, &mut |_, position| {
            if let Some(place) = tables.stairs(&position, rules)?.len().checked_sub(1) {
                found.resize(found.len().max(place + 1), 0);
                found[place] += 1;
            }
            Ok(())
        })?;
        Ok(found)
    };
    let mut all: Vec<u64> = Vec::new();
    in_order(values.blocks(), &of_block, |found| {
        all.resize(all.len().max(found.len()), 0);
        all.iter_mut().zip(found).for_each(|(all, found)| *all += found);
        watched.advance(0)
    })?;
    Ok(all)
}

/// Returns the longest distances of wins and of losses, from the header of a table.
fn longest(directory: &Path, slice: Slice, metric: Metric, counts: &Counts) -> Result<[Option<u32>; 2], Error> {
    let path = directory.join(file_name(slice, metric));
    if !path.exists() {
        return Ok([None, None]);
    }
    let table = open_table(&path)?;
    check_is(&table, &Index::new(slice), metric).map_err(|error| Error::File { path, error })?;
    let longest = table.header().counts;
    let wins = counts.wins + counts.cursed_wins;
    let losses = counts.losses + counts.blessed_losses;
    Ok([(wins, longest.longest_win_plies), (losses, longest.longest_loss_plies)]
        .map(|(count, plies)| (count > 0).then_some(plies)))
}
