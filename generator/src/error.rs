use std::io;
use std::path::{Path, PathBuf};

use peatee_chess::SliceError;
use peatee_probe::{OpenError, ProbeError};
use peatee_table::{FileError, ManifestError, Metric, Slice, SliceNameError};

use crate::units;

/// An error of a command of the generator. The kinds map to exit codes, see [`Error::exit_code`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A slice needs a missing table.
    #[error("{slice} needs the {metric} table of {missing}, which is not in {directory}; make it first")]
    MissingDependency {
        /// Name of the slice in progress.
        slice: String,
        /// The slice of the missing table.
        missing: String,
        metric: Metric,
        directory: PathBuf,
    },
    /// A slice never has a table of a metric.
    #[error(
        "{slice} has no {metric} table in any set: moves set back no count of these rules there; ask for --metric dtw"
    )]
    NoSuchTable {
        /// The requested slice.
        slice: String,
        metric: Metric,
    },
    /// The requested metric has no distances.
    #[error("{metric} tables hold no distances; leave out --metric, or name one with distances, such as dtw")]
    NoDistances {
        /// The requested metric.
        metric: Metric,
    },
    /// Chess tables of this number of men are not supported.
    #[error(
        "tables of chess can be made for 3 to 5 men and planned for 3 to 6, not for {asked}; give --pieces {most} or less"
    )]
    ChessMen {
        asked: u32,
        /// The maximum.
        most: u32,
    },
    #[error(
        "there are no {metric} tables of chess; the metrics of chess are wdl, dtr-FIDE-50, dtr-FIDE-75, dtw (DTM), dtc \
         and can-mate"
    )]
    ChessMetric {
        /// The requested metric.
        metric: Metric,
    },
    #[error(
        "values of chess need a metric with plies, dtr-FIDE-50, dtr-FIDE-75, dtw or dtc, not {metric}; leave out \
         --metric for DTZ"
    )]
    NoChessDistance {
        /// The requested metric.
        metric: Metric,
    },
    #[error("{asked} works with draughts only; {instead}")]
    ChessMine {
        asked: String,
        /// The alternative.
        instead: &'static str,
    },
    /// The requested distances and the rule for cursed wins do not belong together.
    #[error("with {rules} the metric is {wanted}, not {metric}; leave out --metric")]
    CursedMetric {
        metric: Metric,
        rules: &'static str,
        /// The metric of the rules.
        wanted: Metric,
    },
    /// The draw rules belong to another game.
    #[error("{rules} is not a rule code of {variant}; {instead}")]
    OtherRules {
        rules: String,
        variant: &'static str,
        /// The available rules.
        instead: String,
    },
    /// More than the first move of draws was requested.
    #[error(
        "best play from a draw has no end, so only its first move is examined; leave out --moves and --duals with \
         --keeps draw"
    )]
    NoLineOfDraws,
    #[error("only chess has {metric} tables; the metrics of draughts are wdl, dtw, dtc, and dtr-CODE")]
    OnlyOfChess {
        /// The requested metric.
        metric: Metric,
    },
    #[error(transparent)]
    ChessSlice(#[from] SliceError),
    /// Positions of the other side to move were requested in a game whose tables have only one side
    /// to move.
    #[error(
        "tables of {variant} have only positions with White to move, which stand for both colours; leave out --side, \
         or choose the winning side with --winner"
    )]
    OneSideToMove {
        /// The variant's id.
        variant: &'static str,
    },
    /// The code is written for another board.
    #[error(
        "no dtr-{code} table of {variant} can be made: {code} counts moves on a main road that this board does not \
         have; use a code of the game, as `peatee variants {variant}` lists them"
    )]
    OtherMainRoad {
        /// The code's id.
        code: &'static str,
        /// The variant's id.
        variant: &'static str,
    },
    #[error(
        "{slice} has more than {} different requirements under these rules, the most that a {metric} table can hold; \
         make fewer pieces, or use readings with fewer counts side by side",
        peatee_table::requirement::MOST_REQUIREMENTS
    )]
    TooManyRequirements {
        /// The slice to be solved.
        slice: String,
        metric: Metric,
    },
    #[error(
        "{slice} needs {} of memory and --memory allows {}; allow more (--memory {}) or make fewer pieces",
        units::bytes(*needed_bytes),
        units::memory_argument(*allowed_bytes),
        units::memory_argument(*needed_bytes)
    )]
    NotEnoughMemory {
        slice: String,
        /// Minimum of the slice.
        needed_bytes: u64,
        allowed_bytes: u64,
    },
    #[error(
        "the disk of {directory} has {} free and the tables will take about {}; free some, choose another --tables, \
         or continue with --ignore-disk-check",
        units::bytes(*free_bytes),
        units::bytes(*needed_bytes)
    )]
    NotEnoughDisk {
        directory: PathBuf,
        /// Free bytes of the file system.
        free_bytes: u64,
        /// Estimated bytes of the tables.
        needed_bytes: u64,
    },
    #[error("{path}: {error}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        error: io::Error,
    },
    #[error("{path}: {error}")]
    File {
        /// The unusable file.
        path: PathBuf,
        error: FileError,
    },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The directory holds tables of another variant or of other rules.
    #[error("{directory} holds {found}; use another directory for {wanted}")]
    OtherTables {
        directory: PathBuf,
        /// The tables in the directory.
        found: String,
        /// The tables to be made.
        wanted: String,
    },
    #[error("{directory}: {wrong} values are wrong; delete the directory and make the tables again")]
    WrongValues { directory: PathBuf, wrong: u64 },
    /// Another generator works in the directory.
    #[error(
        "another peatee-gen is at work in {directory}, and one of the two must be alone there; wait for it or choose another directory"
    )]
    Locked {
        /// The shared directory.
        directory: PathBuf,
    },
    #[error(transparent)]
    SliceName(#[from] SliceNameError),
    /// The work was stopped before a slice was solved.
    #[error("stopped with {layers} of {of} layers of {slice} solved; run the same command again to continue")]
    Stopped {
        slice: String,
        /// Layers solved and saved.
        layers: usize,
        /// Layers of the slice.
        of: usize,
    },
    /// Work that changes nothing was stopped.
    #[error("stopped by an interrupt after {done} of {of} positions; nothing was changed")]
    Interrupted {
        /// Positions done.
        done: u64,
        /// Positions in total.
        of: u64,
    },
    /// A check of files was stopped.
    #[error("stopped by an interrupt after {done_bytes} of {of_bytes} bytes; nothing was changed")]
    InterruptedReading {
        /// Bytes read.
        done_bytes: u64,
        /// Bytes in total.
        of_bytes: u64,
    },
    #[error(
        "there are no {variant} tables in {root}; make some with \
         `peatee-gen generate --variant {variant} --pieces 3 --tables {root}`"
    )]
    NoTables {
        variant: &'static str,
        /// The directory that has a folder for each variant.
        root: PathBuf,
    },
    /// The folder of one variant was given instead of its parent directory.
    #[error("{folder} is the folder of one variant; --tables takes the directory above it, {}", above(folder))]
    InnerFolder {
        /// The given folder.
        folder: PathBuf,
    },
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A slice has more placements of its kings than the search for distances can number.
    #[error(
        "{slice} has {places} placements of kings in one unit, and distances can be computed for up to {most}; make only wdl"
    )]
    TooManyPlaces {
        slice: String,
        /// Placements of all kings except the open one, with the fixed pieces in place.
        places: usize,
        most: usize,
    },
}

/// A distance does not fit into values in memory.
#[derive(Debug, thiserror::Error)]
#[error("{slice} has a position that is decided only after {plies_max} plies, more than a table can hold")]
pub struct TooLong {
    pub slice: Slice,
    pub plies_max: u16,
}

/// Returns the parent directory of a folder, as an argument.
fn above(folder: &Path) -> std::path::Display<'_> {
    match folder.parent() {
        Some(above) if above != Path::new("") => above.display(),
        _ => Path::new(".").display(),
    }
}

impl From<ManifestError> for Error {
    fn from(error: ManifestError) -> Self {
        OpenError::from(error).into()
    }
}

impl Error {
    /// Returns the exit code of the process: 2 wrong argument, 3 missing table, 4 not enough
    /// memory, 5 disk or file error, 6 stopped, 7 another process at work, 1 anything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::SliceName(_)
            | Error::OtherTables { .. }
            | Error::InnerFolder { .. }
            | Error::OtherMainRoad { .. }
            | Error::TooManyRequirements { .. }
            | Error::NoSuchTable { .. }
            | Error::NoDistances { .. }
            | Error::OneSideToMove { .. }
            | Error::ChessMen { .. }
            | Error::ChessMetric { .. }
            | Error::NoChessDistance { .. }
            | Error::ChessMine { .. }
            | Error::CursedMetric { .. }
            | Error::OtherRules { .. }
            | Error::NoLineOfDraws
            | Error::OnlyOfChess { .. }
            | Error::TooManyPlaces { .. }
            | Error::ChessSlice(_) => 2,
            Error::MissingDependency { .. } | Error::NoTables { .. } => 3,
            Error::Open(OpenError::Empty { .. } | OpenError::File { error: FileError::Missing, .. }) => 3,
            Error::Probe(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => 3,
            Error::File { error: FileError::Missing, .. } => 3,
            Error::NotEnoughMemory { .. } => 4,
            Error::NotEnoughDisk { .. } | Error::Io { .. } | Error::File { .. } | Error::Open(_) | Error::Probe(_) => 5,
            Error::WrongValues { .. } => 5,
            Error::Stopped { .. } | Error::Interrupted { .. } | Error::InterruptedReading { .. } => 6,
            Error::Locked { .. } => 7,
            Error::TooLong(_) => 1,
        }
    }

    /// Returns a conversion of I/O errors that adds the path of the failed operation.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        |error| Error::Io { path: path.to_owned(), error }
    }
}
