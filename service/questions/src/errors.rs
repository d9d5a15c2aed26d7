//! All errors of the program, and a table that says how each one is reported: reason in the error
//! details, gRPC code, exit code of a command, log level.

use std::time::Duration;

use peatee_probe::adjudicate::ReviewError;
use peatee_probe::peatee_chess::FenError as ChessFenError;
use peatee_probe::peatee_chess::pgn::PgnError;
use peatee_probe::{FileError, OpenError, ProbeError};
use peatee_rules::draw::{CounterError, RulesNameError};
use peatee_rules::notation::pdn::PdnError;
use peatee_rules::notation::{FenError, printable};
use peatee_rules::{BudgetEnd, TooManyCaptures, UnknownVariant};
use tonic::Code;
use tracing::Level;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    UnknownVariant(#[from] UnknownVariant),
    #[error("there are no tables of {variant} here; there are tables of: {present}")]
    NoTables {
        variant: &'static str,
        /// Ids of the games that have tables, separated by commas.
        present: String,
    },
    #[error("the tables of {variant} cannot be used: {error}")]
    Unopened { variant: &'static str, error: std::sync::Arc<OpenError> },
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    #[error("the position has {moves} legal moves; a list has at most {most}")]
    TooManyMoves { moves: usize, most: usize },
    #[error(transparent)]
    Budget(BudgetEnd),
    #[error(transparent)]
    Rules(#[from] RulesNameError),
    #[error(transparent)]
    Counters(#[from] CounterError),
    #[error(transparent)]
    Pdn(#[from] PdnError),
    #[error(transparent)]
    Review(ReviewError),
    #[error("{error}")]
    Within {
        /// Full name of the field, such as `played.fen`.
        field: &'static str,
        error: Box<Error>,
    },
    #[error(transparent)]
    ChessFen(#[from] ChessFenError),
    #[error(transparent)]
    ChessPgn(#[from] PgnError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{reason}; make tables with `{make}`, or name their directory with --tables")]
    Missing {
        /// The missing tables, and the folders that were searched.
        reason: String,
        /// The command that makes the missing tables.
        make: String,
    },
    /// `--check-config` has found tables that cannot be used.
    #[error("not all tables can be used: {reason}; the server starts without them")]
    Unusable {
        /// Number of unusable tables, and the name of the first one.
        reason: String,
    },
    #[error("the engine has no tables: {reason}")]
    Untabled { reason: String },
    #[error("the games with {address} ended early: {reason}")]
    Opponent { address: String, reason: String },
    #[error("{field}: {reason}")]
    Argument { field: &'static str, reason: String },
    /// A wrong value of an option of the server, which comes from a file or an environment
    /// variable.
    #[error("{place}: {reason}")]
    Setting {
        /// Source of the value: a line of a file, or an environment variable.
        place: String,
        reason: String,
    },
    /// A well-formed value of an option of the server that cannot be used. The value comes from a
    /// file or an environment variable.
    #[error("{place}: {error}")]
    UnusableSetting {
        /// Source of the value: a line of a file, or an environment variable.
        place: String,
        error: Box<Error>,
    },
    #[error("this server does not answer for the host `{host}`; use a name given by --allowed-host, or an IP address")]
    ForeignHost { host: String },
    #[error("the server is at its limit of {limit} requests at a time; try again after the delay in RetryInfo")]
    Busy { limit: usize },
    #[error(
        "you have as many requests in progress as one client may have ({limit}, at most half of them streams); try again later"
    )]
    PeerBusy { limit: usize },
    #[error(
        "your requests and answers need more than the {} MiB of memory that one client may use; read the answers that \
         wait, and try again later",
        .limit_bytes >> 20
    )]
    PeerMemory { limit_bytes: usize },
    #[error(
        "all requests and answers need more than the {} MiB of memory that this server has for them; try again later",
        .limit_bytes >> 20
    )]
    Memory { limit_bytes: usize },
    #[error("you send more requests than the server can answer; try again later, or send fewer at a time")]
    Overload,
    #[error(
        "you may ask about {per_minute} positions in a minute, and have used them up; try again in {} s",
        .wait.as_secs() + 1
    )]
    Quota { per_minute: u32, wait: Duration },
    #[error("the token of the request is not known here; ask the operator of this server for one")]
    BadToken,
    #[error(
        "the header `authorization` of the request holds no bearer token; this server takes \
         `authorization: Bearer TOKEN` and no other scheme, such as Basic"
    )]
    NotBearer,
    #[error("this server answers only clients that send a token: add the header `authorization: Bearer TOKEN`")]
    NoToken,
    #[error("the body is longer than {limit_bytes} bytes; send several requests")]
    LongBody { limit_bytes: usize },
    #[error("there is no such path; GET /v1/openapi.json lists all")]
    NoPath,
    #[error("this path does not take this method; GET /v1/openapi.json lists the methods of each path")]
    NoMethod,
    #[error("no position came for {seconds} s, and the stream was closed; open a new one when there are positions")]
    Idle { seconds: u64 },
    #[error("the deadline of the request has passed")]
    Deadline,
    #[error("internal error: the worker of this request failed; please report it")]
    Worker,
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Option that names the address.
        flag: &'static str,
        address: String,
        error: std::io::Error,
    },
    #[error("the server failed: {}", with_causes(&**.0))]
    Server(Box<dyn std::error::Error + Send + Sync>),
    #[error("{what}: {error}")]
    Io { what: String, error: std::io::Error },
}

impl Error {
    /// Returns the message for a terminal, a log or a client. Escapes control characters, which a
    /// terminal would execute.
    pub fn text(&self) -> String {
        printable(&self.to_string()).into_owned()
    }

    /// Returns the message for a client. A table is named by its file name, without the directory
    /// on the server.
    pub fn text_for_clients(&self) -> String {
        match self {
            Error::Probe(ProbeError::File { path, error }) => {
                let table = path.file_name().unwrap_or_default().display();
                printable(&format!("table {table}: {error}")).into_owned()
            }
            Error::Unopened { variant, .. } => format!("the tables of {variant} cannot be opened on this server"),
            Error::Within { error, .. } => error.text_for_clients(),
            other => other.text(),
        }
    }
}

/// Rules for reporting an error to clients, in the log and as exit code.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    pub reason: &'static str,
    pub code: Code,
    pub exit_code: u8,
    pub level: Level,
    pub field: Option<&'static str>,
    pub retry_after: Option<Duration>,
}

const fn row(reason: &'static str, code: Code, exit_code: u8, level: Level) -> Policy {
    Policy { reason, code, exit_code, level, field: None, retry_after: None }
}

impl Policy {
    const fn field(self, name: &'static str) -> Policy {
        Policy { field: Some(name), ..self }
    }
    const fn retry_after(self, delay: Duration) -> Policy {
        Policy { retry_after: Some(delay), ..self }
    }
}

/// Reason code of the error that the body of a request is too long. HTTP has a status for this
/// error; gRPC has no code for it.
pub const LONG_BODY: &str = "LONG_BODY";

const DEADLINE: Policy = row("DEADLINE", Code::DeadlineExceeded, 7, Level::DEBUG);
const TOO_MANY_CAPTURES: Policy = row("TOO_MANY_CAPTURES", Code::InvalidArgument, 2, Level::DEBUG);

/// Time after which a client should try again if the server is full. The server finishes most
/// requests within a few milliseconds.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Time after which a client should try again if the memory for requests is used up. In about this
/// time, some other client reads its answer, and the memory of that answer becomes free.
const MEMORY_DELAY: Duration = Duration::from_secs(1);

// Exit codes: 2: wrong input of the user; 3: something is missing; 4: too little memory; 5: failed
// input or output, or a damaged file; 7: a fault of the program, or an error that only a server
// reports. Codes 3 to 5 mean the same in `peatee-gen`.
impl Error {
    pub fn policy(&self) -> Policy {
        use Code::*;
        match self {
            Error::UnknownVariant(_) => row("UNKNOWN_VARIANT", InvalidArgument, 2, Level::DEBUG).field("variant"),
            Error::NoTables { .. } => row("NO_TABLES_OF_VARIANT", NotFound, 3, Level::DEBUG),
            Error::Fen(FenError::Illegal(_)) => {
                row("IMPOSSIBLE_POSITION", InvalidArgument, 2, Level::DEBUG).field("fen")
            }
            Error::Fen(_) => row("BAD_FEN", InvalidArgument, 2, Level::DEBUG).field("fen"),
            Error::Argument { field, .. } => row("BAD_ARGUMENT", InvalidArgument, 2, Level::DEBUG).field(field),
            Error::Setting { .. } => row("BAD_ARGUMENT", InvalidArgument, 2, Level::ERROR),
            Error::UnusableSetting { error, .. } => error.policy(),
            Error::Rules(_) => row("UNKNOWN_RULES", InvalidArgument, 2, Level::DEBUG).field("rules"),
            Error::Counters(CounterError::KingRun(_)) => row("BAD_FEN", InvalidArgument, 2, Level::DEBUG).field("fen"),
            Error::Counters(_) => row("BAD_COUNTERS", InvalidArgument, 2, Level::DEBUG).field("counters"),
            Error::Pdn(_) => row("BAD_PDN", InvalidArgument, 2, Level::DEBUG).field("pdn"),
            Error::TooManyCaptures(_) | Error::Review(ReviewError::TooManyCaptures { .. }) => TOO_MANY_CAPTURES,
            Error::TooManyMoves { .. } => row("TOO_MANY_MOVES", InvalidArgument, 2, Level::DEBUG).field("fen"),
            Error::Budget(end) => budget_policy(*end),
            Error::Review(_) => row("OTHER_VARIANT", InvalidArgument, 2, Level::DEBUG).field("variant"),
            Error::Within { field, error } => error.policy().field(field),
            Error::ChessFen(_) => row("BAD_FEN", InvalidArgument, 2, Level::DEBUG).field("fen"),
            Error::ChessPgn(_) => row("BAD_PDN", InvalidArgument, 2, Level::DEBUG).field("pdn"),
            Error::Probe(error) => probe_policy(error),
            Error::Missing { .. } | Error::Untabled { .. } => row("NO_TABLES", FailedPrecondition, 3, Level::ERROR),
            Error::Unusable { .. } => row("DAMAGED_TABLE", DataLoss, 5, Level::ERROR),
            Error::Open(error) => open_policy(error),
            Error::Unopened { error, .. } => open_policy(error),
            Error::Busy { .. } => row("BUSY", ResourceExhausted, 7, Level::DEBUG).retry_after(RETRY_DELAY),
            Error::PeerBusy { .. } => row("PEER_BUSY", ResourceExhausted, 7, Level::DEBUG).retry_after(RETRY_DELAY),
            Error::Overload => row("OVERLOAD", ResourceExhausted, 7, Level::DEBUG).retry_after(RETRY_DELAY),
            Error::ForeignHost { .. } => row("FOREIGN_HOST", PermissionDenied, 7, Level::DEBUG),
            Error::PeerMemory { .. } => {
                row("PEER_MEMORY", ResourceExhausted, 7, Level::DEBUG).retry_after(MEMORY_DELAY)
            }
            Error::Memory { .. } => row("MEMORY", ResourceExhausted, 7, Level::DEBUG).retry_after(MEMORY_DELAY),
            Error::LongBody { .. } => row(LONG_BODY, InvalidArgument, 7, Level::DEBUG).field("body"),
            Error::NoPath => row("NO_PATH", NotFound, 7, Level::DEBUG),
            Error::NoMethod => row("NO_METHOD", Unimplemented, 7, Level::DEBUG),
            Error::Quota { wait, .. } => row("QUOTA", ResourceExhausted, 7, Level::DEBUG).retry_after(*wait),
            Error::BadToken | Error::NotBearer => row("BAD_TOKEN", Unauthenticated, 7, Level::DEBUG),
            Error::NoToken => row("NO_TOKEN", Unauthenticated, 7, Level::DEBUG),
            Error::Deadline => DEADLINE,
            Error::Idle { .. } => row("IDLE", Aborted, 7, Level::DEBUG),
            Error::Worker => row("WORKER", Internal, 7, Level::ERROR),
            Error::Opponent { .. } => row("OPPONENT", Unavailable, 5, Level::WARN),
            Error::Listen { .. } => row("LISTEN", Unavailable, 5, Level::ERROR),
            Error::Server(_) => row("SERVER", Internal, 5, Level::ERROR),
            Error::Io { .. } => row("IO", Internal, 5, Level::ERROR),
        }
    }

    /// Returns the exit code of a run in which a part, such as a position, failed with this error.
    /// If the exit code of the error is 5 or more, a table or the program is at fault, and the run
    /// has the same exit code. Otherwise the run has exit code 1.
    pub fn exit_code_of_part(&self) -> u8 {
        match self.policy().exit_code {
            own @ 5.. => own,
            _ => 1,
        }
    }

    /// Returns the names and values of the variable parts of the message, for programs. The list is
    /// empty for errors that state these parts only in the message.
    pub fn metadata(&self) -> Vec<(&'static str, String)> {
        match self {
            Error::Within { error, .. } => error.metadata(),
            Error::UnknownVariant(UnknownVariant { id }) => vec![("variant", id.clone())],
            Error::NoTables { variant, .. } | Error::Unopened { variant, .. } => {
                vec![("variant", (*variant).to_owned())]
            }
            Error::Probe(ProbeError::TooManyPieces { pieces, most, variant }) => vec![
                ("variant", (*variant).to_owned()),
                ("pieces", pieces.to_string()),
                ("pieces_max", most.to_string()),
            ],
            Error::Probe(ProbeError::MissingTable { slice, metric, .. }) => {
                vec![("slice", slice.clone()), ("metric", metric.to_string())]
            }
            Error::Busy { limit } => vec![("in_flight_max", limit.to_string())],
            Error::PeerBusy { limit } => vec![("peer_in_flight_max", limit.to_string())],
            Error::TooManyMoves { moves, most } => vec![("moves", moves.to_string()), ("moves_max", most.to_string())],
            Error::Budget(BudgetEnd::Steps { max }) => vec![("steps_max", max.to_string())],
            Error::Budget(BudgetEnd::Bytes { max }) => vec![("bytes_max", max.to_string())],
            Error::PeerMemory { limit_bytes } => vec![("peer_memory_bytes_max", limit_bytes.to_string())],
            Error::Memory { limit_bytes } => vec![("memory_bytes_max", limit_bytes.to_string())],
            Error::Quota { per_minute, .. } => vec![("positions_per_minute", per_minute.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Returns the message of an error of another crate, followed by the messages of its causes. The
/// message alone would not say why the operation failed.
fn with_causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<ReviewError> for Error {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Pdn(error) => Error::Pdn(error),
            ReviewError::Pgn(error) => Error::ChessPgn(error),
            ReviewError::Counters(error) => Error::Counters(error),
            ReviewError::Probe(error) => Error::Probe(error),
            other => Error::Review(other),
        }
    }
}

fn open_policy(error: &OpenError) -> Policy {
    match error {
        OpenError::Absent { .. } | OpenError::Empty { .. } => {
            row("NO_TABLES", Code::FailedPrecondition, 3, Level::ERROR)
        }
        OpenError::Io { .. } => row("TABLE_IO", Code::Internal, 5, Level::ERROR),
        OpenError::File { error, .. } => file_policy(error),
        _ => row("DAMAGED_TABLE", Code::DataLoss, 5, Level::ERROR),
    }
}

fn probe_policy(error: &ProbeError) -> Policy {
    match error {
        ProbeError::Illegal(_) => row("IMPOSSIBLE_POSITION", Code::InvalidArgument, 2, Level::DEBUG).field("fen"),
        ProbeError::CastlingRights => row("CASTLING_RIGHTS", Code::InvalidArgument, 2, Level::DEBUG).field("fen"),
        ProbeError::TooManyCaptures(_) => TOO_MANY_CAPTURES,
        ProbeError::Budget(end) => budget_policy(*end),
        ProbeError::TooManyPieces { .. } => row("TOO_MANY_PIECES", Code::NotFound, 3, Level::DEBUG),
        ProbeError::MissingTable { .. } => row("MISSING_TABLE", Code::NotFound, 3, Level::DEBUG),
        ProbeError::File { error, .. } => file_policy(error),
        _ => row("PROBE_FAILED", Code::Internal, 7, Level::ERROR),
    }
}

fn budget_policy(end: BudgetEnd) -> Policy {
    match end {
        // The client no longer waits for the answer.
        BudgetEnd::Stopped => DEADLINE,
        BudgetEnd::Steps { .. } => row("TOO_MUCH_WORK", Code::InvalidArgument, 2, Level::DEBUG),
        BudgetEnd::Bytes { .. } => row("ANSWER_TOO_LONG", Code::InvalidArgument, 2, Level::DEBUG),
    }
}

fn file_policy(error: &FileError) -> Policy {
    match error {
        FileError::Io(_) => row("TABLE_IO", Code::Internal, 5, Level::ERROR),
        _ => row("DAMAGED_TABLE", Code::DataLoss, 5, Level::ERROR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_is_repeated_by_its_causes() {
        let disk = || std::io::Error::other("the disk is gone");
        let open = || OpenError::Io { path: "tables".into(), error: disk() };
        let io = || Error::Io { what: "cannot write".into(), error: disk() };
        let errors = [
            Error::Unopened { variant: "english", error: std::sync::Arc::new(open()) },
            Error::Open(open()),
            Error::Listen { flag: "--listen", address: "[::1]:1".into(), error: disk() },
            Error::Within { field: "played.fen", error: Box::new(io()) },
            Error::Probe(ProbeError::File { path: "KvK.wdl".into(), error: disk().into() }),
            io(),
        ];
        for error in errors {
            let (whole, cause) = (error.to_string(), std::error::Error::source(&error).map(ToString::to_string));
            assert!(whole.contains("the disk is gone"), "{whole}");
            assert_eq!(cause, None, "{whole}");
        }
    }
}
