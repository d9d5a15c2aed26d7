//! The Python package `peatee`: the library `peatee-probe` for notebooks, data frames and scripts.
//!
//! This crate only translates calls and results; rules, tables and verdicts are in other crates.
//! Probes release the lock of the interpreter, and a panic becomes a Python exception.

use pyo3::prelude::*;

mod chess;
mod claims;
mod columns;
mod draughts;
mod errors;
mod family;
mod game;
mod handle;
mod judged;
mod moves;
mod numbers;
mod options;
mod pictures;
mod position;
mod research;
mod slice;
mod tables;
mod value;
mod verdict;

/// The part of the package that is written in Rust. Users import `peatee` instead.
#[pymodule]
mod _peatee {
    #[pymodule_export]
    use crate::chess::chess_svg;
    #[pymodule_export]
    use crate::claims::{Claim, FaultyMove};
    #[pymodule_export]
    use crate::columns::{Answers, Column};
    #[pymodule_export]
    use crate::game::{variant_of, variants};
    #[pymodule_export]
    use crate::moves::{Line, Move};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::research::{_annotate, _generate, _mine, _solve, _stats, Annotation, Rows};
    #[pymodule_export]
    use crate::slice::{Slice, SliceChunks};
    #[pymodule_export]
    use crate::tables::{Tables, open_tables};
    #[pymodule_export]
    use crate::value::{RuleValue, Value, Wdl};
    #[pymodule_export]
    use crate::verdict::Verdict;

    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("BITBOARD_COLUMNS", PyTuple::new(module.py(), crate::columns::BITBOARD_COLUMNS)?)
    }
}
