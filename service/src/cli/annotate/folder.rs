//! A folder with an output for each file. A run that was stopped goes on with the files whose
//! output is not complete.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::File;
use std::path::{Path, PathBuf};

use peatee_rows::Provenance;

use super::finished::{FinishedFile, FinishedList, LIST_NAME, Settings};
use super::format::AnnotatedFormat;
use super::games_writer::GamesWriter;
use super::sink::Sink;
use crate::archives::annotation::AnnotatedChunk;
use crate::archives::game_files::{GameFile, STDIN};
use crate::cli::whole_file::{at, finish, unfinished};
use crate::errors::Error;

/// Lowest exit code that says that a file or table is damaged. Such a file is annotated again by
/// the next run, because what is damaged may be mended.
const DAMAGED: u8 = 5;

/// Outputs in a folder, one for each file.
pub struct OutputFolder {
    format: AnnotatedFormat,
    provenance: Provenance,
    list: FinishedList,
    /// Files that come after the current one.
    planned: VecDeque<PlannedFile>,
    current: Option<UnfinishedOutput>,
}

/// A file, the path of its output, and the entry that an earlier run has left.
struct PlannedFile {
    file: GameFile,
    output: PathBuf,
    finished: Option<FinishedFile>,
}

/// An output that is being written. `entry` holds the sums and faults up to now.
struct UnfinishedOutput {
    path: PathBuf,
    writer: GamesWriter,
    entry: FinishedFile,
}

impl OutputFolder {
    /// Opens or creates the folder and plans an output for each file. `inputs` are the files and
    /// folders that were named.
    ///
    /// # Errors
    /// [`Error::Argument`] if two files have the same output, an output would replace a file that
    /// is read, or the folder belongs to a run with other settings. [`Error::Io`].
    pub fn open(
        folder: &Path,
        inputs: &[PathBuf],
        files: Vec<GameFile>,
        (format, provenance, settings): (AnnotatedFormat, Provenance, &Settings),
    ) -> Result<OutputFolder, Error> {
        if inputs.iter().any(|input| input == Path::new(STDIN)) {
            return refused("standard input has no name for its output; name files or folders".to_owned());
        }
        std::fs::create_dir_all(folder).map_err(at(folder))?;
        let outputs = outputs(folder, inputs, &files, format)?;
        let (list, finished) = FinishedList::open(folder, settings)?;
        let mut finished: HashMap<String, FinishedFile> =
            finished.into_iter().map(|entry| (entry.file.clone(), entry)).collect();
        let plan = |(file, output): (GameFile, PathBuf)| {
            let entry = finished.remove(&file.name());
            let is_of = |entry: &FinishedFile| {
                (entry.bytes, entry.modified_ns) == (file.bytes, file.modified_ns) && output.is_file()
            };
            PlannedFile { finished: entry.filter(is_of), file, output }
        };
        let planned = files.into_iter().zip(outputs).map(plan).collect();
        Ok(OutputFolder { format, provenance, list, planned, current: None })
    }

    /// Returns the files that are not annotated yet.
    pub fn unfinished_files(&self) -> Vec<GameFile> {
        self.planned.iter().filter(|planned| planned.finished.is_none()).map(|planned| planned.file.clone()).collect()
    }

    /// Writes a chunk to the output of its file. Returns the entries of the finished files that
    /// come before this file and after the last one.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&mut self, chunk: &mut AnnotatedChunk) -> Result<Vec<FinishedFile>, Error> {
        let passed = if chunk.is_first { self.begin()? } else { Vec::new() };
        let current = self.current.as_mut().expect("each file begins with its first chunk");
        let rows = std::mem::take(&mut chunk.rows);
        current.writer.write(&chunk.text, rows).map_err(at(&current.path))?;
        current.entry.sums.merge(chunk.sums.clone());
        current.entry.faults.extend_from_slice(&chunk.faults);
        current.entry.exit_code = current.entry.exit_code.max(chunk.exit_code);
        Ok(passed)
    }

    /// Ends the current output and begins the next one.
    fn begin(&mut self) -> Result<Vec<FinishedFile>, Error> {
        let passed = self.finish()?;
        let PlannedFile { file, output: path, .. } = self.planned.pop_front().expect("each file is planned");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let sink = File::create(unfinished(&path)).map_err(at(&path))?;
        let writer = GamesWriter::new(Sink::File(sink), self.format, &self.provenance).map_err(at(&path))?;
        let (bytes, modified_ns) = (file.bytes, file.modified_ns);
        let entry = FinishedFile { file: file.name(), bytes, modified_ns, ..FinishedFile::default() };
        self.current = Some(UnfinishedOutput { path, writer, entry });
        Ok(passed)
    }

    /// Ends the current output. Returns the entries of the finished files that follow.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(&mut self) -> Result<Vec<FinishedFile>, Error> {
        if let Some(UnfinishedOutput { path, writer, entry }) = self.current.take() {
            if let Sink::File(file) = writer.finish().map_err(at(&path))? {
                finish(&file, &path).map_err(at(&path))?;
                if self.format == AnnotatedFormat::Csv {
                    self.provenance.write_beside_csv(&path).map_err(at(&path))?;
                }
            }
            if entry.exit_code < DAMAGED {
                self.list.add(&entry)?;
            }
        }
        let mut passed = Vec::new();
        while let Some(finished) = self.planned.front_mut().and_then(|planned| planned.finished.take()) {
            self.planned.pop_front();
            passed.push(finished);
        }
        Ok(passed)
    }
}

/// Returns the path of the output of each file.
fn outputs(
    folder: &Path,
    inputs: &[PathBuf],
    files: &[GameFile],
    format: AnnotatedFormat,
) -> Result<Vec<PathBuf>, Error> {
    let real = |path: &Path| path.canonicalize().map_err(at(path));
    let root = real(folder)?;
    for input in inputs.iter().filter(|input| input.is_dir()) {
        if root.starts_with(real(input)?) {
            let (folder, input) = (folder.display(), input.display());
            return refused(format!("{folder} is in {input}, which is read; name a folder outside of it"));
        }
    }
    let read = files.iter().map(|file| real(&file.path)).collect::<Result<HashSet<_>, _>>()?;
    let mut taken = HashMap::from([(PathBuf::from(LIST_NAME), Path::new(LIST_NAME))]);
    let mut outputs = Vec::with_capacity(files.len());
    for file in files {
        let below = file.uncompressed_below();
        let below = format.ending().map_or(below.clone(), |ending| below.with_added_extension(ending));
        let output = folder.join(&below);
        if read.contains(&root.join(&below)) {
            return refused(format!("{} is a file that is read; name another folder", output.display()));
        }
        if let Some(other) = taken.insert(below, &file.path) {
            let (file, other) = (file.path.display(), other.display());
            return refused(format!("{other} and {file} would have the same output; annotate them in two runs"));
        }
        outputs.push(output);
    }
    Ok(outputs)
}

fn refused<T>(reason: String) -> Result<T, Error> {
    Err(Error::Argument { field: "--out", reason })
}
