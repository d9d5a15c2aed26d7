//! The values of a set (a slice and its opposite) in memory, because a full verification reads each
//! of them many times.

use peatee_chess::{Ending, Index, Position, Slice};
use peatee_probe::chess::Tables;
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::solver::chess::metrics::before_move;

/// Interval of position numbers at which distances are probed if the table does not store them. The
/// interval is large because the probe library derives such a distance from moves, which takes as
/// long as reading hundreds of cells.
pub const DERIVED_ONE_IN: u64 = 509;
const TOGETHER: usize = 1 << 12;

/// Source of the values of positions: memory, or tables.
pub struct HeldValues<'a> {
    tables: &'a Tables,
    metric: Metric,
    of_set: Vec<HeldSlice>,
}

struct HeldSlice {
    index: Index,
    values: Vec<Packed>,
}

/// A value in two bytes: WDL in the lowest two bits, then plies + 1, or 0 if the value has no
/// plies.
#[derive(Clone, Copy)]
struct Packed(u16);

impl Packed {
    const DRAW: Packed = Packed(Wdl::Draw as u16);

    fn new(value: Value) -> Packed {
        let plies = value.plies.map_or(0, |plies| plies as u16 + 1);
        Packed(plies << 2 | value.wdl as u16)
    }

    fn value(self) -> Value {
        Value { wdl: Wdl::of_cell(u32::from(self.0 & 3)), plies: u32::from(self.0 >> 2).checked_sub(1) }
    }
}

impl<'a> HeldValues<'a> {
    /// Creates a source that probes the tables for every value.
    pub fn of_tables(tables: &'a Tables, metric: Metric) -> Self {
        HeldValues { tables, metric, of_set: Vec::new() }
    }

    /// Creates a source with the values of a set (a slice and its opposite) in memory. If the table
    /// of one slice stores no distances, they are derived from those of the other slice.
    pub fn of_set(tables: &'a Tables, metric: Metric, set: Slice, watched: &Watched) -> Result<Self, Error> {
        let mut values = HeldValues::of_tables(tables, metric);
        for slice in set.both() {
            if tables.find(slice, Metric::Wdl)?.is_none() {
                return Ok(HeldValues::of_tables(tables, metric));
            }
            let is_derived = is_derived(tables, slice, metric)?;
            let ask = |position: &Position| match is_derived {
                true => Ok(Value { wdl: tables.probe_wdl(position)?, plies: None }),
                false => tables.value_in(position, metric),
            };
            let found = each(&Index::new(slice), watched, |position| Ok(ask(position)?))?;
            values.of_set.push(HeldSlice { index: Index::new(slice), values: found });
        }
        for (place, slice) in set.both().into_iter().enumerate() {
            if is_derived(tables, slice, metric)? {
                let index = Index::new(slice);
                let found = each(&index, watched, |position| {
                    let stored = values.held(position).expect("held so far: who wins");
                    values.with_distance(position, stored.wdl)
                })?;
                values.of_set[place].values = found;
            }
        }
        Ok(values)
    }

    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    pub fn metric(&self) -> Metric {
        self.metric
    }

    pub fn of(&self, position: &Position) -> Result<Value, Error> {
        match self.held(position) {
            Some(value) => Ok(value),
            None => Ok(self.tables.value_in(position, self.metric)?),
        }
    }

    fn held(&self, position: &Position) -> Option<Value> {
        if self.of_set.is_empty() || position.can_capture_en_passant() {
            return None;
        }
        let setup = position.setup();
        let slice = setup.slice().ok()?;
        let of_slice = self.of_set.iter().find(|of_slice| of_slice.index.slice() == slice)?;
        Some(of_slice.values[of_slice.index.number(&setup) as usize].value())
    }

    /// Returns the value of a position whose WDL is known. The distance follows from the moves that
    /// give this WDL.
    fn with_distance(&self, position: &Position, wdl: Wdl) -> Result<Value, Error> {
        let plies = if wdl == Wdl::Loss { Some(0) } else { None };
        let mut best = Value { wdl, plies };
        if wdl == Wdl::Draw {
            return Ok(best);
        }
        for mv in position.moves() {
            let after = self.of(&position.after(mv))?;
            let value = before_move(self.metric, after, position, mv);
            if value.wdl == wdl && (best.plies.is_none() || value.order() < best.order()) {
                best = value;
            }
        }
        Ok(best)
    }

    /// Returns the value of the best move of a position, computed from the values after its moves.
    pub fn by_moves(&self, position: &Position) -> Result<Value, Error> {
        let mut best: Option<Value> = None;
        for mv in position.moves() {
            let value = before_move(self.metric, self.of(&position.after(mv))?, position, mv);
            if best.is_none_or(|best| value.order() < best.order()) {
                best = Some(value);
            }
        }
        let over = || match position.ending() {
            Some(Ending::Checkmate) => Value { wdl: Wdl::Loss, plies: Some(0) },
            _ => Value::DRAW,
        };
        Ok(best.unwrap_or_else(over))
    }
}

/// Returns true when the table of distances of a slice stores no distances, because they follow
/// from those of the other side to move.
pub fn is_derived(tables: &Tables, slice: Slice, metric: Metric) -> Result<bool, Error> {
    Ok(tables.find(slice, metric)?.is_some_and(|table| !table.has_cells()))
}

/// Returns the values of all position numbers of a slice, as computed by `ask`. The value of a
/// number without a position is a draw.
fn each(
    index: &Index,
    watched: &Watched,
    ask: impl Fn(&Position) -> Result<Value, Error> + Sync,
) -> Result<Vec<Packed>, Error> {
    let mut values = vec![Packed::DRAW; index.numbers() as usize];
    let work = |(chunk, values): (usize, &mut [Packed])| {
        for (value, number) in values.iter_mut().zip((chunk * TOGETHER) as u64..) {
            if let Some(position) = index.position(number) {
                *value = Packed::new(ask(&position)?);
            }
        }
        // The call reports no progress, but it fails when the work must stop.
        watched.advance(0)
    };
    parallel::try_map(values.chunks_mut(TOGETHER).enumerate(), &work)?;
    Ok(values)
}
