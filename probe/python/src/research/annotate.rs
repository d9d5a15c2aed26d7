//! Annotation of files of games.

use std::mem;
use std::path::PathBuf;
use std::sync::{Mutex, TryLockError};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use indicatif::ProgressBar;
use peatee_probe::any::AnyGame;
use peatee_probe::chess::Chess;
use peatee_probe::{Collection, Game as _};
use peatee_questions::answer::verdicts::JudgeOptions;
use peatee_questions::archives::annotation::{
    AnnotatedBatches, AnnotatedChunk, AnnotatedOutput, AnnotationSums, Annotator, Fault, GROUPINGS,
};
use peatee_questions::archives::game_files::{Chunks, FileContent, game_files};
use peatee_questions::ask::games;
use peatee_questions::errors::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::to_schema_pycapsule;
use rayon::ThreadPool;
use serde::Serialize;

use super::rows::{Rows, RowsReader, field, schema};
use super::work::{pool_of, watched};
use crate::columns::stream;
use crate::errors::Raise;
use crate::options::{encoding_named, options};

/// Number of chunks, parts of 128 KiB of a file, that a thread annotates for a batch.
const CHUNKS_OF_THREAD: usize = 4;

const OTHER_THREAD: &str = "another thread annotates these files";

/// Arguments of `peatee.annotate`.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AnnotateOptions<'py> {
    files: Vec<PathBuf>,
    tables: PathBuf,
    variant: Option<String>,
    rules: Option<String>,
    fens: bool,
    encoding: Option<String>,
    memory_bytes: Option<u64>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
}

/// The rows of annotated games, batch by batch, while the files are read. `annotate` returns it.
///
/// A loop gives `Rows`; the Arrow C interface (`pyarrow.RecordBatchReader.from_stream`, DuckDB)
/// streams the batches that are left.
#[pyclass(module = "peatee", frozen)]
pub(crate) struct Annotation {
    work: Mutex<AnnotationWork>,
    schema: SchemaRef,
    pool: ThreadPool,
    progress: Option<Py<PyAny>>,
}

struct AnnotationWork {
    collection: Collection,
    asked: Option<&'static AnyGame>,
    rules: String,
    batches: AnnotatedBatches,
    bar: ProgressBar,
    /// The batch that comes next, if an interrupt or the progress function kept it from the caller.
    annotated: Option<Vec<AnnotatedChunk>>,
    sums: AnnotationSums,
    faults: Vec<Fault>,
}

/// Opens tables and files, and prepares their annotation. `peatee.annotate` calls it.
#[pyfunction]
pub(crate) fn _annotate(py: Python<'_>, asked: AnnotateOptions<'_>) -> PyResult<Annotation> {
    let AnnotateOptions { files, tables, variant, rules, fens, encoding, memory_bytes, threads, progress } = asked;
    let encoding = encoding_named(encoding.as_deref())?;
    let content = if fens { FileContent::Positions } else { FileContent::Games };
    let is_chess = variant.as_deref().map(|id| Chess::named(id).is_some());
    let work = py.detach(|| -> Result<AnnotationWork, Error> {
        let asked = variant.as_deref().map(games::game).transpose()?;
        let collection = options(memory_bytes, false).open_collection(&tables).map_err(Error::Open)?;
        let bar = ProgressBar::hidden();
        let chunks = Chunks::new(game_files(&files, content)?, content, encoding, is_chess, bar.clone());
        let (sums, faults) = (AnnotationSums::default(), Vec::new());
        let batches = AnnotatedBatches::new(chunks, CHUNKS_OF_THREAD);
        let rules = rules.unwrap_or_default();
        annotator(&collection, asked, &rules).check()?;
        Ok(AnnotationWork { collection, asked, rules, batches, bar, annotated: None, sums, faults })
    });
    let (work, progress) = (Mutex::new(work.map_err(Raise::raise)?), progress.map(Bound::unbind));
    Ok(Annotation { work, schema: schema(move_fields()), pool: pool_of(threads)?, progress })
}

#[pymethods]
impl Annotation {
    /// Sums of the batches so far, by slice, player, rating band and year: the columns of
    /// `peatee annotate --sums`.
    #[getter]
    fn sums(&self) -> PyResult<Rows> {
        self.with_work(|work| {
            let texts = ["by", "variant", "name"].map(|name| field((name, DataType::Utf8)));
            let counts = ["games", "moves", "kept", "mistakes", "blunders", "unknown"];
            let counts = counts.map(|name| field((name, DataType::Int64)));
            Ok(rows(texts.into_iter().chain(counts).collect(), &work.sums.rows(GROUPINGS.len())))
        })
    }

    /// Games and files, in the batches so far, that cannot be read to their end.
    #[getter]
    fn faults(&self) -> PyResult<Rows> {
        self.with_work(|work| {
            let numbers = ["game", "line", "ply"].map(|name| field((name, DataType::Int64)));
            let [file, error] = ["file", "error"].map(|name| field((name, DataType::Utf8)));
            Ok(rows([file].into_iter().chain(numbers).chain([error]).collect(), &work.faults))
        })
    }

    /// The sums by slice of the batches so far, as a plot.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.with_work(|work| Ok(work.sums.svg()))
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Rows>> {
        let Some(chunks) = self.next_chunks(py)? else { return Ok(None) };
        let mut reader = RowsReader::new(self.schema.clone());
        chunks.iter().for_each(|chunk| reader.serialize(&chunk.rows));
        Ok(Some(reader.finish(None)))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        this: Bound<'py, Self>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let (py, schema) = (this.py(), this.get().schema.clone());
        stream(py, &schema, LeftBatches { annotation: this.unbind(), read: Vec::new() }, requested_schema.as_ref())
    }
}

impl Annotation {
    fn with_work<T>(&self, call: impl FnOnce(&mut AnnotationWork) -> PyResult<T>) -> PyResult<T> {
        match self.work.try_lock() {
            Ok(mut work) => call(&mut work),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(OTHER_THREAD)),
            Err(TryLockError::Poisoned(_)) => Err(PyRuntimeError::new_err("the annotation has failed")),
        }
    }

    /// Annotates the next chunks and tells the progress; `None` at the end of the files.
    fn next_chunks(&self, py: Python<'_>) -> PyResult<Option<Vec<AnnotatedChunk>>> {
        let done = self.with_work(|work| {
            watched(py, None, &self.pool, |_| work.annotate())?;
            Ok((work.bar.position(), work.bar.length().unwrap_or(0), work.bar.message()))
        })?;
        self.progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, done).map(drop))?;
        self.with_work(|work| work.take().ok_or_else(|| PyRuntimeError::new_err(OTHER_THREAD)))
            .map(|chunks| Some(chunks).filter(|chunks| !chunks.is_empty()))
    }
}

impl AnnotationWork {
    /// Annotates the next batch, unless one is annotated already.
    fn annotate(&mut self) -> Result<(), Error> {
        if self.annotated.is_none() {
            self.annotated = Some(self.batches.next(&annotator(&self.collection, self.asked, &self.rules))?);
        }
        Ok(())
    }

    /// Takes the annotated batch, and adds it to sums and faults.
    fn take(&mut self) -> Option<Vec<AnnotatedChunk>> {
        let mut chunks = self.annotated.take()?;
        for chunk in &mut chunks {
            self.sums.merge(mem::take(&mut chunk.sums));
            self.faults.append(&mut chunk.faults);
        }
        Some(chunks)
    }
}

fn annotator<'a>(collection: &'a Collection, asked: Option<&'static AnyGame>, rules: &'a str) -> Annotator<'a> {
    let options = JudgeOptions { rules, values_moves: true, ..JudgeOptions::of_games(collection) };
    Annotator { options, asked, output: AnnotatedOutput::Rows }
}

/// The batches of an annotation that nobody has taken yet.
struct LeftBatches {
    annotation: Py<Annotation>,
    /// Batches that are read and not passed on, the last first.
    read: Vec<RecordBatch>,
}

impl Iterator for LeftBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        while self.read.is_empty() {
            match Python::attach(|py| self.annotation.get().__next__(py)) {
                Ok(Some(rows)) => self.read.extend(rows.into_batches().into_iter().rev()),
                Ok(None) => return None,
                Err(error) => return Some(Err(ArrowError::ExternalError(error.into()))),
            }
        }
        self.read.pop().map(Ok)
    }
}

/// Returns rows as one batch for each 65,536.
fn rows<R: Serialize>(fields: Vec<Field>, found: &[R]) -> Rows {
    let mut reader = RowsReader::new(schema(fields));
    reader.serialize(found);
    reader.finish(None)
}

/// Returns the columns of the rows of moves.
fn move_fields() -> Vec<Field> {
    let columns = [
        ("file", DataType::Utf8),
        ("game", DataType::Int64),
        ("white", DataType::Utf8),
        ("black", DataType::Utf8),
        ("white_rating", DataType::Int32),
        ("black_rating", DataType::Int32),
        ("event", DataType::Utf8),
        ("date", DataType::Utf8),
        ("variant", DataType::Utf8),
        ("ply", DataType::Int32),
        ("slice", DataType::Utf8),
        ("fen", DataType::Utf8),
        ("move", DataType::Utf8),
        ("mark", DataType::Utf8),
        ("value_before", DataType::Utf8),
        ("value_after", DataType::Utf8),
        ("wdl_before", DataType::Utf8),
        ("wdl_after", DataType::Utf8),
        ("plies_before", DataType::Int32),
        ("plies_after", DataType::Int32),
        ("plies_lost", DataType::Int32),
        ("legal_moves", DataType::Int32),
        ("keeping_moves", DataType::Int32),
        ("best_move", DataType::Utf8),
        ("clock_seconds", DataType::Float64),
    ];
    columns.map(field).into()
}
