//! Finds the depth to conversion inside one unit whose wins and losses are known. This is the
//! number of plies to the next capture or move of a fixed piece, or to the end of the game. The
//! winner takes the fastest way and the loser the slowest.
//!
//! Every conversion leaves the unit, and only the winner after the conversion matters, not the
//! distance after it. Wins and losses may take an odd or an even number of plies, so each ply
//! searches for both. The results of a ply take effect when both sides have been searched.

use std::io;

use peatee_rules::{Bitboard, Side};

use super::king_moves::KingMoves;
use super::row_worklist::{Frontier, RowWorklist};
use crate::solver::draughts::bitboards::value_word::{TooFewDigits, set_digits};
use crate::spill::spill_vec::{Backing, SpillVec};

/// Sets of positions of a solved unit (configuration of the men) for one side to move. Each set has
/// one word for each placement of all kings but one.
#[derive(Debug, Clone, Copy)]
pub struct UnitSets<'a, W> {
    pub won: &'a [W],
    pub lost: &'a [W],
    /// Positions in which no capture is possible.
    pub quiet: &'a [W],
    /// Positions in which a capture or a quiet move of a man (or other piece that is not a king)
    /// wins.
    pub won_by_exit: &'a [W],
    /// Positions in which no move is possible.
    pub ended: &'a [W],
}

/// The state of the search for distances to the next capture or move of a man, for one side to
/// move. A position is *open* while its distance is not known.
#[derive(Debug)]
struct ConversionState<W> {
    open_wins: SpillVec<W>,
    open_losses: SpillVec<W>,
    known_losses: SpillVec<W>,
    /// Distances to the next capture or move of a man, in binary: `digits[i]` holds digit `i` of
    /// the distance of every position.
    digits: Vec<SpillVec<W>>,
    /// Rows (placements of one side's kings) to search again, indexed by [`LOSSES`] or [`WINS`].
    worklists: [RowWorklist; 2],
    /// Positions whose distance is the current ply, indexed by [`LOSSES`] or [`WINS`].
    frontiers: [Frontier<W>; 2],
}

const LOSSES: usize = 0;
const WINS: usize = 1;

/// Finds the distances to the next capture or move of a man, one unit (configuration of the men)
/// after the other, in reused memory.
#[derive(Debug)]
pub struct ConversionSolver<W> {
    sides: [ConversionState<W>; 2],
    is_large: bool,
}

impl<W: Bitboard> ConversionSolver<W> {
    /// Allocates memory for units (configurations of the men) of `rows` x `columns` words and
    /// distances of `digits` binary digits. If `is_large` is true, several threads share the rows
    /// of a unit.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new([rows, columns]: [usize; 2], digits: usize, is_large: bool, room: &Backing) -> io::Result<Self> {
        let words = || room.zeros(rows * columns);
        let frontier = || Frontier::new([rows, columns], room);
        let side = || {
            Ok::<_, io::Error>(ConversionState {
                open_wins: words()?,
                open_losses: words()?,
                known_losses: words()?,
                digits: (0..digits).map(|_| words()).collect::<io::Result<_>>()?,
                worklists: [RowWorklist::new(rows), RowWorklist::new(rows)],
                frontiers: [frontier()?, frontier()?],
            })
        };
        Ok(ConversionSolver { sides: [side()?, side()?], is_large })
    }

    /// Returns the distances found for `side` to move, in plies (not halved). There is one list for
    /// each binary digit, with a word for each placement of all kings but one.
    pub fn digits(&self, side: Side) -> &[SpillVec<W>] {
        &self.sides[side as usize].digits
    }

    /// Finds, for all positions of a unit (configuration of the men), the distance to the next
    /// capture or move of a man.
    ///
    /// # Errors
    /// Returns [`TooFewDigits`] when a distance has more binary digits than are stored.
    pub fn solve(&mut self, kings: &KingMoves<'_, W>, wdl: [UnitSets<'_, W>; 2]) -> Result<(), TooFewDigits> {
        for (side, wdl) in self.sides.iter_mut().zip(&wdl) {
            side.begin_unit(wdl);
        }
        for ply in 1.. {
            for side in Side::BOTH {
                self.search(kings, side, LOSSES);
                self.search(kings, side, WINS);
            }
            if ply == 1 {
                for (side, wdl) in self.sides.iter_mut().zip(&wdl) {
                    side.add_conversions(wdl);
                }
            }
            let mut any = false;
            for side in Side::BOTH {
                any |= self.decide_frontiers(kings, side, ply)?;
            }
            if !any {
                break;
            }
        }
        let open = self.sides.iter().flat_map(|side| side.open_wins.iter().chain(&side.open_losses[..]));
        debug_assert!(open.into_iter().all(|open| open.is_empty()));
        Ok(())
    }

    /// Searches the rows (placements of one side's kings) of a worklist for positions whose
    /// distance is the current ply, with `side` to move. `list` selects the worklist: [`LOSSES`] or
    /// [`WINS`].
    fn search(&mut self, kings: &KingMoves<'_, W>, side: Side, list: usize) {
        let own = &mut self.sides[side as usize];
        let mut frontier = std::mem::take(&mut own.frontiers[list]);
        let mut worklist = std::mem::take(&mut own.worklists[list]);
        let own = &self.sides[side as usize];
        let theirs = &self.sides[side.other() as usize];
        // The distance of a win is found if some move leads to a loss of known distance. The
        // distance of a loss is found if no move leads to a win of unknown distance.
        let (candidates, source) = if list == WINS {
            (&own.open_wins[..], &theirs.known_losses[..])
        } else {
            (&own.open_losses[..], &theirs.open_wins[..])
        };
        frontier.search(&mut worklist, self.is_large, |row, words| {
            let first = row * words.len();
            let candidates = &candidates[first..first + words.len()];
            if candidates.iter().all(|word| word.is_empty()) {
                return false;
            }
            kings.predecessors(side, row, (source, W::EMPTY), |place| candidates[place - first], words);
            let mut any = W::EMPTY;
            for (word, &candidates) in words.iter_mut().zip(candidates) {
                *word = candidates & if list == WINS { *word } else { !*word };
                any |= *word;
            }
            !any.is_empty()
        });
        let own = &mut self.sides[side as usize];
        (own.frontiers[list], own.worklists[list]) = (frontier, worklist);
    }

    /// Sets the distance of the positions with `side` to move that were found at this ply. The
    /// worklists of the opponent get the rows (placements of one side's kings) from which moves
    /// lead to these positions. Returns true when some positions were found.
    fn decide_frontiers(&mut self, kings: &KingMoves<'_, W>, side: Side, ply: usize) -> Result<bool, TooFewDigits> {
        let opponent = side.other();
        let mut any = false;
        for list in [LOSSES, WINS] {
            let frontier = std::mem::take(&mut self.sides[side as usize].frontiers[list]);
            for (row, words) in frontier.rows() {
                any = true;
                self.sides[side as usize].decide(list, row * words.len(), words, ply)?;
                kings.mark_predecessors(opponent, row, &mut self.sides[opponent as usize].worklists[1 - list]);
            }
            self.sides[side as usize].frontiers[list] = frontier;
        }
        Ok(any)
    }
}

impl<W: Bitboard> ConversionState<W> {
    fn begin_unit(&mut self, wdl: &UnitSets<'_, W>) {
        for place in 0..self.open_wins.len() {
            let ended = wdl.ended[place];
            self.open_wins[place] = wdl.won[place] & !ended;
            // Losses in positions with captures get their distance at ply 1.
            self.open_losses[place] = wdl.lost[place] & wdl.quiet[place] & !ended;
            self.known_losses[place] = wdl.lost[place] & ended;
        }
        self.digits.iter_mut().for_each(|digits| digits.fill(W::EMPTY));
        self.worklists.iter_mut().for_each(RowWorklist::mark_all);
    }

    /// Adds all positions with a distance of 1 to the frontiers: positions that a capture or a move
    /// of a man wins, and lost positions in which captures are possible. Must be called after the
    /// search of ply 1, which searches all rows (placements of one side's kings).
    fn add_conversions(&mut self, wdl: &UnitSets<'_, W>) {
        self.frontiers[WINS].add(|place| wdl.won_by_exit[place]);
        self.frontiers[LOSSES].add(|place| wdl.lost[place] & !wdl.quiet[place]);
    }

    /// Sets the distance of the positions in `words` to `ply`. `list` tells whether these are
    /// [`LOSSES`] or [`WINS`]. `first` is the index of the first word in the unit (configuration of
    /// the men).
    #[inline(always)]
    fn decide(&mut self, list: usize, first: usize, words: &[W], ply: usize) -> Result<(), TooFewDigits> {
        for (&new, place) in words.iter().zip(first..) {
            if new.is_empty() {
                continue;
            }
            if list == WINS {
                self.open_wins[place] &= !new;
            } else {
                self.open_losses[place] &= !new;
                self.known_losses[place] |= new;
            }
            set_digits(&mut self.digits, place, new, ply)?;
        }
        Ok(())
    }
}
