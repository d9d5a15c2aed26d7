//! What can go wrong while tables are made.

use std::io;
use std::path::{Path, PathBuf};

use peatee_chess::SliceError;
use peatee_probe::{OpenError, ProbeError, chess};
use peatee_table::{FileError, ManifestError, Metric, SliceNameError};

use crate::solver::known::TooLong;
use crate::units;

/// Why a command of the generator failed. The kinds map to exit codes, see [`Error::exit_code`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A slice needs a table that is not there.
    #[error("{slice} needs the {metric} table of {missing}, which is not in {directory}; make it first")]
    MissingDependency {
        /// The slice to be solved.
        slice: String,
        /// The slice whose table is missing.
        missing: String,
        /// The metric.
        metric: Metric,
        /// Where it was looked for.
        directory: PathBuf,
    },
    /// A slice never has a table of a metric.
    #[error(
        "{slice} has no {metric} table in any set: moves set back no count of these rules there; ask for --metric dtw"
    )]
    NoSuchTable {
        /// The slice.
        slice: String,
        /// The metric.
        metric: Metric,
    },
    /// Distances were asked for by a metric that has none.
    #[error("{metric} tables hold no distances; leave --metric out, or name one with distances, such as dtw")]
    NoDistances {
        /// The metric.
        metric: Metric,
    },
    /// Tables of chess of so many men are not made yet.
    #[error(
        "tables of chess are made of 3 to 5 men and planned of 3 to 6, not of {asked}; give --pieces {most} or less"
    )]
    ChessMen {
        /// How many were asked for.
        asked: u32,
        /// The most.
        most: u32,
    },
    /// Chess has no such metric.
    #[error(
        "there are no {metric} tables of chess; the metrics of chess are wdl, dtr-FIDE-50, dtr-FIDE-75, dtw (DTM), dtc \
         and can-mate"
    )]
    ChessMetric {
        /// The metric.
        metric: Metric,
    },
    /// Positions of chess are not exported by this metric.
    #[error(
        "positions of chess are written with the plies of dtr-FIDE-50, dtr-FIDE-75, dtw or dtc, not by {metric}; leave \
         --metric out for DTZ"
    )]
    ChessExport {
        /// The metric.
        metric: Metric,
    },
    /// Statistics of chess have no such choice.
    #[error(
        "statistics of chess tell the longest distances of dtr-FIDE-50, dtr-FIDE-75, dtw or dtc, not of {asked}; leave \
         it out for DTZ"
    )]
    ChessStats {
        /// The argument.
        asked: String,
    },
    /// Chess cannot be mined in this way.
    #[error("{asked} is of draughts alone; {instead}")]
    ChessMine {
        /// The argument.
        asked: String,
        /// What to do.
        instead: &'static str,
    },
    /// Chess is not mined by this metric.
    #[error("chess is mined by wdl, dtr-FIDE-50, dtr-FIDE-75, dtw or dtc, not by {metric}; leave --metric out for DTZ")]
    ChessMineMetric {
        /// The metric.
        metric: Metric,
    },
    /// Cursed wins of a rule were asked for by other distances than those of the rule.
    #[error("under {rules} the distances are those of {wanted}, not of {metric}; leave --metric out")]
    CursedMetric {
        /// The metric.
        metric: Metric,
        /// The rules.
        rules: &'static str,
        /// The metric of the rules.
        wanted: Metric,
    },
    /// Draw rules of another game.
    #[error("{rules} is no rule code of {variant}; {instead}")]
    OtherRules {
        /// The rules.
        rules: String,
        /// The variant's id.
        variant: &'static str,
        /// Which there are.
        instead: String,
    },
    /// More than the first move was asked for of draws.
    #[error(
        "best play from a draw has no end, so that only its first move is looked at; leave --moves and --duals out \
         with --keeps draw"
    )]
    NoLineOfDraws,
    /// A metric of chess was asked for of draughts.
    #[error("only chess has {metric} tables; the metrics of draughts are wdl, dtw, dtc, and dtr-CODE")]
    OnlyOfChess {
        /// The metric.
        metric: Metric,
    },
    /// A probe of chess failed.
    #[error(transparent)]
    ChessProbe(#[from] chess::ProbeError),
    /// The name is no slice of chess.
    #[error(transparent)]
    ChessSlice(#[from] SliceError),
    /// Positions of the other side to move were asked for in a game whose tables have none.
    #[error(
        "tables of {variant} have White to move alone, the other colour is its mirror; leave --side out, or choose \
         the side that wins with --winner"
    )]
    OneSideToMove {
        /// The variant's id.
        variant: &'static str,
    },
    /// The code is written for another board.
    #[error(
        "no dtr-{code} table of {variant} can be made: the main road that {code} speaks of is not one of this board; \
         take a code of the game, which `peatee variants {variant}` lists"
    )]
    OtherMainRoad {
        /// The code's id.
        code: &'static str,
        /// The variant's id.
        variant: &'static str,
    },
    /// A slice has more requirements than a table can list.
    #[error(
        "{slice} has more than {} different requirements under these rules, and a {metric} table can list no more; \
         make fewer pieces, or take readings with fewer counts side by side",
        peatee_table::requirement::MOST_REQUIREMENTS
    )]
    TooManyRequirements {
        /// The slice.
        slice: String,
        /// The metric.
        metric: Metric,
    },
    /// A job does not fit the memory allowed.
    #[error(
        "{slice} needs {} of memory and --memory allows {}; allow more (--memory {}) or make fewer pieces",
        units::bytes(*needed_bytes),
        units::memory_argument(*allowed_bytes),
        units::memory_argument(*needed_bytes)
    )]
    NotEnoughMemory {
        /// The slice.
        slice: String,
        /// What it needs.
        needed_bytes: u64,
        /// What is allowed.
        allowed_bytes: u64,
    },
    /// The disk has no room for the tables.
    #[error(
        "the disk of {directory} has {} free and the tables will take about {}; free some, choose another --tables, \
         or go on all the same with --ignore-disk-check",
        units::bytes(*free_bytes),
        units::bytes(*needed_bytes)
    )]
    NotEnoughDisk {
        /// Where tables are written.
        directory: PathBuf,
        /// What the file system has.
        free_bytes: u64,
        /// What the tables may need.
        needed_bytes: u64,
    },
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A table file is damaged.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: FileError,
    },
    /// The directory cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A probe failed.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The directory holds tables of another variant or of other rules.
    #[error("{directory} holds {found}; use another directory for {wanted}")]
    OtherTables {
        /// The directory.
        directory: PathBuf,
        /// What it holds.
        found: String,
        /// What was to be made.
        wanted: String,
    },
    /// Another generator works in the directory.
    #[error(
        "another peatee-gen is at work in {directory}, and one of the two must be alone there; wait for it or choose another directory"
    )]
    Locked {
        /// The directory.
        directory: PathBuf,
    },
    /// Sets of chess were to be made one by one.
    #[error(
        "there are no jobs for single sets of chess; start `peatee-gen generate --variant chess` as often as wanted, \
         on all machines that share the directory: each set is made once"
    )]
    ChessJobs,
    /// A name is no slice.
    #[error(transparent)]
    SliceName(#[from] SliceNameError),
    /// The work was to stop before a slice was solved.
    #[error("stopped with {layers} of {of} layers of {slice} solved; the same command goes on from there")]
    Stopped {
        /// The slice.
        slice: String,
        /// Layers that are solved and saved.
        layers: usize,
        /// Layers of the slice.
        of: usize,
    },
    /// Work that changes nothing was to stop.
    #[error("stopped by an interrupt after {done} of {of} positions; nothing was changed")]
    Interrupted {
        /// Positions that were done.
        done: u64,
        /// Positions that were to be done.
        of: u64,
    },
    /// There are no tables of the variant.
    #[error(
        "there are no {variant} tables in {root}; make some with \
         `peatee-gen generate --variant {variant} --pieces 3 --tables {root}`"
    )]
    NoTables {
        /// The variant's id.
        variant: &'static str,
        /// The directory that has a folder for each variant.
        root: PathBuf,
    },
    /// The folder of one variant was given in place of the directory above it.
    #[error("{folder} is the folder of one variant; --tables takes the directory above it, {}", above(folder))]
    InnerFolder {
        /// What was given.
        folder: PathBuf,
    },
    /// A distance is too long for a table.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A slice has more placements of its kings than the search for distances can number.
    #[error(
        "{slice} has {places} placements of kings in one unit, and distances are found in up to {most}; make wdl alone"
    )]
    TooManyPlaces {
        /// The slice.
        slice: String,
        /// Placements of all kings but the open one, the fixed pieces standing still.
        places: usize,
        /// The most that the search can number.
        most: usize,
    },
}

/// The directory that a folder is in, as an argument.
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
    /// The exit code of the process: 2 a wrong argument, 3 a table is missing, 4 not enough memory,
    /// 5 the disk or a file, 6 stopped, 7 another process is at work, 1 anything else.
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
            | Error::ChessJobs
            | Error::ChessMetric { .. }
            | Error::ChessExport { .. }
            | Error::ChessStats { .. }
            | Error::ChessMine { .. }
            | Error::ChessMineMetric { .. }
            | Error::CursedMetric { .. }
            | Error::OtherRules { .. }
            | Error::NoLineOfDraws
            | Error::OnlyOfChess { .. }
            | Error::TooManyPlaces { .. }
            | Error::ChessSlice(_) => 2,
            Error::MissingDependency { .. } | Error::NoTables { .. } => 3,
            Error::Open(OpenError::Empty { .. } | OpenError::File { error: FileError::Missing, .. }) => 3,
            Error::Probe(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => 3,
            Error::ChessProbe(chess::ProbeError::MissingTable { .. } | chess::ProbeError::TooManyMen { .. }) => 3,
            Error::File { error: FileError::Missing, .. } => 3,
            Error::NotEnoughMemory { .. } => 4,
            Error::NotEnoughDisk { .. }
            | Error::Io { .. }
            | Error::File { .. }
            | Error::Open(_)
            | Error::Probe(_)
            | Error::ChessProbe(_) => 5,
            Error::Stopped { .. } | Error::Interrupted { .. } => 6,
            Error::Locked { .. } => 7,
            Error::TooLong(_) => 1,
        }
    }

    /// Names the file that an operation failed on.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        |error| Error::Io { path: path.to_owned(), error }
    }
}
