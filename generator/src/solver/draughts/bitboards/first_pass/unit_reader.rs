//! Converts values in table order to value words, unit by unit.

use peatee_rules::{Bitboard, Setup};

use crate::solver::draughts::bitboards::layout::bit_planes::{BitMatrices, read_planes};
use crate::solver::draughts::bitboards::layout::shared_columns::SharedColumns;
use crate::solver::draughts::bitboards::layout::table_order::{RunBuffer, SquareRun, TableOrder, Visitor, matrix_size};
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::layout::word_table::WordTable;
use crate::solver::draughts::bitboards::output::ValueForm;
use crate::solver::draughts::bitboards::value_word::{DIGITS, LOST, MAX_DIGITS, WON};
use crate::solver::values::Values;
use crate::solver::values::wdl_cells::{CELLS_PER_WORD, draws_and_wins};

#[derive(Debug)]
pub struct UnitReader<'a, W> {
    layout: &'a Layout<W>,
    order: TableOrder<'a, W>,
    form: ValueForm,
    columns: SharedColumns,
}

impl<'a, W: Bitboard> UnitReader<'a, W> {
    pub fn new(layout: &'a Layout<W>, order: TableOrder<'a, W>, form: ValueForm) -> Self {
        UnitReader { layout, order, form, columns: SharedColumns::new(layout) }
    }

    pub fn order(&self) -> &TableOrder<'a, W> {
        &self.order
    }

    /// Reads the values of all units (configurations of the men) of a slice. For each placement of
    /// all kings but one, the result has `value_words` machine words: won positions, lost
    /// positions, and binary digits of the distance.
    pub fn read(&self, values: &Values, value_words: usize) -> WordTable<W> {
        let mut table = WordTable::of_units(self.layout, self.layout.units(), value_words);
        self.order.visit(0..self.order.groups(), &mut self.run_reader(values, &mut table));
        self.columns.complete(&mut table);
        table
    }

    /// Reads the values of the unit (configuration of the men) whose pieces except kings are those
    /// of `fixed`. `value_words` is the number of machine words for each placement of all kings but
    /// one.
    pub fn read_unit(&self, values: &Values, fixed: &Setup<W>, value_words: usize) -> WordTable<W> {
        let mut table = WordTable::of_units(self.layout, 1, value_words);
        self.order.visit_unit(fixed, &mut RunBuffer::default(), &mut self.run_reader(values, &mut table));
        self.columns.complete(&mut table);
        table
    }

    fn run_reader<'t>(&self, values: &'t Values, table: &'t mut WordTable<W>) -> RunReader<'t, W> {
        RunReader { values, form: self.form, table, matrices: BitMatrices::default() }
    }
}

/// Reads the values of a run (consecutive positions that differ only in the square of one king) and
/// writes them to `word`: won positions, lost positions, and as many binary digits of the distance
/// as `word` has room for.
#[inline(always)]
pub fn read_run<W: Bitboard>(values: &Values, run: &SquareRun<'_, W>, form: ValueForm, word: &mut [W]) {
    let (won, lost) = match values {
        Values::Wdl(wdl) => {
            let (mut won, mut draws) = (W::EMPTY, W::EMPTY);
            for first in (0..run.count).step_by(CELLS_PER_WORD) {
                let [draw, win] = draws_and_wins(wdl.cells_from(run.number + first as usize));
                draws |= W::narrow(draw as u128).shl(first);
                won |= W::narrow(win as u128).shl(first);
            }
            let all = W::first_n(run.count);
            (won & all, all & !(won | draws))
        }
        Values::Plies(values) => {
            // The lowest bit of a `Known` is set for a win, and the bits above are the plies. The
            // lowest bit of plies to the end follows from the winner and is left out.
            let planes = read_planes::<W>(&values[run.number..][..run.count as usize]);
            let is_decided = W::first_n(run.count) & !planes.iter().fold(!W::EMPTY, |all, &plane| all & plane);
            let first_digit = if form == ValueForm::ToEvent { 1 } else { 2 };
            for (digit, &plane) in word[DIGITS..].iter_mut().zip(&planes[first_digit..]) {
                *digit = run.scatter(plane & is_decided);
            }
            (planes[0] & is_decided, is_decided & !planes[0])
        }
    };
    word[WON] = run.scatter(won);
    word[LOST] = run.scatter(lost);
}

/// Copies values from table order (the order in which the values of a slice are stored) into words.
/// A word has one bit for each square of one king, the open king. If several words hold the same
/// position, its value is written to only one of them; [`SharedColumns`] copies it to the others.
struct RunReader<'a, W> {
    values: &'a Values,
    form: ValueForm,
    table: &'a mut WordTable<W>,
    matrices: BitMatrices<W>,
}

impl<W: Bitboard> Visitor<W> for RunReader<'_, W> {
    #[inline(always)]
    fn run_in_word(&mut self, place: usize, run: &SquareRun<'_, W>) {
        let stride = self.table.stride;
        let mut word = [W::EMPTY; DIGITS + MAX_DIGITS];
        read_run(self.values, run, self.form, &mut word[..stride]);
        for (all, word) in self.table.words[place * stride..][..stride].iter_mut().zip(word) {
            *all |= word;
        }
    }

    fn runs_across_words(&mut self, words: &[(u8, usize)], runs: &[(u8, SquareRun<'_, W>)]) {
        let stride = self.table.stride;
        let mut word = [W::EMPTY; DIGITS + MAX_DIGITS];
        self.matrices.clear(matrix_size(words, runs), stride);
        for (square, run) in runs {
            read_run(self.values, run, self.form, &mut word[..stride]);
            self.matrices.put(*square, &word[..stride]);
        }
        self.matrices.transpose();
        for &(square, place) in words {
            for (all, &word) in self.table.words[place * stride..][..stride].iter_mut().zip(self.matrices.row(square)) {
                *all |= word;
            }
        }
    }
}
