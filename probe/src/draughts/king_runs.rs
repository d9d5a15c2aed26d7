//! Probes tables whose values depend on the moves in a row with one king.

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Bitboard, Draughts, Kind, Position, Side, with_kernel};
use peatee_table::format::CaptureCells;
use peatee_table::run_pattern::{RunStates, value_of_cell};
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use crate::error::ProbeError;
use crate::table::Table;
use crate::tables::Tables;

/// Returns the win, draw or loss of a position. It depends on the moves in a row that each side has
/// made with one king. Returns `None` if the draw rules do not limit these moves, if no side has
/// men (such moves then do not count), or if no table holds the position.
///
/// # Errors
/// A table is missing or damaged, or the position has too many captures to list.
pub(super) fn wdl(
    tables: &Tables<Draughts>,
    position: &Position,
    rules: &DrawRules,
    counters: &Counters,
) -> Result<Option<Wdl>, ProbeError> {
    let Some(limit) = rules.code.king_moves else { return Ok(None) };
    if Side::BOTH.iter().all(|&side| position.setup.get(side, Kind::Man).is_empty()) {
        return Ok(None);
    }
    let metric = Metric::RuleWdl(RuleSet::new(rules));
    let address = tables.address(position, metric);
    let Some(of_slice) = tables.slices.at(address.slice as usize) else {
        return tables.not_found(position, metric).map(|_| None);
    };
    let Some(table) = of_slice.table(metric) else {
        return tables.no_table(of_slice.slice(), metric).map(|_| None);
    };
    if table.header().captures == CaptureCells::LeftOut && tables.game().must_capture(position) {
        return best_capture(tables, position, rules, counters).map(Some);
    }
    let slice = of_slice.slice();
    let states = RunStates::new(&limit, &slice.material, slice.side);
    let place = with_kernel!(tables.game(), kernel => {
        states.place_of(kernel, &position.setup.convert(), position.side, counters.king_runs())
    });
    let value = |table: &Table| value_of_cell(table.run_patterns(states.count())?, table.cell(address.number)?, place);
    value(table).map(Some).map_err(|error| table.unreadable(error))
}

/// Returns the plies to the end of the game. They depend on the moves in a row that each side has
/// made with one king. Returns `None` for a draw, if the draw rules do not limit these moves, and
/// if no table holds the position.
///
/// # Errors
/// A table is damaged.
pub(super) fn plies(
    tables: &Tables<Draughts>,
    position: &Position,
    rules: &DrawRules,
    counters: &Counters,
) -> Result<Option<u32>, ProbeError> {
    let metric = Metric::RuleDtw(RuleSet::new(rules));
    let address = tables.address(position, metric);
    let Some(of_slice) = tables.slices.at(address.slice as usize) else { return Ok(None) };
    let (slice, Some(states)) = (of_slice.slice(), RunStates::of(of_slice.slice(), metric)) else { return Ok(None) };
    let table = match tables.need(slice, metric) {
        Err(ProbeError::MissingTable { .. }) => return Ok(None),
        found => found?,
    };
    let place = with_kernel!(tables.game(), kernel => {
        states.place_of(kernel, &position.setup.convert(), position.side, counters.king_runs())
    });
    let cell = table.cell(address.number * states.count() as u64 + place as u64);
    Ok(cell.map_err(|error| table.unreadable(error))?.checked_sub(1))
}

/// Returns the value of the best capture, which the side to move must make.
fn best_capture(
    tables: &Tables<Draughts>,
    position: &Position,
    rules: &DrawRules,
    counters: &Counters,
) -> Result<Wdl, ProbeError> {
    let game = tables.game();
    let mut best = Wdl::Loss;
    for mv in game.moves(position)? {
        let after = game.play(position, &mv);
        let value = tables.rule_value_by_tables(&after, rules, &rules.after(counters, &mv, &after))?;
        match value.outcome.reversed().wdl() {
            Some(Wdl::Win) => return Ok(Wdl::Win),
            Some(wdl) if value.lacking.is_none() => best = best.max(wdl),
            _ => {
                let lacking = value.lacking.map(|lacking| (lacking.slice, lacking.metric));
                let (slice, metric) = lacking.unwrap_or((Slice::of(game, &after), Metric::Dtr(RuleSet::new(rules))));
                return Err(tables.missing(slice, metric));
            }
        }
    }
    Ok(best)
}
