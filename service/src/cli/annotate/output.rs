//! Output of the command: annotated games, faults, sums.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use peatee_probe::Collection;
use peatee_rows::Provenance;

use super::args::Args;
use super::finished::FinishedFile;
use super::folder::OutputFolder;
use super::games_writer::GamesWriter;
use super::sink::Sink;
use super::sums_file::{slices, write_sums};
use super::table::{csv, csv_names};
use crate::answer::output::failed;
use crate::archives::annotation::{AnnotatedChunk, AnnotationSums, Fault};
use crate::archives::game_files::GameFile;
use crate::errors::Error;

/// Annotated games, faults and sums of a run.
pub struct AnnotateOut {
    games: Destination,
    /// Path and open file for the list of faults.
    faults: Option<(PathBuf, File)>,
    sums: AnnotationSums,
    provenance: Provenance,
    exit_code: u8,
}

/// Destination of the annotated games.
enum Destination {
    Stdout(GamesWriter),
    Folder(Box<OutputFolder>),
}

impl AnnotateOut {
    /// Begins the output. Also returns the files that are to be annotated: all, or those that an
    /// earlier run has not finished.
    ///
    /// # Errors
    /// The errors of [`OutputFolder::open`], or [`Error::Io`].
    pub fn new(
        args: &Args,
        files: Vec<GameFile>,
        collection: &Collection,
    ) -> Result<(AnnotateOut, Vec<GameFile>), Error> {
        let provenance = args.provenance(collection);
        let (games, files) = match &args.out {
            None => {
                let out = GamesWriter::new(Sink::Stdout(io::stdout()), args.format, &provenance).map_err(failed)?;
                (Destination::Stdout(out), files)
            }
            Some(path) => {
                let (settings, all) = (args.settings(&provenance), files.len());
                let folder =
                    OutputFolder::open(path, &args.inputs, files, (args.format, provenance.clone(), &settings))?;
                let files = folder.unfinished_files();
                if files.len() < all {
                    let finished = all - files.len();
                    crate::stderr::write_line(format_args!("peatee: {finished} of {all} files are complete already"));
                }
                (Destination::Folder(Box::new(folder)), files)
            }
        };
        let created = |path: &PathBuf| {
            let mut file = File::create(path).map_err(|error| cannot_write(path, error))?;
            file.write_all(csv_names::<Fault>().as_bytes()).map_err(|error| cannot_write(path, error))?;
            Ok::<_, Error>((path.clone(), file))
        };
        let faults = args.faults.as_ref().map(created).transpose()?;
        Ok((AnnotateOut { games, faults, sums: AnnotationSums::default(), provenance, exit_code: 0 }, files))
    }

    /// Writes the next chunk.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&mut self, mut chunk: AnnotatedChunk) -> Result<(), Error> {
        match &mut self.games {
            Destination::Stdout(out) => {
                let rows = std::mem::take(&mut chunk.rows);
                out.write(&chunk.text, rows).map_err(failed)?;
            }
            Destination::Folder(folder) => {
                let finished = folder.write(&mut chunk)?;
                self.add_finished(finished)?;
            }
        }
        self.add(chunk.sums, &chunk.faults, chunk.exit_code)
    }

    fn add_finished(&mut self, finished: Vec<FinishedFile>) -> Result<(), Error> {
        finished.into_iter().try_for_each(|entry| self.add(entry.sums, &entry.faults, entry.exit_code))
    }

    fn add(&mut self, sums: AnnotationSums, faults: &[Fault], exit_code: u8) -> Result<(), Error> {
        match &mut self.faults {
            Some((path, file)) => file.write_all(csv(faults).as_bytes()).map_err(|error| cannot_write(path, error))?,
            None => faults.iter().for_each(|fault| crate::stderr::write_line(format_args!("peatee: {fault}"))),
        }
        self.exit_code = self.exit_code.max(exit_code);
        self.sums.merge(sums);
        Ok(())
    }

    /// Ends the output and writes the sums.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(mut self, sums: Option<&Path>) -> Result<ExitCode, Error> {
        match self.games {
            Destination::Stdout(out) => drop(out.finish().map_err(failed)?),
            Destination::Folder(ref mut folder) => {
                let finished = folder.finish()?;
                self.add_finished(finished)?;
            }
        }
        match sums {
            Some(path) => {
                write_sums(&self.sums, path, &self.provenance).map_err(|error| cannot_write(path, error))?;
            }
            None => crate::stderr::write_line(slices(&self.sums).trim_end()),
        }
        crate::stderr::write_line(format_args!("peatee: {}", self.sums.totals()));
        Ok(ExitCode::from(self.exit_code))
    }
}

fn cannot_write(path: &Path, error: io::Error) -> Error {
    Error::Io { what: format!("cannot write {}", path.display()), error }
}
