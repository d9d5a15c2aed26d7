//! Verification of compositions in files.

use std::path::PathBuf;

use arrow_schema::{DataType, Field};
use indicatif::ProgressBar;
use peatee_generator::Watch as _;
use peatee_probe::with_tables;
use peatee_questions::answer::verdicts::JudgeOptions;
use peatee_questions::archives::compositions::{CompositionFiles, VerifiedComposition, demanded_rules, verify_files};
use peatee_questions::ask::family::Field as Asked;
use peatee_questions::ask::query;
use peatee_questions::errors::Error;
use pyo3::prelude::*;
use serde_json::{to_string, to_vec};

use super::rows::{Rows, RowsReader, field, schema};
use super::work::{Watcher, pool_of, watched};
use crate::options::{encoding_named, options};

/// Arguments of `peatee.solve`.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SolveOptions<'py> {
    files: Vec<PathBuf>,
    tables: PathBuf,
    variant: String,
    rules: Option<String>,
    mate_in: Option<u32>,
    encoding: Option<String>,
    memory_bytes: Option<u64>,
    progress: Option<Bound<'py, PyAny>>,
}

/// Verifies the compositions of files. `peatee.solve` calls it.
#[pyfunction]
pub(crate) fn _solve(py: Python<'_>, asked: SolveOptions<'_>) -> PyResult<Rows> {
    let encoding = encoding_named(asked.encoding.as_deref())?;
    let SolveOptions { files, tables, variant, rules, mate_in, memory_bytes, progress, .. } = &asked;
    watched(py, progress.as_ref(), &pool_of(1)?, |watcher| {
        let collection = options(*memory_bytes, false).open_collection(tables).map_err(Error::Open)?;
        with_tables!(query::tables(&collection, variant)?, tables => {
            let rules = rules.as_deref().map(|rules| Asked::new("rules", rules));
            let rules = demanded_rules(tables.game(), *mate_in, rules)?;
            let files = CompositionFiles { files, encoding, mate_in: *mate_in, rules: rules.as_ref() };
            let mut work = SolveWork { watcher, bar: ProgressBar::hidden(), told_bytes: None };
            let (bar, mut rows) = (work.bar.clone(), RowsReader::new(schema(fields())));
            let counts = verify_files(files, tables, JudgeOptions::of_games(&collection), &bar, &mut |composition| {
                rows.read(&to_vec(composition).expect("it holds nothing that JSON cannot"));
                work.advance(composition)
            })?;
            Ok::<Rows, Error>(rows.finish(Some(to_string(&counts).expect("counts hold nothing that JSON cannot"))))
        })
    })
}

/// Progress of the verification of files.
struct SolveWork<'a> {
    watcher: &'a Watcher,
    /// Counts the bytes that are read.
    bar: ProgressBar,
    /// Number of bytes that the watcher has heard of; `None` before it has heard of the work.
    told_bytes: Option<u64>,
}

impl SolveWork<'_> {
    /// Tells the watcher how far the work is.
    ///
    /// # Errors
    /// The work must stop.
    fn advance(&mut self, composition: &VerifiedComposition<'_>) -> Result<(), Error> {
        if self.told_bytes.is_none() {
            self.watcher.start(self.bar.length().unwrap_or(0));
        }
        let read_bytes = self.bar.position();
        self.watcher.slice(composition.file());
        self.watcher.advance(read_bytes - self.told_bytes.unwrap_or(0));
        self.told_bytes = Some(read_bytes);
        match self.watcher.is_stopped() {
            true => Err(Error::Deadline),
            false => Ok(()),
        }
    }
}

fn fields() -> Vec<Field> {
    let text = |name| field((name, DataType::Utf8));
    let number = |name| field((name, DataType::Int32));
    let list = |name, fields: [Field; 3]| {
        let item = Field::new("item", DataType::Struct(fields.into_iter().collect()), true);
        field((name, DataType::List(item.into())))
    };
    let duals = [text("move"), number("dtw_plies"), field(("is_landing", DataType::Boolean))];
    let moves = [number("ply"), text("move"), list("duals", duals)];
    let place = [text("file"), number("game")];
    vec![
        text("file"),
        number("game"),
        text("author"),
        text("event"),
        text("fen"),
        text("verdict"),
        text("goal"),
        number("tables_from_ply"),
        text("value"),
        list("moves", moves),
        text("reason"),
        field(("duplicate_of", DataType::Struct(place.into_iter().collect()))),
    ]
}
