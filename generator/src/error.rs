use std::io;
use std::path::{Path, PathBuf};

use peatee_chess::SliceError;
use peatee_probe::{OpenError, ProbeError};
use peatee_table::{FileError, ManifestError, Metric, Slice, SliceNameError};

use crate::units;

/// An error of a command of the generator. [`Error::exit_code`] assigns exit codes to errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{slice} needs the {metric} table of {missing}, which is not in {directory}; make it first")]
    MissingDependency { slice: String, missing: String, metric: Metric, directory: PathBuf },
    #[error(
        "{slice} has no {metric} table in any set: moves set back no count of these rules there; ask for --metric dtw"
    )]
    NoSuchTable { slice: String, metric: Metric },
    #[error("{metric} tables hold no distances; leave out --metric, or name one with distances, such as dtw")]
    NoDistances { metric: Metric },
    #[error(
        "tables of chess can be made for 3 to 5 men and planned for 3 to 6, not for {asked}; give --pieces {most} or less"
    )]
    ChessMen { asked: u32, most: u32 },
    #[error(
        "there are no {metric} tables of chess; the metrics of chess are wdl, dtr-FIDE-50, dtr-FIDE-75, dtw (DTM), dtc \
         and can-mate"
    )]
    ChessMetric { metric: Metric },
    #[error(
        "values of chess need a metric with plies, dtr-FIDE-50, dtr-FIDE-75, dtw or dtc, not {metric}; leave out \
         --metric for DTZ"
    )]
    NoChessDistance { metric: Metric },
    #[error("{asked} works with draughts only; {instead}")]
    ChessMine { asked: String, instead: &'static str },
    #[error("with {rules} the metric is {wanted}, not {metric}; leave out --metric")]
    CursedMetric {
        metric: Metric,
        rules: &'static str,
        /// The only metric that fits the draw rules `rules`.
        wanted: Metric,
    },
    #[error("{rules} is not a rule code of {variant}; {instead}")]
    OtherRules { rules: String, variant: &'static str, instead: String },
    #[error(
        "best play from a draw has no end, so only its first move is examined; leave out --moves and --duals with \
         --keeps draw"
    )]
    NoLineOfDraws,
    #[error("only chess has {metric} tables; the metrics of draughts are wdl, dtw, dtc, and dtr-CODE")]
    OnlyOfChess { metric: Metric },
    #[error(transparent)]
    ChessSlice(#[from] SliceError),
    #[error(
        "tables of {variant} have only positions with White to move, which stand for both colours; leave out --side, \
         or choose the winning side with --winner"
    )]
    OneSideToMove { variant: &'static str },
    #[error(
        "no dtr-{code} table of {variant} can be made: {code} counts moves on a main road that this board does not \
         have; use a code of the game, as `peatee variants {variant}` lists them"
    )]
    OtherMainRoad { code: &'static str, variant: &'static str },
    #[error(
        "{slice} has more than {} different requirements under these rules, the most that a {metric} table can hold; \
         make fewer pieces, or use readings with fewer counts side by side",
        peatee_table::requirement::MOST_REQUIREMENTS
    )]
    TooManyRequirements { slice: String, metric: Metric },
    #[error(
        "{slice} has more than {} different patterns of moves in a row with one king, the most that a {metric} table \
         can hold; make fewer pieces",
        peatee_table::run_pattern::MOST_PATTERNS
    )]
    TooManyRunPatterns { slice: String, metric: Metric },
    #[error(
        "no {metric} table can hold {slice}: it has wins that take more plies than the rule allows without a reset, or \
         more than {} different staircases; make fewer men",
        peatee_table::staircase::MOST_SHAPES
    )]
    NoStaircases { slice: String, metric: Metric },
    #[error("{metric} tables can be made for {most} men or less, not for {slice}; leave this metric out")]
    StaircaseMen { metric: Metric, slice: String, most: u32 },
    #[error(
        "{slice} needs {} of memory and --memory allows {}; allow more (--memory {}) or make fewer pieces",
        units::bytes(*needed_bytes),
        units::memory_argument(*allowed_bytes),
        units::memory_argument(*needed_bytes)
    )]
    NotEnoughMemory {
        slice: String,
        /// Smallest amount of memory, in bytes, with which the slice can be solved.
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
        free_bytes: u64,
        /// Estimated length of the tables in bytes.
        needed_bytes: u64,
    },
    #[error("{}", peatee_rows::NO_PARQUET)]
    NoParquet,
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{path}: {error}")]
    File { path: PathBuf, error: FileError },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error("{directory} holds {found}; use another directory for {wanted}")]
    OtherTables { directory: PathBuf, found: String, wanted: String },
    #[error("{directory}: {wrong} values are wrong; delete the directory and make the tables again")]
    WrongValues { directory: PathBuf, wrong: u64 },
    #[error(
        "another peatee-gen is at work in {directory}, and one of the two must be alone there; wait for it or choose another directory"
    )]
    Locked { directory: PathBuf },
    #[error(transparent)]
    SliceName(#[from] SliceNameError),
    #[error("stopped with {layers} of {of} layers of {slice} solved; run the same command again to continue")]
    Stopped { slice: String, layers: usize, of: usize },
    #[error("stopped by an interrupt after {done} of {of} positions; nothing was changed")]
    Interrupted { done: u64, of: u64 },
    #[error("stopped by an interrupt after {done_bytes} of {of_bytes} bytes; nothing was changed")]
    InterruptedReading { done_bytes: u64, of_bytes: u64 },
    #[error(
        "there are no {variant} tables in {root}; make some with \
         `peatee-gen generate --variant {variant} --pieces 3 --tables {root}`"
    )]
    NoTables { variant: &'static str, root: PathBuf },
    #[error("{folder} is the folder of one variant; --tables takes the directory above it, {}", above(folder))]
    InnerFolder { folder: PathBuf },
    #[error("the page {page} and the site {out} are one folder, or one is in the other; use folders apart")]
    PageInSite { page: PathBuf, out: PathBuf },
    #[error(transparent)]
    TooLong(#[from] TooLong),
    #[error(
        "{slice} has {places} placements of kings in one unit, and distances can be computed for up to {most}; make only wdl"
    )]
    TooManyPlaces {
        slice: String,
        /// Number of ways to place all kings but one on the board. The solver stores one machine
        /// word for each way, with a bit for each square of the remaining king.
        places: usize,
        most: usize,
    },
}

#[derive(Debug, thiserror::Error)]
#[error("{slice} has a position that is decided only after {plies_max} plies, more than a table can hold")]
pub struct TooLong {
    pub slice: Slice,
    pub plies_max: u16,
}

/// Returns the path of the directory that contains a folder, or `.` if the path of the folder is
/// only a name.
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
    /// Returns the exit code of the process. The codes are 2 for a wrong argument, 3 for a missing
    /// table, 4 for too little memory, 5 for an error of a disk or file, 6 for a stopped run, 7 if
    /// another process works in the directory, and 1 for any other error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::SliceName(_)
            | Error::OtherTables { .. }
            | Error::InnerFolder { .. }
            | Error::PageInSite { .. }
            | Error::OtherMainRoad { .. }
            | Error::TooManyRequirements { .. }
            | Error::TooManyRunPatterns { .. }
            | Error::NoStaircases { .. }
            | Error::StaircaseMen { .. }
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
            | Error::NoParquet
            | Error::OnlyOfChess { .. }
            | Error::TooManyPlaces { .. }
            | Error::ChessSlice(_) => 2,
            Error::MissingDependency { .. } | Error::NoTables { .. } => 3,
            Error::Open(
                OpenError::Absent { .. } | OpenError::Empty { .. } | OpenError::File { error: FileError::Missing, .. },
            ) => 3,
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

    /// Returns true for a table file whose content is unknown: [`FileError::is_unreadable`].
    pub fn is_unreadable_file(&self) -> bool {
        matches!(self, Error::File { error, .. } if error.is_unreadable())
    }

    /// Returns a function that converts an I/O error and adds the path of the file concerned.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        |error| Error::Io { path: path.to_owned(), error }
    }
}
