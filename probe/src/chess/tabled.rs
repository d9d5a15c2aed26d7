//! The slices of chess, and how positions are probed in its tables.

use peatee_chess::cozy_chess::Move;
use peatee_chess::{Ending, Index, Position, Slice, StoredOrder};
use peatee_rules::draw::{CountStatus, Counters, DrawRules};
use peatee_table::format::{CAPTURES_LEFT_OUT, CaptureCells, Cell, TableIdentity};
use peatee_table::{FileError, Manifest, Metric, Value, Wdl};

use super::cells;
use super::finder::ByMaterial;
use super::game::{Chess, Tables};
use crate::clock::Clock;
use crate::error::ProbeError;
use crate::game::Game as _;
use crate::probed::Probed;
use crate::table::Table;
use crate::tabled::Tabled;

/// Bytes that describe the rules of chess in the rules digest of a table: one field, with the
/// number 64 and the value 1.
const RULES: [u8; 4] = [64, 1, 0, 1];

impl Tabled for Chess {
    type Slice = Slice;
    type Order = StoredOrder;
    type Finder = ByMaterial;

    fn slice_of(&self, position: &Position) -> Option<Slice> {
        position.setup().slice().ok()
    }

    fn parse_slice(&self, name: &str) -> Result<Slice, String> {
        Slice::parse(name).map_err(|error| error.to_string())
    }

    fn pieces(slice: Slice) -> u32 {
        slice.men()
    }

    fn identity(&self, slice: Slice, metric: Metric) -> TableIdentity {
        TableIdentity::new(self.id(), RULES.to_vec(), slice.name(), metric)
    }

    fn manifest(&self) -> Manifest {
        Manifest::new(self.id(), RULES.to_vec())
    }

    fn order_of(&self, slice: Slice, metric: Metric, _positions: u64, table: &Table) -> Result<StoredOrder, FileError> {
        let index = Index::new(slice);
        Ok(check_is(table, &index, metric)?.unwrap_or_else(|| StoredOrder::of_numbers(&index)))
    }
}

impl Probed for Chess {
    crate::compiled_here!();
    const RULES_WEIGH_DTW: bool = false;
    /// False, because a quiet pawn move resets the half-move clock but is no conversion.
    const CONVERSION_IS_RESET: bool = false;

    fn check(tables: &Tables, position: &Position) -> Result<(), ProbeError> {
        tables.check_rights(position)
    }

    fn probe_wdl(tables: &Tables, position: &Position) -> Result<Wdl, ProbeError> {
        tables.wdl(position)
    }

    fn probe(tables: &Tables, position: &Position) -> Result<Value, ProbeError> {
        let wdl = tables.wdl(position)?;
        let plies = match tables.has_listed(Metric::Dtw) {
            true => tables.plies_of(position, wdl, Metric::Dtw),
            false => Ok(None),
        };
        match plies {
            Err(ProbeError::MissingTable { .. }) => Ok(Value { wdl, plies: None }),
            plies => Ok(Value { wdl, plies: plies? }),
        }
    }

    fn cell(tables: &Tables, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        match metric {
            Metric::Wdl => Ok(Some(tables.wdl(position)? as u32)),
            Metric::CanMate => tables.mating_sides(position).map(Some),
            _ => Chess::cell_of(tables, position, tables.wdl(position)?, metric),
        }
    }

    /// Plies to mate under a draw rule are those with a half-move clock of 0.
    fn cell_of(tables: &Tables, position: &Position, wdl: Wdl, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let plies = match metric {
            Metric::RuleDtw(set) => {
                let rules = set.rules();
                tables.mate_plies_within(position, wdl, &rules, Chess::limit_plies(&rules))?
            }
            _ => tables.plies_of(position, wdl, metric)?,
        };
        Ok(Some(plies.map_or(0, |plies| plies + 1)))
    }

    fn longest_plies(tables: &Tables, position: &Position, wdl: Wdl, metric: Metric) -> Option<u32> {
        tables.longest_plies(position, wdl, metric)
    }

    /// Never called, because `cell` never returns `None` in chess.
    fn without_table(_tables: &Tables, _position: &Position) -> Value {
        Value::DRAW
    }

    fn rule_plies(
        tables: &Tables,
        position: &Position,
        wdl: Wdl,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Option<u32>, ProbeError> {
        let clock = Clock::of(rules, counters, Chess.side(position));
        let left_plies = clock.count().map_or(u32::MAX, CountStatus::left_plies);
        match tables.mate_plies_within(position, wdl, rules, left_plies) {
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            plies => plies,
        }
    }

    fn plies_before(&self, metric: Metric, plies_after: u32, position: &Position, mv: &Move) -> u32 {
        let is_reset = match metric {
            Metric::Dtc => position.is_conversion(*mv),
            Metric::Dtr(_) => position.is_zeroing(*mv),
            _ => false,
        };
        cells::plies_before(metric, plies_after, is_reset)
    }
}

/// Returns the order in which a table stores its cells; `None` if cells are in the order of
/// position numbers.
///
/// # Errors
/// The header cannot be that of a chess table.
fn stored_order(table: &Table, index: &Index) -> Result<Option<StoredOrder>, FileError> {
    let header = table.header();
    if header.cell.has_list() && !matches!(header.cell, Cell::Staircase | Cell::RankedStaircase) {
        return Err(FileError::Header { reason: "no table of chess has such a list to which cells refer" });
    }
    if header.captures == CaptureCells::LeftOut {
        return Err(FileError::Header { reason: CAPTURES_LEFT_OUT });
    }
    if header.group_order.is_table_order() {
        return Ok(None);
    }
    let digits = header.group_order.to_bytes();
    let count = digits.iter().take_while(|&&digit| digit > 0).count();
    let order = StoredOrder::new(index, &digits[..count]);
    order.map(Some).ok_or(FileError::Header { reason: "its order of groups is not one of its slice" })
}

/// Checks that the header of a table is right for a slice and metric of chess. Returns the order in
/// which the table stores its cells; `None` if cells are in the order of position numbers.
///
/// # Errors
/// The reason why the header does not fit.
#[doc(hidden)]
pub fn check_is(table: &Table, index: &Index, metric: Metric) -> Result<Option<StoredOrder>, FileError> {
    table.check_is(&Chess.identity(index.slice(), metric), index.numbers())?;
    stored_order(table, index)
}

/// Returns the cell of a can-mate table for a position without moves. After a mate, the cell has
/// the bit of the side that has mated. After a stalemate, the cell is 0, because no side can mate.
#[doc(hidden)]
pub fn sides_at_end(position: &Position) -> u32 {
    if position.ending() == Some(Ending::Checkmate) { cells::OTHER } else { 0 }
}
