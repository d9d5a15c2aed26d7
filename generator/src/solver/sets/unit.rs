//! Solving one unit: wins and losses spread over the moves of the kings, one ply after the other.
//!
//! Where having no move loses, losses take an even number of plies and wins an odd one (the other way round where it
//! wins). So each ply finds only wins or only losses, from all losses or wins found before, and the order of work inside
//! a ply does not matter. A position is won when a move leads to a loss. It is lost when no move leads to anything but
//! wins: no moves are counted.
//!
//! Only rows into whose neighbours something new has come are looked at again.

use std::ops::Range;

use peatee_rules::{Side, Word};
use rayon::prelude::*;

use super::best::append_values;
use super::conversion::{ConversionSolver, Signs};
use super::kings::KingMoves;
use super::looked::{Event, Looked, What, look_at_rows};
use super::marks::{Finds, Marks, ROWS_TOGETHER};
use super::slides::Slides;
use super::start::{Before, Looker, Unit, win_parity};

/// Units with more words than this are worked on by several threads at once.
pub const LARGE_UNIT_WORDS: usize = 1 << 12;

/// A distance has more digits than were planned.
#[derive(Debug)]
pub struct TooFewDigits;

/// Writes a number where there is none yet, at squares of one place.
///
/// # Errors
/// [`TooFewDigits`] when it does not fit.
#[inline(always)]
pub fn put_number<W: Word>(digits: &mut [Vec<W>], place: usize, squares: W, number: usize) -> Result<(), TooFewDigits> {
    if number >> digits.len() != 0 {
        return Err(TooFewDigits);
    }
    let mut left = number;
    while left != 0 {
        digits[left.trailing_zeros() as usize][place] |= squares;
        left &= left - 1;
    }
    Ok(())
}

/// The positions of one side to move.
#[derive(Debug)]
struct Field<W> {
    /// No capture is possible: kings may move.
    quiet: Vec<W>,
    /// A man's move keeps the position from being lost, as far as is known.
    saved: Vec<W>,
    won: Vec<W>,
    lost: Vec<W>,
    digits: Vec<Vec<W>>,
    /// See [`Looked`].
    signs: [Vec<W>; 3],
    /// No move is possible; used for distances to conversions.
    ended: Vec<W>,
    /// By ply; used when distances are wanted.
    events: Vec<Vec<Event<W>>>,
    /// Rows to look at again, for losses and for wins.
    again: [Marks; 2],
}

const FOR_LOSSES: usize = 0;
const FOR_WINS: usize = 1;

/// What a search finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LooksFor {
    /// Positions without a legal move: at the start, when nothing is decided. Whether that wins or loses matters only in
    /// that what has just been found for the other side must not be looked at.
    NoMove { finds_wins: bool },
    /// Positions in which no move leads to anything but a win.
    Losses,
    /// Positions in which a move leads to a loss.
    Wins,
}

/// The value words of solved units, one after the other, each with those of White to move first.
#[derive(Debug)]
pub struct Found<W> {
    /// To the end of the game; behind each value the squares where nothing can be captured.
    pub values: Vec<W>,
    /// To conversions; empty when these are not wanted.
    pub conversions: Vec<W>,
}

/// Solves units one after the other, in the same memory.
#[derive(Debug)]
pub struct UnitSolver<'a, W> {
    before: &'a Before<'a, W>,
    kings: KingMoves<'a, W>,
    /// When distances to conversions are wanted.
    conversions: Option<ConversionSolver<W>>,
    fields: [Field<W>; 2],
    looker: Looker<W>,
    looked: Looked<W>,
    finds: Finds<W>,
    is_large: bool,
    win_parity: u32,
    last_event: usize,
}

impl<'a, W: Word> UnitSolver<'a, W> {
    /// Takes the memory it needs.
    pub fn new(before: &'a Before<'a, W>, slides: &'a [Slides<W>; 2]) -> Self {
        let (words, rows) = (before.layout.unit_words(), before.layout.rows);
        let field = || Field {
            quiet: Vec::new(),
            saved: Vec::new(),
            signs: Default::default(),
            ended: vec![W::EMPTY; if before.conversion_digits > 0 { words } else { 0 }],
            won: vec![W::EMPTY; words],
            lost: vec![W::EMPTY; words],
            digits: vec![vec![W::EMPTY; words]; before.digits],
            events: Vec::new(),
            again: [Marks::new(rows), Marks::new(rows)],
        };
        let is_large = words > LARGE_UNIT_WORDS;
        let conversion_digits = before.conversion_digits;
        let new_solver = || ConversionSolver::new(rows, before.layout.columns, conversion_digits, is_large);
        UnitSolver {
            before,
            conversions: (conversion_digits > 0).then(new_solver),
            kings: KingMoves::new(before, slides),
            fields: [field(), field()],
            looker: Looker::new(before.digits),
            looked: Looked::default(),
            finds: Finds::new(rows, before.layout.columns),
            is_large,
            win_parity: win_parity(before.kernel.goal) as u32,
            last_event: 0,
        }
    }

    /// Solves a unit and appends its value words: those of White to move, then those of Black to move; likewise those
    /// of distances to conversions, if these are wanted.
    ///
    /// # Errors
    /// [`TooFewDigits`] when a distance does not fit.
    pub fn solve(&mut self, unit: &Unit<W>, found: &mut Found<W>) -> Result<(), TooFewDigits> {
        self.begin(unit);
        self.look(unit);
        self.run()?;
        for field in &self.fields {
            let digits = field.digits.iter().map(Vec::as_slice);
            append_values(
                [&field.won[..], &field.lost].into_iter().chain(digits).chain([&field.quiet[..]]),
                &mut found.values,
            );
        }
        let Some(solver) = &mut self.conversions else { return Ok(()) };
        let [white, black] = &self.fields;
        solver.solve(&self.kings, [white.signs_for_conversion(), black.signs_for_conversion()], &mut found.conversions)
    }

    fn begin(&mut self, unit: &Unit<W>) {
        for field in &mut self.fields {
            let digits = field.digits.iter_mut();
            [&mut field.won, &mut field.lost].into_iter().chain(digits).for_each(|words| words.fill(W::EMPTY));
        }
        self.last_event = 0;
        self.kings.turn_to(unit.men);
    }

    /// The first look at every word.
    fn look(&mut self, unit: &Unit<W>) {
        let (before, win_parity) = (self.before, self.win_parity);
        let rows = before.layout.rows;
        self.looked.clear();
        if self.is_large {
            let chunks: Vec<Range<usize>> =
                (0..rows).step_by(ROWS_TOGETHER).map(|first| first..(first + ROWS_TOGETHER).min(rows)).collect();
            let parts: Vec<Looked<W>> = chunks
                .into_par_iter()
                .map_init(
                    || Looker::new(before.digits),
                    |looker, rows| {
                        let mut looked = Looked::default();
                        look_at_rows(before, unit, rows, looker, &mut looked, win_parity);
                        looked
                    },
                )
                .collect();
            for part in parts {
                self.looked.append(part);
            }
        } else {
            self.looker.turn();
            look_at_rows(before, unit, 0..rows, &mut self.looker, &mut self.looked, win_parity);
        }
        for (side, field) in self.fields.iter_mut().enumerate() {
            std::mem::swap(&mut field.quiet, &mut self.looked.quiet[side]);
            std::mem::swap(&mut field.saved, &mut self.looked.saved[side]);
            std::mem::swap(&mut field.signs, &mut self.looked.signs[side]);
            for (ply, event) in self.looked.events[side].drain(..) {
                self.last_event = self.last_event.max(ply as usize);
                if field.events.len() <= ply as usize {
                    field.events.resize_with(ply as usize + 1, Vec::new);
                }
                field.events[ply as usize].push(event);
            }
        }
    }

    /// Takes the plies in order.
    fn run(&mut self) -> Result<(), TooFewDigits> {
        let last_event = self.last_event;
        // Who loses by having no move loses as well in that no move leads to anything but wins: where neither when nor
        // how is wanted, the search for losses finds it.
        if self.win_parity == 0 || self.before.digits > 0 || self.conversions.is_some() {
            self.find_ended()?;
        }
        if self.before.digits == 0 {
            // Nothing has to wait for its ply.
            for field in &mut self.fields {
                let [won, lost, unsaved] = &field.signs;
                field.won.iter_mut().zip(won).for_each(|(all, &won)| *all |= won);
                field.lost.iter_mut().zip(lost).for_each(|(all, &lost)| *all |= lost);
                field.saved.iter_mut().zip(unsaved).for_each(|(saved, &unsaved)| *saved &= !unsaved);
                field.again.iter_mut().for_each(Marks::mark_all);
            }
        }
        for ply in 1.. {
            let finds_wins = ply as u32 % 2 == self.win_parity;
            let (looks_for, kind) =
                if finds_wins { (LooksFor::Wins, FOR_WINS) } else { (LooksFor::Losses, FOR_LOSSES) };
            for side in Side::BOTH {
                self.take_events(side, ply, finds_wins)?;
                if !self.fields[side as usize].again[kind].is_empty() {
                    self.search(side, looks_for, ply, finds_wins)?;
                }
            }
            let is_done = self.fields.iter().flat_map(|field| &field.again).all(Marks::is_empty);
            if is_done && ply >= last_event {
                break;
            }
        }
        Ok(())
    }

    /// Ply 0: positions without a move.
    fn find_ended(&mut self) -> Result<(), TooFewDigits> {
        let finds_wins = self.win_parity == 0;
        for side in Side::BOTH {
            // This search uses up what White's finds have marked for Black's losses.
            let is_marked = !self.fields[side as usize].again[FOR_LOSSES].is_empty();
            self.fields[side as usize].again[FOR_LOSSES].mark_all();
            self.search(side, LooksFor::NoMove { finds_wins }, 0, finds_wins)?;
            let Field { again, ended, won, lost, .. } = &mut self.fields[side as usize];
            if is_marked {
                again[FOR_LOSSES].mark_all();
            }
            if !ended.is_empty() {
                // Nothing else is decided yet.
                ended.copy_from_slice(if finds_wins { won } else { lost });
            }
        }
        Ok(())
    }

    fn take_events(&mut self, side: Side, ply: usize, finds_wins: bool) -> Result<(), TooFewDigits> {
        let columns = self.before.layout.columns;
        let field = &mut self.fields[side as usize];
        let Some(events) = field.events.get_mut(ply) else { return Ok(()) };
        let events = std::mem::take(events);
        let mut changed = usize::MAX;
        for event in &events {
            let place = event.place as usize;
            let row = place / columns;
            let field = &mut self.fields[side as usize];
            if event.what == What::Unsaved {
                field.saved[place] &= !event.squares;
                field.again[FOR_LOSSES].mark(row);
                continue;
            }
            let new = event.squares & !(field.won[place] | field.lost[place]);
            if new.is_empty() {
                continue;
            }
            field.decide(place, new, ply, finds_wins)?;
            if row != changed {
                self.note(side, row, finds_wins);
                changed = row;
            }
        }
        let field = &mut self.fields[side as usize];
        field.events[ply] = events;
        field.events[ply].clear();
        Ok(())
    }

    /// Finds what is decided now in the rows that are to be looked at again, and puts it where it belongs.
    fn search(&mut self, side: Side, looks_for: LooksFor, ply: usize, finds_wins: bool) -> Result<(), TooFewDigits> {
        let kind = if looks_for == LooksFor::Wins { FOR_WINS } else { FOR_LOSSES };
        let (mut finds, mut again) =
            (std::mem::take(&mut self.finds), std::mem::take(&mut self.fields[side as usize].again[kind]));
        finds.look(&mut again, self.is_large, |row, new| self.search_row(side, looks_for, row, new));
        self.fields[side as usize].again[kind] = again;
        for (row, words) in finds.rows() {
            for (&new, place) in words.iter().zip(row * words.len()..) {
                if !new.is_empty() {
                    self.fields[side as usize].decide(place, new, ply, finds_wins)?;
                }
            }
            self.note(side, row, finds_wins);
        }
        self.finds = finds;
        Ok(())
    }

    /// Something new is known in a row: the rows from which moves of the opponent lead there are to be looked at.
    fn note(&mut self, side: Side, row: usize, are_wins: bool) {
        let opponent = side.other();
        let kind = if are_wins { FOR_LOSSES } else { FOR_WINS };
        self.kings.mark_rows_before(opponent, row, &mut self.fields[opponent as usize].again[kind]);
    }

    /// Looks at one row; true when something was found, which is then in `new`.
    fn search_row(&self, side: Side, looks_for: LooksFor, row: usize, new: &mut [W]) -> bool {
        let places = row * new.len()..(row + 1) * new.len();
        let field = &self.fields[side as usize];
        let theirs = &self.fields[side.other() as usize];
        let for_losses = looks_for != LooksFor::Wins;
        // Where a win is looked for, a move to a loss; where a loss is, a move to anything but a win.
        let (source, flip) = match looks_for {
            LooksFor::Wins => (&theirs.lost, W::EMPTY),
            LooksFor::Losses | LooksFor::NoMove { finds_wins: false } => (&theirs.won, !W::EMPTY),
            LooksFor::NoMove { finds_wins: true } => (&theirs.lost, !W::EMPTY),
        };
        let undecided = |place: usize| {
            let decided = field.won[place] | field.lost[place];
            let saved = if for_losses { field.saved[place] } else { W::EMPTY };
            field.quiet[place] & !(decided | saved)
        };
        if places.clone().all(|place| undecided(place).is_empty()) {
            return false;
        }
        self.kings.pull(side, row, source, flip, undecided, new);
        let mut any = W::EMPTY;
        for (new, place) in new.iter_mut().zip(places) {
            let candidates = undecided(place);
            *new = candidates & if for_losses { !*new } else { *new };
            any |= *new;
        }
        !any.is_empty()
    }
}

impl<W: Word> Field<W> {
    /// What is known once the unit is solved.
    fn signs_for_conversion(&self) -> Signs<'_, W> {
        let [won_by_conversion, ..] = &self.signs;
        Signs { won: &self.won, lost: &self.lost, quiet: &self.quiet, won_by_conversion, ended: &self.ended }
    }

    #[inline(always)]
    fn decide(&mut self, place: usize, squares: W, ply: usize, won: bool) -> Result<(), TooFewDigits> {
        let sign = if won { &mut self.won } else { &mut self.lost };
        sign[place] |= squares;
        if self.digits.is_empty() {
            return Ok(());
        }
        put_number(&mut self.digits, place, squares, ply / 2)
    }
}
