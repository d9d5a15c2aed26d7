//! The family of draughts: how positions of its variants are probed in tables.

use peatee_rules::draw::code::Army;
use peatee_rules::draw::{Counters, DrawRules, Events, Situation};
use peatee_rules::{KINDS, Kind, Material, Move, Position, Side, TooManyCaptures, Variant, with_kernel};
use peatee_table::format::{CAPTURES_BOUND, CaptureCells, Cell, FileCoding, Header, TableIdentity, WITHOUT_CELLS};
use peatee_table::index::{Address, SliceIndex};
use peatee_table::run_pattern::RunStates;
use peatee_table::{FileError, Manifest, Metric, Slice, Value, Wdl};

use crate::answers::RatedMove;
use crate::clock::{is_reset, one_count_decides};
use crate::error::ProbeError;
use crate::game::Game;
use crate::os::processor::for_this_processor;
use crate::probed::Probed;
use crate::table::Table;
use crate::tabled::Tabled;

mod batch;
mod finder;
mod king_runs;
mod notation;
mod resolve;
mod shared_plies;

use finder::{Numbering, Rankers};
pub use peatee_rules::Draughts;
#[doc(hidden)]
pub use resolve::{CellRange, Resolved};
#[doc(hidden)]
pub use shared_plies::SharedPlies;

/// All tables of one variant of draughts.
pub type Tables = crate::tables::Tables<Draughts>;

impl Game for Draughts {
    type Position = Position;
    type Move = Move;
    type Key = Position;

    fn named(id: &str) -> Option<Draughts> {
        Variant::named(id).ok().map(Draughts::new)
    }

    fn id(&self) -> &'static str {
        self.variant().id
    }

    #[inline(always)]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    fn key(&self, position: &Position) -> Position {
        *position
    }

    fn moves(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        Draughts::moves(self, position)
    }

    fn has_moves(&self, position: &Position) -> bool {
        Draughts::has_moves(self, position)
    }

    fn after(&self, position: &Position, mv: &Move) -> Position {
        self.play(position, mv)
    }

    fn events(&self, _position: &Position, mv: &Move) -> Events {
        Events::of(mv)
    }

    fn moves_under(
        &self,
        rules: &DrawRules,
        counters: &Counters,
        position: &Position,
    ) -> Result<Vec<Move>, TooManyCaptures> {
        let mut moves = Draughts::moves(self, position)?;
        if !counters.king_runs().is_empty() {
            let allows = rules.allows(counters, position.side, &moves);
            moves.retain(allows);
        }
        Ok(moves)
    }

    fn has_moves_under(&self, rules: &DrawRules, counters: &Counters, position: &Position) -> bool {
        let any_allowed = || self.moves_under(rules, counters, position).map_or(true, |moves| !moves.is_empty());
        // If there are too many captures to list, there is a move, because captures are always
        // allowed.
        self.has_moves(position) && (counters.king_runs().is_empty() || any_allowed())
    }

    #[inline]
    fn counters_after(
        &self,
        rules: &DrawRules,
        counters: &Counters,
        (_before, mv): (&Position, &Move),
        after: &Position,
    ) -> Counters {
        rules.after(counters, mv, after)
    }

    fn situation(&self, rules: &DrawRules, position: &Position) -> Situation {
        rules.situation(position)
    }
}

impl Tabled for Draughts {
    type Slice = Slice;
    /// No data. The finder already numbers positions in the order in which tables store their
    /// cells; see [`Numbering`].
    type Order = ();
    type Finder = Rankers;

    fn slice_of(&self, position: &Position) -> Option<Slice> {
        Some(Slice::of(self, position))
    }

    fn parse_slice(&self, name: &str) -> Result<Slice, String> {
        Slice::parse(self, name).map_err(|error| error.to_string())
    }

    fn pieces(slice: Slice) -> u32 {
        slice.material.pieces().into()
    }

    fn identity(&self, slice: Slice, metric: Metric) -> TableIdentity {
        TableIdentity::new(self.id(), self.variant().identity(), slice.name(), metric)
    }

    fn manifest(&self) -> Manifest {
        Manifest::new(self.id(), self.variant().identity())
    }

    fn order_of(&self, slice: Slice, metric: Metric, positions: u64, table: &Table) -> Result<(), FileError> {
        let cells = positions * RunStates::cells_per_position(slice, metric);
        table.check_is(&self.identity(slice, metric), cells)?;
        let Header { captures, coding, cell, group_order, .. } = table.header();
        let wrong = |reason| Err(FileError::Header { reason });
        match (coding, metric) {
            _ if *captures == CaptureCells::Bound => return wrong(CAPTURES_BOUND),
            (FileCoding::Derived, _) => return wrong(WITHOUT_CELLS),
            (_, Metric::Dtr(set)) if one_count_decides(&set.rules()) == (*cell == Cell::Requirement) => {
                return wrong("the kind of cell does not fit the metric");
            }
            _ if group_order.is_table_order() => return Ok(()),
            (FileCoding::Blocks { .. }, _) => return wrong("a table of blocks has another order than table order"),
            _ => {}
        }
        with_kernel!(self, kernel => SliceIndex::in_order(kernel, slice, *group_order).map(drop)).or_else(wrong)
    }
}

impl Probed for Draughts {
    crate::compiled_here!();
    const RULES_WEIGH_DTW: bool = true;
    const CONVERSION_IS_RESET: bool = true;

    fn check(tables: &Tables, position: &Position) -> Result<(), ProbeError> {
        Ok(tables.game().check(position)?)
    }

    #[inline(always)]
    fn probe_wdl(tables: &Tables, position: &Position) -> Result<Wdl, ProbeError> {
        let address = tables.address(position, Metric::Wdl);
        match tables.expanded(address, Metric::Wdl) {
            Some(cell) => Ok(Wdl::of_cell(cell)),
            None => tables.probe_wdl_further(position, address),
        }
    }

    #[inline(always)]
    fn probe(tables: &Tables, position: &Position) -> Result<Value, ProbeError> {
        let address = tables.address(position, Metric::Dtw);
        match tables.expanded(address, Metric::Dtw) {
            Some(cell) => Ok(Value::of_dtw_cell(cell, tables.game().variant().goal)),
            None => tables.probe_further(position, address),
        }
    }

    #[inline(always)]
    fn cell(tables: &Tables, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let mut address = tables.slices.finder.find(position, Numbering::of(metric));
        if let (Metric::RuleDtw(_), Some(of_slice)) = (metric, tables.slices.at(address.slice as usize)) {
            // The first of several cells is for a position without moves in a row with one king.
            address.number *= RunStates::cells_per_position(of_slice.slice(), metric);
        }
        tables.cell_at(position, address, metric)
    }

    /// Returns the value of a position in which one side has no pieces or a promotion has ended the
    /// game. If the side to move has no move, the game is over. Otherwise the game is over after
    /// the next move, because the other side has no piece to move.
    #[cold]
    fn without_table(tables: &Tables, position: &Position) -> Value {
        let plies = if tables.game().has_moves(position) { 1 } else { 0 };
        Value::decided(plies, tables.game().variant().goal)
    }

    fn wdl_by_king_runs(
        tables: &Tables,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Option<Wdl>, ProbeError> {
        king_runs::wdl(tables, position, rules, counters)
    }

    fn rule_plies(
        tables: &Tables,
        position: &Position,
        _wdl: Wdl,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Option<u32>, ProbeError> {
        king_runs::plies(tables, position, rules, counters)
    }

    fn lone_king_slices(&self, army: &Army) -> Vec<Slice> {
        if ![Kind::Man, Kind::King].into_iter().all(|kind| self.variant().plays_on_with(kind)) {
            return Vec::new();
        }
        let mut counts = [[0; KINDS]; 2];
        (counts[0][Kind::Man as usize], counts[0][Kind::King as usize]) = (army.men, army.kings);
        counts[1][Kind::King as usize] = 1;
        let material = Material { counts };
        let of = |material| Side::BOTH.map(|side| Slice { material, side }.canonical(self));
        [of(material), of(material.swapped())].concat()
    }

    fn plies_before(&self, metric: Metric, plies_after: u32, position: &Position, mv: &Move) -> u32 {
        let ends = match metric {
            Metric::Dtc => mv.captured != 0 || mv.kind != Kind::King,
            Metric::Dtr(set) => {
                let (rules, events) = (set.rules(), Events::of(mv));
                let after = rules.situation(&self.play(position, mv));
                rules.code.counts.iter().any(|rule| is_reset(&rules, rule, events, &after))
            }
            Metric::Wdl | Metric::Dtw | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => false,
        };
        if ends { 1 } else { plies_after + 1 }
    }
}

impl Tables {
    /// Returns the win, draw or loss of a position for the side to move, if its decoded cell is in
    /// memory; otherwise `None`. Blocks that [`Tables::probe_wdl`] often needs are kept decoded in
    /// memory.
    #[inline]
    pub fn probe_wdl_in_memory(&self, position: &Position) -> Option<Wdl> {
        self.expanded(self.address(position, Metric::Wdl), Metric::Wdl).map(Wdl::of_cell)
    }

    /// Returns the depth to conversion (plies to the next capture or move of a man) of a position
    /// if this move is made. The distance includes the move; see [`Tables::plies_of_move`].
    ///
    /// # Errors
    /// The errors of [`Tables::plies_of_move`].
    pub fn dtc_of_move(&self, rated: &RatedMove<Draughts>) -> Result<Option<u32>, ProbeError> {
        // In draughts, the move alone shows whether it is a conversion. The position before the
        // move is not needed, so any position can be passed in its place.
        self.plies_of_move(&rated.position, &rated.mv, (&rated.position, rated.value), Metric::Dtc)
    }

    #[cold]
    fn probe_wdl_further(&self, position: &Position, address: Address) -> Result<Wdl, ProbeError> {
        match for_this_processor!(self.cell_at(position, address, Metric::Wdl))? {
            Some(cell) => Ok(Wdl::of_cell(cell)),
            None => Ok(Draughts::without_table(self, position).wdl),
        }
    }

    #[cold]
    fn probe_further(&self, position: &Position, address: Address) -> Result<Value, ProbeError> {
        match for_this_processor!(self.cell_at(position, address, Metric::Dtw)) {
            Ok(Some(cell)) => Ok(Value::of_dtw_cell(cell, self.game().variant().goal)),
            Ok(None) => Ok(Draughts::without_table(self, position)),
            Err(ProbeError::MissingTable { .. }) => Ok(Value { wdl: self.probe_wdl(position)?, plies: None }),
            Err(other) => Err(other),
        }
    }

    #[inline(always)]
    fn address(&self, position: &Position, metric: Metric) -> Address {
        for_this_processor!(self.slices.finder.find(position, Numbering::of(metric)))
    }

    /// Returns the number in the cell at an address, if the decoded cell is in memory; otherwise
    /// `None`. Nearly all blocks that are often used are kept decoded.
    #[inline(always)]
    fn expanded(&self, address: Address, metric: Metric) -> Option<u32> {
        self.slices.at(address.slice as usize)?.table(metric)?.cell_ref(address.number).read()
    }

    /// Returns the number in the cell of a position; `None` when the game is over and no table
    /// holds the position.
    #[inline(always)]
    fn cell_at(&self, position: &Position, address: Address, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let Some(of_slice) = self.slices.at(address.slice as usize) else { return self.not_found(position, metric) };
        let Some(table) = of_slice.table(metric) else { return self.no_table(of_slice.slice(), metric) };
        match table.resolved_cell(address.number) {
            Ok(Some(cell)) => Ok(Some(cell)),
            Ok(None) => self.resolve_captures(position, table, address.number).map(Some),
            Err(error) => Err(table.unreadable(error)),
        }
    }

    #[cold]
    fn not_found(&self, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        self.game().check(position)?;
        if self.game().is_over_by_promotion(position) {
            return Ok(None);
        }
        self.no_table(Slice::of(self.game(), position), metric)
    }

    #[cold]
    fn no_table(&self, slice: Slice, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let [white, black] = Side::BOTH.map(|side| slice.material.of_side(side));
        if white == 0 || black == 0 {
            return Ok(None);
        }
        self.check_pieces(slice.material.pieces().into())?;
        self.need(slice, metric).map(|_| None)
    }
}
