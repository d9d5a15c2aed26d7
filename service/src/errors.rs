//! All errors, and the one table of their consequences: the reason in error details, the gRPC code,
//! the exit code of a command, the level in the log.

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

/// An error as users meet it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No game has that id.
    #[error(transparent)]
    UnknownVariant(#[from] UnknownVariant),
    /// The game is known, but there are no tables of it here.
    #[error("there are no tables of {variant} here; there are tables of: {present}")]
    NoTables {
        /// The id that was asked for.
        variant: &'static str,
        /// The ids of the variants that have tables.
        present: String,
    },
    /// There are tables of the game, but they cannot be opened.
    #[error("the tables of {variant} cannot be used: {error}")]
    Unopened {
        /// The id that was asked for.
        variant: &'static str,
        /// Why.
        error: std::sync::Arc<OpenError>,
    },
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The captures of the position cannot be listed.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// The position has more moves than an answer lists.
    #[error("the position has {moves} legal moves; a list has at most {most}")]
    TooManyMoves {
        /// Number of moves that it has.
        moves: usize,
        /// The most in a list.
        most: usize,
    },
    /// The question takes more work, or its answer more bytes, than one may.
    #[error(transparent)]
    Budget(BudgetEnd),
    /// There are no such draw rules.
    #[error(transparent)]
    Rules(#[from] RulesNameError),
    /// The counters cannot be read, or cannot stand in the position.
    #[error(transparent)]
    Counters(#[from] CounterError),
    /// The game cannot be read.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// The game cannot be judged.
    #[error(transparent)]
    Review(ReviewError),
    /// The error is in a field of a message inside the request.
    #[error("{error}")]
    Within {
        /// The whole name of the field: `played.fen`.
        field: &'static str,
        /// The fault.
        error: Box<Error>,
    },
    /// The position of chess cannot be read.
    #[error(transparent)]
    ChessFen(#[from] ChessFenError),
    /// The game of chess cannot be read.
    #[error(transparent)]
    ChessPgn(#[from] PgnError),
    /// The position has no answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The tables cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The tables that a command needs are missing.
    #[error("{reason}; make tables with `{make}`, or name their directory with --tables")]
    Missing {
        /// The missing tables, and the folders that were searched.
        reason: String,
        /// The command that makes them.
        make: String,
    },
    /// A check of the options of the server has found tables that cannot be used.
    #[error("not all tables can be used: {reason}; the server starts without them")]
    Unusable {
        /// Number of them, and the first.
        reason: String,
    },
    /// The engine plays without tables.
    #[error("the engine has no tables: {reason}")]
    Untabled {
        /// Why there are none.
        reason: String,
    },
    /// Games against another program came to a bad end.
    #[error("the games with {address} ended early: {reason}")]
    Opponent {
        /// Its address.
        address: String,
        /// Why.
        reason: String,
    },
    /// A field or flag has a value that is not allowed.
    #[error("{field}: {reason}")]
    Argument {
        /// The field or flag.
        field: &'static str,
        /// The fault.
        reason: String,
    },
    /// An option of the server has a value that is not allowed, and does not stand on the command
    /// line.
    #[error("{place}: {reason}")]
    Setting {
        /// The place of the option: a line of a file, or a variable of the environment.
        place: String,
        /// The fault.
        reason: String,
    },
    /// The value of an option of the server cannot be used.
    #[error("{place}: {error}")]
    OfSetting {
        /// The place of the option.
        place: String,
        /// The fault.
        error: Box<Error>,
    },
    /// The request is for another host.
    #[error("this server does not answer for the host `{host}`; use a name given by --allowed-host, or an IP address")]
    ForeignHost {
        /// Its name.
        host: String,
    },
    /// The server is already working on as many requests as it may.
    #[error("the server is at its limit of {limit} requests at a time; try again after the delay in RetryInfo")]
    Busy {
        /// The most requests at a time.
        limit: usize,
    },
    /// The server is already working on as many requests of this peer as it may.
    #[error("the server works on {limit} requests of one peer at a time, half of them streams; try again later")]
    PeerBusy {
        /// The most requests of one peer at a time.
        limit: usize,
    },
    /// Requests and answers of this peer hold as much memory as they may.
    #[error(
        "requests and answers of one peer hold {} MiB at most; read the answers that wait, and try again later",
        .limit_bytes >> 20
    )]
    PeerMemory {
        /// The most bytes.
        limit_bytes: usize,
    },
    /// Requests and answers of all peers hold as much memory as they may.
    #[error("requests and answers hold {} MiB at most on this server; try again later", .limit_bytes >> 20)]
    Memory {
        /// The most bytes.
        limit_bytes: usize,
    },
    /// More requests come than the server can answer.
    #[error("more requests come than the server can answer; try again later, or send fewer of them at a time")]
    Overload,
    /// The client asked about more positions than it may.
    #[error(
        "you may ask about {per_minute} positions in a minute, and have used them up; try again in {} s",
        .wait.as_secs() + 1
    )]
    Quota {
        /// Positions that the client may ask about in a minute.
        per_minute: u32,
        /// When there are some again.
        wait: Duration,
    },
    /// The token is not known.
    #[error("the token of the request is not known here; ask the operator of this server for one")]
    BadToken,
    /// The header that would hold a token holds something else.
    #[error(
        "the header `authorization` of the request holds no bearer token; this server takes \
         `authorization: Bearer TOKEN` and no other scheme, such as Basic"
    )]
    NotBearer,
    /// There is no token.
    #[error("this server answers clients with a token: send the header `authorization: Bearer TOKEN`")]
    NoToken,
    /// The body of a request is too long.
    #[error("the body is longer than {limit_bytes} bytes; send several requests")]
    LongBody {
        /// The most bytes.
        limit_bytes: usize,
    },
    /// There is no such path.
    #[error("there is no such path; GET /v1/openapi.json lists all")]
    NoPath,
    /// A path does not take that method of HTTP.
    #[error("this path does not take this method; GET /v1/openapi.json lists the methods of each path")]
    NoMethod,
    /// A stream has sent nothing for too long.
    #[error("no position came for {seconds} s, and the stream was closed; open a new one when there are positions")]
    Idle {
        /// Seconds in which the stream sent nothing.
        seconds: u64,
    },
    /// The time that the client gave has run out.
    #[error("the deadline of the request has passed")]
    Deadline,
    /// The code that worked on the request panicked.
    #[error("internal error: the worker of this request failed; please report it")]
    Worker,
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The flag that names the address.
        flag: &'static str,
        /// The address.
        address: String,
        /// Why.
        error: std::io::Error,
    },
    /// The server stopped by itself.
    #[error("the server failed: {}", with_causes(.0))]
    Server(tonic::transport::Error),
    /// Reading the input or writing the output failed.
    #[error("{what}: {error}")]
    Io {
        /// The operation that failed.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}

impl Error {
    /// Returns the message for a terminal, a log or a client. Characters that a terminal would obey
    /// are escaped.
    pub fn text(&self) -> String {
        printable(&self.to_string()).into_owned()
    }

    /// Returns the message for a client. It names a table by its file name, and does not tell where
    /// on the server the file is.
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

/// The consequences of an error.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// The reason in `google.rpc.ErrorInfo`; part of the interface.
    pub reason: &'static str,
    /// The gRPC code.
    pub code: Code,
    /// The exit code of a command that ends because of it.
    pub exit_code: u8,
    /// The level it is logged at.
    pub level: Level,
    /// The field of the request that is at fault.
    pub field: Option<&'static str>,
    /// When to try again.
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

/// The reason of a body that is too long: HTTP has a status for it, and gRPC has no code.
pub const LONG_BODY: &str = "LONG_BODY";

const DEADLINE: Policy = row("DEADLINE", Code::DeadlineExceeded, 7, Level::DEBUG);
const TOO_MANY_CAPTURES: Policy = row("TOO_MANY_CAPTURES", Code::InvalidArgument, 2, Level::DEBUG);

/// Time that a client should wait after the server was full. The server finishes a request within a
/// few milliseconds.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Time that a client should wait for memory: about as long as others take to read an answer.
const MEMORY_DELAY: Duration = Duration::from_secs(1);

// Exit codes: 2 the user's input, 3 something is missing, 4 memory, 5 input or output or
// a damaged file, 7 our own fault. Codes 3 to 5 mean the same in `peatee-gen`.
impl Error {
    /// Returns the consequences of this error.
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
            Error::OfSetting { error, .. } => error.policy(),
            Error::Rules(_) => row("UNKNOWN_RULES", InvalidArgument, 2, Level::DEBUG).field("rules"),
            Error::Counters(_) => row("BAD_COUNTERS", InvalidArgument, 2, Level::DEBUG).field("counters"),
            Error::Pdn(_) => row("BAD_PDN", InvalidArgument, 2, Level::DEBUG).field("pdn"),
            Error::TooManyCaptures(_) | Error::Review(ReviewError::TooManyCaptures { .. }) => TOO_MANY_CAPTURES,
            Error::TooManyMoves { .. } => row("TOO_MANY_MOVES", InvalidArgument, 2, Level::DEBUG).field("fen"),
            Error::Budget(end) => budget_policy(*end),
            Error::Review(ReviewError::KingRuns(_)) => row("BAD_FEN", InvalidArgument, 2, Level::DEBUG).field("fen"),
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

    /// Returns the parts of the message that vary and that a program may want, by name.
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

/// Returns the message of an error of another crate, followed by the messages of its causes: errors
/// of that crate do not repeat the messages of their causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<tonic::transport::Error> for Error {
    fn from(error: tonic::transport::Error) -> Self {
        Error::Server(error)
    }
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
        OpenError::Empty { .. } => row("NO_TABLES", Code::FailedPrecondition, 3, Level::ERROR),
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
        // Nobody waits for the answer any more.
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
