//! Columns of wins, draws and losses: the words `win`, `draw` and `loss`, each stored once.

use std::sync::Arc;

use arrow_array::builder::Int8Builder;
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, DictionaryArray, Int8Array, StringArray};
use peatee_probe::Wdl;

/// Key of a draw in the dictionary. Keys are the numbers of `peatee.Wdl` plus this.
const DRAW_KEY: i8 = 1;

pub(super) struct WdlBuilder(Int8Builder);

impl WdlBuilder {
    pub(super) fn with_capacity(rows: usize) -> WdlBuilder {
        WdlBuilder(Int8Builder::with_capacity(rows))
    }

    #[inline]
    pub(super) fn append_value(&mut self, wdl: Wdl) {
        self.0.append_value(number_of(wdl) + DRAW_KEY);
    }

    pub(super) fn append_null(&mut self) {
        self.0.append_null();
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        let words = StringArray::from_iter_values([Wdl::Loss, Wdl::Draw, Wdl::Win].map(Wdl::name));
        let column = DictionaryArray::try_new(self.0.finish(), Arc::new(words));
        Arc::new(column.expect("every key is that of one of the three words"))
    }
}

/// Returns the numbers of `peatee.Wdl` for a column that a [`WdlBuilder`] made.
pub(super) fn numbers(column: &DictionaryArray<Int8Type>) -> Int8Array {
    column.keys().unary(|key| key - DRAW_KEY)
}

/// Returns the number that stands for a result in arrays: 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn number_of(wdl: Wdl) -> i8 {
    match wdl {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}
