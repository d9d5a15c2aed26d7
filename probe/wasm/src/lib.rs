//! The Rust part of the JavaScript package `peatee`. It only converts calls and answers; users call
//! the functions of `js/index.js`.

use peatee_probe::{
    AnyTables, ByteRange, Collection, Notation, OpenOptions, ProbeError, Probed, RangeFiles, TableFiles, any,
    with_tables,
};
use wasm_bindgen::prelude::*;

use answer::{Line, MoveList, Value};
use files::Files;

mod answer;
mod bitboards;
mod files;
#[cfg(feature = "requests")]
mod requests;

/// A range of a file that must arrive before a probe can be answered.
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
    /// Creates the files that a manifest lists, without any of their bytes. Error messages use
    /// `name` as the name of the folder.
    ///
    /// # Errors
    /// The text is not a manifest.
    #[wasm_bindgen(constructor)]
    pub fn new(name: String, manifest: &str) -> Result<Ranges, JsError> {
        let files = RangeFiles::new(&name, manifest)?;
        Ok(Ranges { name, files })
    }

    /// Creates the files that a header list describes, without any bytes but the headers. A header
    /// list is a file with the headers of all table files of a folder.
    ///
    /// # Errors
    /// The bytes are not a header list.
    #[wasm_bindgen(js_name = ofHeaderList)]
    pub fn of_header_list(name: String, header_list: &[u8]) -> Result<Ranges, JsError> {
        let files = RangeFiles::of_header_list(&name, header_list)?;
        Ok(Ranges { name, files })
    }

    /// Returns one range for each file. It covers the whole file.
    #[wasm_bindgen(js_name = wholeFiles)]
    pub fn whole_files(&self) -> Vec<NeededRange> {
        self.files.whole_files().map(NeededRange).collect()
    }

    /// Returns the ranges that must arrive before the tables are opened.
    pub fn headers(&self) -> Vec<NeededRange> {
        self.files.headers().map(NeededRange).collect()
    }

    /// Adds the bytes of a range.
    pub fn insert(&self, range: &NeededRange, bytes: Vec<u8>) {
        self.files.insert(&range.0, bytes);
    }

    /// Returns the ranges that must arrive before the last probe can be answered. A later call does
    /// not return these ranges again. If there are none, the last answer is complete.
    #[wasm_bindgen(js_name = takeLacking)]
    pub fn take_lacking(&self) -> Vec<NeededRange> {
        self.files.take_lacking().into_iter().map(NeededRange).collect()
    }

    /// Removes the bytes of all ranges.
    pub fn clear(&self) {
        self.files.clear();
    }
}

/// The tables of one game or of several.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tables {
    collection: Collection,
    #[cfg(feature = "requests")]
    requests: requests::Requests,
}

impl Tables {
    fn add(&mut self, name: &str, files: &dyn TableFiles) -> Result<(), JsError> {
        let tables = self.collection.add_files(name, files)?;
        let fault = with_tables!(tables, tables => tables.faults().next().map(ToString::to_string));
        fault.map_or(Ok(()), |fault| Err(JsError::new(&fault)))
    }

    /// Returns the tables of the game that was added first.
    fn first(&self) -> &AnyTables {
        self.collection.games().first().expect("a game is added before it is asked about")
    }
}

/// Parses a FEN, and calls `ask` with the tables and the position. Turns an error of the FEN or of
/// `ask` into a JavaScript error.
fn answer<G: Probed + Notation, T>(
    tables: &any::Tables<G>,
    fen: &str,
    ask: impl FnOnce(&any::Tables<G>, &G::Position) -> Result<T, ProbeError>,
) -> Result<T, JsError> {
    let position = tables.game().parse_fen(fen).map_err(|error| JsError::new(&error.to_string()))?;
    ask(tables, &position).map_err(|error| JsError::new(&error.to_string()))
}

#[wasm_bindgen]
impl Tables {
    /// Creates an object without tables. `memory_bytes` limits the memory for decoded blocks.
    #[wasm_bindgen(constructor)]
    pub fn new(memory_bytes: f64) -> Result<Tables, JsError> {
        let collection = OpenOptions::new().memory_bytes(memory_bytes as u64).empty_collection();
        Ok(Tables {
            collection,
            #[cfg(feature = "requests")]
            requests: requests::Requests::new()?,
        })
    }

    /// Opens the tables of a game whose bytes arrive in ranges.
    ///
    /// # Errors
    /// The manifest names an unknown game, or its tables were made under other rules than this
    /// library knows. Also an error if a header is missing or damaged.
    #[wasm_bindgen(js_name = addRanges)]
    pub fn add_ranges(&mut self, ranges: &Ranges) -> Result<(), JsError> {
        self.add(&ranges.name, &ranges.files)
    }

    /// Opens the tables of a game whose files are in memory. Error messages use `name` as the name
    /// of the folder.
    ///
    /// # Errors
    /// The errors of `add_ranges`.
    #[wasm_bindgen(js_name = addFiles)]
    pub fn add_files(&mut self, name: &str, files: &Files) -> Result<(), JsError> {
        self.add(name, files)
    }

    /// Returns the id of the game whose tables were added first.
    #[wasm_bindgen(getter)]
    pub fn game(&self) -> String {
        self.first().game_id().to_owned()
    }

    /// Returns the maximum number of pieces in the tables of the game that was added first.
    #[wasm_bindgen(getter, js_name = mostPieces)]
    pub fn most_pieces(&self) -> u32 {
        with_tables!(self.first(), tables => tables.most_pieces())
    }

    /// Returns `win`, `draw` or `loss` for the side to move.
    ///
    /// # Errors
    /// The text is not a position, no table holds it, or a file is damaged.
    #[wasm_bindgen(js_name = probeWdl)]
    pub fn probe_wdl(&self, fen: &str) -> Result<String, JsError> {
        with_tables!(self.first(), tables => answer(tables, fen, |tables, position| tables.probe_wdl(position)))
            .map(|wdl| wdl.name().to_owned())
    }

    /// Returns the value of a position with its distances, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`.
    pub fn probe(&self, fen: &str) -> Result<String, JsError> {
        with_tables!(self.first(), tables => answer(tables, fen, |tables, position| Value::of(tables, position)))
            .map(|value| answer::json(&value))
    }

    /// Returns all legal moves, the best first, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`.
    pub fn moves(&self, fen: &str) -> Result<String, JsError> {
        with_tables!(self.first(), tables => answer(tables, fen, |tables, position| MoveList::of(tables, position)))
            .map(|moves| answer::json(&moves))
    }

    /// Returns a line of at most `max_plies` moves in which both sides play best, as JSON.
    ///
    /// # Errors
    /// The errors of `probe_wdl`. A won or lost position whose DTW table is missing is also an
    /// error.
    pub fn line(&self, fen: &str, max_plies: u32) -> Result<String, JsError> {
        with_tables!(self.first(), tables => answer(tables, fen, |tables, position| Line::of(tables, position, max_plies)))
            .map(|line| answer::json(&line))
    }

    /// Probes a position and the positions after its moves. `Ranges::take_lacking` then returns the
    /// ranges that the answers need.
    ///
    /// # Errors
    /// The text is not a position, or the position has too many captures to list.
    pub fn touch(&self, fen: &str) -> Result<(), JsError> {
        with_tables!(self.first(), tables => answer(tables, fen, answer::touch))
    }

    /// Probes many positions of draughts. Each position is given by five numbers: bitboards of the
    /// white men, white kings, black men and black kings, and the side to move (0 White, 1 Black).
    /// Bit 0 of a bitboard is the first playable square of the top row, on Black's side. The bits
    /// go row by row, from left to right as White sees the board. Each answer is 0 for a loss, 1
    /// for a draw, 2 for a win, 255 if the position could not be probed.
    ///
    /// # Errors
    /// The tables are of chess, or the numbers are not five for each position.
    #[wasm_bindgen(js_name = probeWdlMany)]
    pub fn probe_wdl_many(&self, numbers: &[u64]) -> Result<Vec<u8>, JsError> {
        bitboards::probe_wdl_many(self.first(), numbers)
    }
}

#[cfg(feature = "requests")]
#[wasm_bindgen]
impl Tables {
    /// Answers a JSON request as the server does. `path` is the path on the server, such as
    /// `/v1/adjudicate`.
    ///
    /// # Errors
    /// A `google.rpc.Status` as JSON.
    pub fn request(&self, path: &str, json: &str) -> Result<String, String> {
        self.requests.answer(&self.collection, path, json)
    }
}
