//! Destinations of lines: standard output, or a file that appears only when it is complete.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::path::PathBuf;

use clap::Args;
use peatee_generator::Error;
use peatee_generator::tables::write::WholeFile;

const STANDARD_OUTPUT: &str = "standard output";

#[derive(Debug, Args)]
pub struct OutArg {
    /// Write to this file, which appears when it is complete. Default: standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug)]
pub enum Output {
    Standard(BufWriter<StdoutLock<'static>>),
    File(PathBuf, WholeFile),
}

impl OutArg {
    pub fn open(&self) -> Result<Output, Error> {
        let Some(path) = &self.out else {
            return Ok(Output::Standard(BufWriter::new(io::stdout().lock())));
        };
        // The file is created by renaming, which would replace a device or a pipe such as
        // `/dev/null`.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let error = io::Error::new(ErrorKind::InvalidInput, "it is not a regular file; name another file");
            return Err(Error::at(path)(error));
        }
        Ok(Output::File(path.clone(), WholeFile::create(path).map_err(Error::at(path))?))
    }
}

impl Output {
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Output::Standard(out) => out.write_all(bytes).map_err(standard),
            Output::File(path, file) => file.write_all(bytes).map_err(Error::at(path)),
        }
    }

    /// Completes the output. Only then does a file appear under its name.
    pub fn finish(self) -> Result<(), Error> {
        match self {
            Output::Standard(mut out) => out.flush().map_err(standard),
            Output::File(path, file) => file.finish().map_err(Error::at(&path)),
        }
    }
}

fn standard(error: io::Error) -> Error {
    Error::Io { path: STANDARD_OUTPUT.into(), error }
}

/// Returns true if the error says that the reader has closed standard output, as `head` does. Such
/// an error is not reported.
pub fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { error, .. } if error.kind() == ErrorKind::BrokenPipe)
}
