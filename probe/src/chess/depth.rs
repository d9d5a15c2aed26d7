//! The distances of chess that no draw rule changes, and what tables say of them.

use peatee_chess::Position;
use peatee_chess::cozy_chess::Move;
use peatee_table::{FileError, Metric, Value, Wdl};

use super::error::ProbeError;
use super::tables::Tables;

/// A distance of chess that no draw rule changes: what it counts plies to, the side that wins
/// hurrying and the other delaying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// DTM: plies to mate.
    Mate,
    /// DTC: plies to the next conversion, which is a capture, a promotion or mate.
    Conversion,
}

impl Depth {
    /// Both.
    pub const ALL: [Depth; 2] = [Depth::Mate, Depth::Conversion];

    /// The metric of its tables: `dtw`, `dtc`.
    pub const fn metric(self) -> Metric {
        match self {
            Depth::Mate => Metric::Dtw,
            Depth::Conversion => Metric::Dtc,
        }
    }

    /// The depth of a metric.
    pub fn of_metric(metric: Metric) -> Option<Depth> {
        Depth::ALL.into_iter().find(|depth| depth.metric() == metric)
    }

    /// What users of chess call it: `DTM`, `DTC`.
    pub const fn name(self) -> &'static str {
        match self {
            Depth::Mate => "DTM",
            Depth::Conversion => "DTC",
        }
    }

    /// The plies of a position from those after the best move, by whether the move is a capture or
    /// a promotion.
    pub const fn before_move(self, plies_after: u32, is_conversion: bool) -> u32 {
        match self {
            Depth::Conversion if is_conversion => 1,
            _ => plies_after + 1,
        }
    }
}

/// The depths of a position or move, each where there is a table of it; none of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Depths {
    /// DTM.
    pub mate_plies: Option<u32>,
    /// DTC.
    pub conversion_plies: Option<u32>,
}

impl Depths {
    fn of(mut plies: impl FnMut(Depth) -> Result<Option<u32>, ProbeError>) -> Result<Depths, ProbeError> {
        Ok(Depths { mate_plies: plies(Depth::Mate)?, conversion_plies: plies(Depth::Conversion)? })
    }
}

impl Tables {
    /// The depths of a position. Without tables of any it costs nothing.
    ///
    /// # Errors
    /// As [`Tables::probe_depth`].
    pub fn depths(&self, position: &Position) -> Result<Depths, ProbeError> {
        Depths::of(|depth| match self.has_listed(depth.metric()) {
            true => Ok(self.probe_depth(position, depth)?.plies),
            false => Ok(None),
        })
    }

    /// The depths of a legal move for the player who makes it, plies counted from before the move.
    ///
    /// # Errors
    /// As [`Tables::probe_depth`], for the position after the move.
    pub fn depths_of_move(&self, position: &Position, mv: Move) -> Result<Depths, ProbeError> {
        Depths::of(|depth| match self.has_listed(depth.metric()) {
            true => Ok(self.depth_of_move(position, mv, depth)?.plies),
            false => Ok(None),
        })
    }

    /// The value of a position with its plies in a depth, where there is a table of it. No draw
    /// rule changes it.
    ///
    /// # Errors
    /// [`ProbeError`]: castling rights, too many men, a table that is missing or damaged.
    pub fn probe_depth(&self, position: &Position, depth: Depth) -> Result<Value, ProbeError> {
        let wdl = self.probe_wdl(position)?;
        Ok(Value { wdl, plies: where_known(self.plies_of(position, wdl, depth), depth)? })
    }

    /// The plies of a position in a depth; `None` for a draw.
    ///
    /// # Errors
    /// As [`Tables::probe_depth`], and where there is no table of the depth.
    pub fn depth_plies(&self, position: &Position, depth: Depth) -> Result<Option<u32>, ProbeError> {
        self.plies_of(position, self.probe_wdl(position)?, depth)
    }

    /// What a legal move is worth to the player who makes it, plies counted from before the move.
    ///
    /// # Errors
    /// As [`Tables::probe_depth`], for the position after the move.
    pub fn depth_of_move(&self, position: &Position, mv: Move, depth: Depth) -> Result<Value, ProbeError> {
        let after = position.after(mv);
        let wdl = self.probe_wdl(&after)?;
        let plies = self.plies_of_move(position, mv, &after, wdl, depth);
        Ok(Value { wdl: wdl.reversed(), plies: where_known(plies, depth)? })
    }

    /// The plies of a position of which it is known who wins; none of a draw.
    fn plies_of(&self, position: &Position, wdl: Wdl, depth: Depth) -> Result<Option<u32>, ProbeError> {
        if wdl == Wdl::Draw {
            return Ok(None);
        }
        let (of_slice, setup) = self.located(position, depth.metric())?;
        let table = self.in_slice(of_slice, depth.metric())?;
        // Captures en passant are in no table.
        if table.has_cells() && !position.can_capture_en_passant() {
            return Ok(table.cell(&setup)?.checked_sub(1));
        }
        let opposite = self.find(of_slice.index.slice().opposite(), depth.metric())?;
        if !table.has_cells() && opposite.is_some_and(|opposite| !opposite.has_cells()) {
            let reason = "neither it nor the table of the other side to move has cells";
            return Err(table.fault(FileError::Header { reason }));
        }
        self.plies_by_moves(position, wdl, depth)
    }

    /// The plies that the moves say.
    fn plies_by_moves(&self, position: &Position, wdl: Wdl, depth: Depth) -> Result<Option<u32>, ProbeError> {
        self.best_by_moves(position, wdl, |mv, after, after_wdl| {
            self.plies_of_move(position, mv, after, after_wdl, depth)
        })
    }

    fn plies_of_move(
        &self,
        position: &Position,
        mv: Move,
        after: &Position,
        after_wdl: Wdl,
        depth: Depth,
    ) -> Result<Option<u32>, ProbeError> {
        let is_conversion = position.is_conversion(mv);
        if after_wdl != Wdl::Draw && is_conversion && depth == Depth::Conversion {
            return Ok(Some(depth.before_move(0, is_conversion)));
        }
        Ok(self.plies_of(after, after_wdl, depth)?.map(|plies| depth.before_move(plies, is_conversion)))
    }
}

/// The same, none where there is no table of the depth.
fn where_known(plies: Result<Option<u32>, ProbeError>, depth: Depth) -> Result<Option<u32>, ProbeError> {
    match plies {
        Err(ProbeError::MissingTable { metric, .. }) if metric == depth.metric() => Ok(None),
        other => other,
    }
}
