//! The Rust part of the JavaScript package `peatee`. It only translates calls and answers; users
//! call the functions of `js/index.js`.

use peatee_probe::{AnyTables, ByteRange, Notation, OpenOptions, ProbeError, Probed, RangeFiles, any, with_tables};
use wasm_bindgen::prelude::*;

use answer::{Line, MoveList, Value};
use files::Files;

mod answer;
mod bitboards;
mod files;

/// A range of a file that must arrive before an answer is possible.
#[wasm_bindgen]
#[derive(Debug)]
pub struct NeededRange(ByteRange);

#[wasm_bindgen]
impl NeededRange {
    /// Name of the file to which the range belongs.
    #[wasm_bindgen(getter)]
    pub fn file(&self) -> String {
        self.0.file.to_string()
    }

    /// Offset of the first byte of the range in the file.
    #[wasm_bindgen(getter)]
    pub fn offset(&self) -> f64 {
        self.0.offset as f64
    }

    /// Length of the range in bytes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.0.length_bytes as f64
    }
}

/// Table files whose bytes arrive range by range, for example over a network.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Ranges {
    name: String,
    files: RangeFiles,
}

#[wasm_bindgen]
impl Ranges {
    /// Creates the files that a manifest lists, without any of their bytes. Errors call their
    /// folder `name`.
    ///
    /// # Errors
    /// The text is not a manifest.
    #[wasm_bindgen(constructor)]
    pub fn new(name: String, manifest: &str) -> Result<Ranges, JsError> {
        let files = RangeFiles::new(&name, manifest)?;
        Ok(Ranges { name, files })
    }

    /// Returns the ranges that must arrive before `open`.
    pub fn headers(&self) -> Vec<NeededRange> {
        self.files.headers().map(NeededRange).collect()
    }

    /// Adds the bytes of a range.
    pub fn insert(&self, range: &NeededRange, bytes: Vec<u8>) {
        self.files.insert(&range.0, bytes);
    }

    /// Drops the bytes of all ranges.
    pub fn clear(&self) {
        self.files.clear();
    }

    /// Opens the tables, with a memory budget in bytes for decoded blocks.
    ///
    /// # Errors
    /// The manifest is of an unknown game, or was made under other rules; or a header is missing or
    /// damaged.
    pub fn open(&self, memory_bytes: f64) -> Result<Tables, JsError> {
        Tables::of(OpenOptions::new().memory_bytes(memory_bytes as u64).open_files(&self.name, &self.files)?)
    }
}

/// The tables of one game.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tables(AnyTables);

impl Tables {
    fn of(tables: AnyTables) -> Result<Tables, JsError> {
        let fault = with_tables!(&tables, tables => tables.faults().next().map(ToString::to_string));
        match fault {
            Some(fault) => Err(JsError::new(&fault)),
            None => Ok(Tables(tables)),
        }
    }
}

/// Parses a FEN, calls `ask` with the tables and the position, and converts the error. The error
/// for a range of bytes that has not arrived is a [`NeededRange`].
fn answer<G: Probed + Notation, T>(
    tables: &any::Tables<G>,
    fen: &str,
    ask: impl FnOnce(&any::Tables<G>, &G::Position) -> Result<T, ProbeError>,
) -> Result<T, JsValue> {
    let position = tables.game().parse_fen(fen).map_err(|error| JsError::new(&error.to_string()))?;
    ask(tables, &position).map_err(|error| match error.needed_range() {
        Some(range) => NeededRange(range.clone()).into(),
        None => JsError::new(&error.to_string()).into(),
    })
}

#[wasm_bindgen]
impl Tables {
    /// Opens tables whose files are in memory, with a memory budget in bytes for decoded blocks.
    ///
    /// # Errors
    /// The errors of `Ranges::open`.
    #[wasm_bindgen(js_name = fromFiles)]
    pub fn from_files(name: &str, files: Files, memory_bytes: f64) -> Result<Tables, JsError> {
        Tables::of(OpenOptions::new().memory_bytes(memory_bytes as u64).open_files(name, &files)?)
    }

    /// The id of the game.
    #[wasm_bindgen(getter)]
    pub fn game(&self) -> String {
        self.0.game_id().to_owned()
    }

    /// Largest number of pieces in any table.
    #[wasm_bindgen(getter, js_name = mostPieces)]
    pub fn most_pieces(&self) -> u32 {
        with_tables!(&self.0, tables => tables.most_pieces())
    }

    /// Returns `win`, `draw` or `loss` for the side to move.
    ///
    /// # Errors
    /// The text is not a position, no table holds it, or a file is damaged; a `NeededRange` if a
    /// range must arrive first.
    #[wasm_bindgen(js_name = probeWdl)]
    pub fn probe_wdl(&self, fen: &str) -> Result<String, JsValue> {
        with_tables!(&self.0, tables => answer(tables, fen, |tables, position| tables.probe_wdl(position)))
            .map(|wdl| wdl.name().to_owned())
    }

    /// Returns the value of a position with its distances, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`.
    pub fn probe(&self, fen: &str) -> Result<String, JsValue> {
        with_tables!(&self.0, tables => answer(tables, fen, |tables, position| Value::of(tables, position)))
            .map(|value| answer::json(&value))
    }

    /// Returns all legal moves, the best first, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`.
    pub fn moves(&self, fen: &str) -> Result<String, JsValue> {
        with_tables!(&self.0, tables => answer(tables, fen, |tables, position| MoveList::of(tables, position)))
            .map(|moves| answer::json(&moves))
    }

    /// Returns a line of at most `max_plies` moves in which both sides play best, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`. A won or lost position whose DTW table is missing is also an
    /// error.
    pub fn line(&self, fen: &str, max_plies: u32) -> Result<String, JsValue> {
        with_tables!(&self.0, tables => answer(tables, fen, |tables, position| Line::of(tables, position, max_plies)))
            .map(|line| answer::json(&line))
    }

    /// Returns the ranges that must arrive next before a position, and the positions after its
    /// moves, can be probed.
    ///
    /// # Errors
    /// The text is not a position, or the position has too many captures to list.
    pub fn needed(&self, fen: &str) -> Result<Vec<NeededRange>, JsValue> {
        let ranges = with_tables!(&self.0, tables => answer(tables, fen, answer::needed))?;
        Ok(ranges.into_iter().map(NeededRange).collect())
    }

    /// Probes many positions of draughts, given by five numbers each: white men, white kings, black
    /// men, black kings, side to move (0 White, 1 Black). Each answer is 0 for a loss, 1 for a
    /// draw, 2 for a win, 255 for no answer.
    ///
    /// # Errors
    /// The tables are of chess, or the numbers are not five for each position.
    #[wasm_bindgen(js_name = probeWdlMany)]
    pub fn probe_wdl_many(&self, numbers: &[u64]) -> Result<Vec<u8>, JsError> {
        bitboards::probe_wdl_many(&self.0, numbers)
    }
}
