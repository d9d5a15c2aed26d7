//! Solves sets of chess (slices with their opposites) one after the other. Solved sets that other
//! sets need are kept as long as there is memory.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use peatee_chess::Slice;
use peatee_probe::chess::Chess;
use peatee_table::Metric;

use super::can_mate::{CanMateSet, NumberedCells};
use super::depth_set::DepthSet;
use super::memory::solved_bytes;
use super::read::ReadSet;
use super::read_depths::ReadDepths;
use super::set::{NumberedValues, solve_set, without_plies};
use super::words::layout::SetLayout;
use super::words::solved::SolvedSet;
use super::words::zeroing::NextSets;
use crate::error::Error;

/// A solved set in one of three forms: for WDL and DTZ, for DTM or DTC, or for the sides that can
/// mate.
pub trait SolvedForm: Sized + Send + Sync {
    /// Values of a slice, indexed by position number, from which its tables are written.
    type Numbered;
    /// The set (a slice and its opposite) as read from its tables, without the values that the
    /// tables omit.
    type Read;
    /// Parameter of the solver in addition to the pieces, such as the limit of the half-move clock.
    type Rule: Copy + Send;

    /// Returns the metric of the tables that are made with this parameter. If there are several
    /// such metrics, returns one of them.
    fn metric(rule: Self::Rule) -> Metric;

    /// Solves all positions of a set (a slice and its opposite). `next` returns the sets that its
    /// moves lead to.
    fn solve(layout: SetLayout, rule: Self::Rule, next: impl FnMut(Slice) -> Arc<Self>) -> (Self, Vec<Self::Numbered>);

    /// Returns the materials of the sets (slices with their opposites) from which the values that
    /// the tables omit are restored.
    fn needs(read: &Self::Read) -> BTreeSet<Slice>;

    /// Restores the omitted values of a set (a slice and its opposite) that was read from its
    /// tables. `next` returns the sets that [`SolvedForm::needs`] names.
    fn completed(read: Self::Read, next: impl FnMut(Slice) -> Arc<Self>) -> Self;

    fn color_swapped(&self) -> Self;
}

impl SolvedForm for SolvedSet {
    type Numbered = NumberedValues;
    type Read = ReadSet;
    /// Plies within which a win must reach a capture, pawn move or mate.
    type Rule = usize;

    fn metric(_: usize) -> Metric {
        Metric::Wdl
    }

    fn solve(
        layout: SetLayout,
        limit_plies: usize,
        next: impl FnMut(Slice) -> Arc<Self>,
    ) -> (Self, Vec<NumberedValues>) {
        let next = NextSets::new(&layout, next);
        solve_set(layout, limit_plies, &next)
    }

    fn needs(read: &ReadSet) -> BTreeSet<Slice> {
        read.needs()
    }

    fn completed(read: ReadSet, next: impl FnMut(Slice) -> Arc<Self>) -> Self {
        read.completed(next)
    }

    fn color_swapped(&self) -> Self {
        self.color_swapped()
    }
}

impl SolvedForm for CanMateSet {
    type Numbered = NumberedCells;
    type Read = CanMateSet;
    type Rule = ();

    fn metric((): ()) -> Metric {
        Metric::CanMate
    }

    fn solve(layout: SetLayout, (): (), next: impl FnMut(Slice) -> Arc<Self>) -> (Self, Vec<NumberedCells>) {
        CanMateSet::solve(layout, next)
    }

    fn needs(_: &CanMateSet) -> BTreeSet<Slice> {
        BTreeSet::new()
    }

    fn completed(read: CanMateSet, _: impl FnMut(Slice) -> Arc<Self>) -> Self {
        read
    }

    fn color_swapped(&self) -> Self {
        self.color_swapped()
    }
}

impl SolvedForm for DepthSet {
    type Numbered = NumberedValues;
    type Read = ReadDepths;
    type Rule = Metric;

    fn metric(depth: Metric) -> Metric {
        depth
    }

    fn solve(layout: SetLayout, depth: Metric, next: impl FnMut(Slice) -> Arc<Self>) -> (Self, Vec<NumberedValues>) {
        DepthSet::solve(layout, depth, next)
    }

    fn needs(read: &ReadDepths) -> BTreeSet<Slice> {
        read.needs()
    }

    fn completed(read: ReadDepths, next: impl FnMut(Slice) -> Arc<Self>) -> Self {
        read.completed(next)
    }

    fn color_swapped(&self) -> Self {
        self.color_swapped()
    }
}

/// Function that reads a solved set (a slice and its opposite) from its tables; returns `None` if
/// there are no such tables.
type Read<'a, S> = Box<dyn Fn(Slice) -> Result<Option<<S as SolvedForm>::Read>, Error> + Send + 'a>;

/// Solver of sets (slices with their opposites). `S` is the form of the result: WDL and DTZ, DTM or
/// DTC, or the sides that can mate.
pub struct SolverOf<'a, S: SolvedForm> {
    /// Solved sets (slices with their opposites), by material with White's pieces first.
    solved: HashMap<Slice, Arc<S>>,
    read: Read<'a, S>,
    rule: S::Rule,
}

pub type Solver<'a> = SolverOf<'a, SolvedSet>;

impl Solver<'_> {
    /// Returns the values for the WDL tables of a set (a slice and its opposite). Reads the set
    /// from its tables, or solves it.
    ///
    /// # Errors
    /// Returns an error when a set cannot be read back.
    pub fn who_wins(&mut self, set: Slice) -> Result<Vec<NumberedValues>, Error> {
        let solved = self.find(set)?;
        let mut next = HashMap::new();
        for material in NextSets::materials_of_captures(set) {
            next.insert(material, self.find(material)?);
        }
        let next = NextSets::of_captures(&solved.layout, |material| next[&material].clone());
        Ok(without_plies(&solved, &next))
    }
}

pub type CanMateSolver<'a> = SolverOf<'a, CanMateSet>;

pub type DepthSolver<'a> = SolverOf<'a, DepthSet>;

impl Default for Solver<'_> {
    fn default() -> Self {
        SolverOf::within(Chess::limit_plies(&Chess::fifty_moves()) as usize)
    }
}

impl Default for CanMateSolver<'_> {
    fn default() -> Self {
        SolverOf::within(())
    }
}

impl<S: SolvedForm> fmt::Debug for SolverOf<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverOf").field("solved", &self.solved.keys()).finish_non_exhaustive()
    }
}

impl<'a, S: SolvedForm> SolverOf<'a, S> {
    /// Creates a solver with the given parameter that reads no tables and solves every set (a slice
    /// and its opposite).
    pub fn within(rule: S::Rule) -> Self {
        SolverOf::reading(rule, |_| Ok(None))
    }

    /// Creates a solver with the given parameter. It gets solved sets (slices with their opposites)
    /// from `read`, and solves the sets for which `read` returns `None`.
    pub fn reading(rule: S::Rule, read: impl Fn(Slice) -> Result<Option<S::Read>, Error> + Send + 'a) -> Self {
        SolverOf { solved: HashMap::new(), read: Box::new(read), rule }
    }

    pub fn metric(&self) -> Metric {
        S::metric(self.rule)
    }

    /// Solves a set (a slice and its opposite). Before that, solves the unsolved sets to which its
    /// moves lead. Returns the values of its slices.
    ///
    /// # Errors
    /// Returns an error when a set cannot be read back.
    pub fn solve(&mut self, set: Slice) -> Result<Vec<S::Numbered>, Error> {
        let mut next = HashMap::new();
        for material in NextSets::materials(set.set()) {
            next.insert(material, self.find(material)?);
        }
        let (solved, numbered) = S::solve(SetLayout::new(set.set()), self.rule, |material| next[&material].clone());
        self.solved.insert(set.set(), Arc::new(solved));
        Ok(numbered)
    }

    /// Drops solved sets (slices with their opposites) from memory. Keeps all sets that are needed
    /// to solve the next set. Of the other sets, keeps those that are needed soonest and take at
    /// most `allowed_bytes` together.
    ///
    /// `next_use` returns how many sets are to be solved before one that needs the given set (0 if
    /// the next set needs it), or `None` if it is not needed again.
    pub fn keep(&mut self, allowed_bytes: u64, next_use: impl Fn(Slice) -> Option<usize>) {
        let mut used: Vec<(usize, Slice)> =
            self.solved.keys().filter_map(|material| Some((next_use(material.set())?, *material))).collect();
        used.sort();
        let mut kept_bytes = 0;
        used.retain(|&(place, material)| {
            let bytes = if place == 0 { 0 } else { solved_bytes(material, self.metric()) };
            let has_room = kept_bytes + bytes <= allowed_bytes;
            kept_bytes += if has_room { bytes } else { 0 };
            has_room
        });
        self.solved.retain(|material, _| used.iter().any(|(_, kept)| kept == material));
    }

    /// Returns a solved set (a slice and its opposite): one that is kept, or read from its tables,
    /// or else solved.
    ///
    /// # Errors
    /// Returns an error when a set cannot be read back.
    pub fn find(&mut self, material: Slice) -> Result<Arc<S>, Error> {
        if let Some(solved) = self.solved.get(&material) {
            return Ok(solved.clone());
        }
        if material.set() != material {
            let color_swapped = self.find(material.set())?.color_swapped();
            self.solved.insert(material, Arc::new(color_swapped));
        } else if let Some(read) = (self.read)(material)? {
            let mut next = HashMap::new();
            for needed in S::needs(&read) {
                next.insert(needed, self.find(needed)?);
            }
            let completed = S::completed(read, |material| next[&material].clone());
            self.solved.insert(material, Arc::new(completed));
        } else {
            self.solve(material)?;
        }
        Ok(self.solved[&material].clone())
    }
}
