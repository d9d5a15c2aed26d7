//! The search for wins and losses by quiet moves in a slice of kings alone.
//!
//! Each thread decides positions of its own rows for one side to move, and reads the positions of
//! the other side to move, which no thread writes at that time. The search therefore needs no
//! copies, and its result does not depend on the number of threads.

use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Side};

use super::planes::{PlanesPart, SidePlanes};
use super::row_set::{ROWS_PER_BLOCK, RowSet, rows_of};
use crate::parallel;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::fills::KingFills;
use crate::solver::draughts::bitboards::iterate::king_moves::KingMoves;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KingsTarget {
    /// Positions in which some move leads to a loss of the opponent.
    Wins,
    /// Positions in which all moves lead to wins of the opponent, including those without a move.
    Losses,
}

const ROUND: [(KingsTarget, Side); 4] = [
    (KingsTarget::Wins, Side::White),
    (KingsTarget::Wins, Side::Black),
    (KingsTarget::Losses, Side::White),
    (KingsTarget::Losses, Side::Black),
];

/// Finds the positions that quiet moves of kings win or lose, and marks them in the planes (sets of
/// won and of lost positions).
#[derive(Debug)]
pub struct KingsSearch<'a, W> {
    slice: &'a SliceContext<'a, W>,
    kings: KingMoves<'a, W>,
    planes: &'a mut [SidePlanes<W>; 2],
    /// Rows (placements of one side's kings) to search, indexed by side to move and
    /// [`KingsTarget`].
    worklists: [[RowSet; 2]; 2],
}

impl<'a, W: Bitboard> KingsSearch<'a, W> {
    /// Creates the search. `planes` holds sets of won, of lost and of quiet positions (positions
    /// without captures). Before the call, it must hold all quiet positions, and all positions that
    /// captures make won or lost.
    pub fn new(
        slice: &'a SliceContext<'a, W>,
        fills: &'a [KingFills<W>; 2],
        planes: &'a mut [SidePlanes<W>; 2],
    ) -> Self {
        let mut kings = KingMoves::new(slice, fills);
        kings.begin_unit(W::EMPTY);
        let worklists = [(); 2].map(|()| [(); 2].map(|()| RowSet::all(slice.rows.len())));
        KingsSearch { slice, kings, planes, worklists }
    }

    pub fn run(mut self) {
        // If a side without a move loses, the search for losses finds the positions without a move.
        if self.slice.kernel.goal == Goal::GiveAway {
            Side::BOTH.into_iter().for_each(|side| self.find_won_without_moves(side));
        }
        while self.worklists.iter().flatten().any(|rows| !rows.is_empty()) {
            for (target, side) in ROUND {
                if !self.worklists[side as usize][target as usize].is_empty() {
                    self.search(side, target);
                }
            }
        }
    }

    /// Finds positions with `side` to move that are won or lost, as `target` says, in the rows
    /// (placements of one side's kings) of a worklist. Marks these positions. A worklist of the
    /// opponent gets the rows from which moves lead to these positions.
    fn search(&mut self, side: Side, target: KingsTarget) {
        let (kings, opponent) = (&self.kings, side.other());
        let [own, theirs] = by_side(self.planes, side);
        // A position is won if some move leads to a loss of the opponent. It is lost if no move
        // leads to a draw or to a loss of the opponent.
        let (source, flip, answer) = match target {
            KingsTarget::Wins => (&theirs.lost, W::EMPTY, KingsTarget::Losses),
            KingsTarget::Losses => (&theirs.won, !W::EMPTY, KingsTarget::Wins),
        };
        let to_answer = &self.worklists[opponent as usize][answer as usize];
        let rows = self.worklists[side as usize][target as usize].drain();
        each_row(own, self.slice.columns.len(), rows, |row, part, reached| {
            let PlanesPart { won, lost, quiet } = part;
            if (0..quiet.len()).all(|column| open(won, lost, quiet, column).is_empty()) {
                return;
            }
            let first = row * quiet.len();
            kings.predecessors(side, row, (source, flip), |place| open(won, lost, quiet, place - first), reached);
            let mut any = W::EMPTY;
            for (column, &reached) in reached.iter().enumerate() {
                let open = open(won, lost, quiet, column);
                let (decided, new) = match target {
                    KingsTarget::Wins => (&mut won[column], open & reached),
                    KingsTarget::Losses => (&mut lost[column], open & !reached),
                };
                *decided |= new;
                any |= new;
            }
            if !any.is_empty() {
                kings.each_predecessor(opponent, row, |row| to_answer.add(row));
            }
        });
    }

    /// Marks the positions without a move as won, in games in which the side without a move wins.
    fn find_won_without_moves(&mut self, side: Side) {
        let kings = &self.kings;
        let [own, theirs] = by_side(self.planes, side);
        let rows = RowSet::all(self.slice.rows.len());
        each_row(own, self.slice.columns.len(), rows.drain(), |row, part, reached| {
            let PlanesPart { won, quiet, .. } = part;
            let first = row * quiet.len();
            // A position has a move if some move leads to a lost position, or to a position that is
            // not lost.
            kings.predecessors(side, row, (&theirs.lost, W::EMPTY), |place| quiet[place - first], reached);
            (0..quiet.len()).for_each(|column| won[column] |= quiet[column] & !reached[column]);
            kings.predecessors(side, row, (&theirs.lost, !W::EMPTY), |place| quiet[place - first], reached);
            (0..quiet.len()).for_each(|column| won[column] &= !(quiet[column] & reached[column]));
        });
    }
}

#[inline(always)]
fn open<W: Bitboard>(won: &[W], lost: &[W], quiet: &[W], column: usize) -> W {
    quiet[column] & !(won[column] | lost[column])
}

fn by_side<W>(planes: &mut [SidePlanes<W>; 2], side: Side) -> [&mut SidePlanes<W>; 2] {
    let [white, black] = planes;
    match side {
        Side::White => [white, black],
        Side::Black => [black, white],
    }
}

/// Calls `each` for every row (placement of one side's kings) whose bit in `blocks` is set. Several
/// threads share the rows.
///
/// The arguments are the index of the row, the sets of its won, lost and quiet positions, and a
/// buffer. Each set, and the buffer, has one word for each column (placement of the other side's
/// kings except one).
fn each_row<W: Bitboard>(
    planes: &mut SidePlanes<W>,
    columns: usize,
    blocks: impl Iterator<Item = u64>,
    each: impl Fn(usize, PlanesPart<'_, W>, &mut [W]) + Sync,
) {
    let parts = planes.parts_mut(ROWS_PER_BLOCK * columns);
    parallel::map_with(
        parts.zip(blocks).enumerate().filter(|(_, (_, rows))| *rows != 0),
        &|| vec![W::EMPTY; columns],
        &|work, (block, (mut part, rows))| {
            for in_block in rows_of(rows) {
                each(block * ROWS_PER_BLOCK + in_block, part.words_mut(in_block * columns, columns), work);
            }
        },
    );
}
