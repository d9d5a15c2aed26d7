//! Reads exact values of draughts endings from tables: who wins a position, in how many plies, and
//! by which moves.
//!
//! This crate is for engines, tools of arbiters and web services that read the tables themselves.
//! The program `peatee` does so on the command line, and `peatee-gen` makes tables. A tour of the
//! crate:
//!
//! # Open
//!
//! The tables of one variant are in a directory of their own. [`Tables::open`] checks headers and
//! lengths, and reads blocks when probes need them. The examples use the tables of English draughts
//! up to three pieces that come with the source of this crate.
//!
//! ```
//! use peatee_probe::{OpenOptions, Tables};
//!
//! let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
//! let tables = Tables::open(directory)?;
//! assert_eq!(tables.game().variant().id, "english");
//! assert_eq!(tables.most_pieces(), 3);
//!
//! // With at most 64 MiB of decoded blocks in memory.
//! let frugal = OpenOptions::new().memory_bytes(64 << 20).open(directory)?;
//! # assert_eq!(frugal.slices(), tables.slices());
//! # Ok::<(), peatee_probe::OpenError>(())
//! ```
//!
//! [`Collection`] opens a directory with a folder for each variant, under one memory budget.
//!
//! # Probe
//!
//! A probe works in every legal position, also in one with a mandatory capture, and from any number
//! of threads. [`Tables::probe_wdl`] returns who wins. [`Tables::probe`] also returns the plies to
//! the end (DTW, depth to win).
//!
//! ```
//! # use peatee_probe::{Tables, Wdl};
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//! let position = tables.game().parse_fen("W:WK17,K5:BK31")?;
//! let value = tables.probe(&position)?;
//! assert_eq!(value.wdl, Wdl::Win);
//! assert_eq!(value.to_string(), "win in 31 plies");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Moves and lines
//!
//! ```
//! # use peatee_probe::{LineEnd, Tables};
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//! # let position = tables.game().parse_fen("W:WK17,K5:BK31")?;
//! // All legal moves, the best first.
//! let moves = tables.moves(&position)?;
//! assert_eq!(moves[0].value.to_string(), "win in 31 plies");
//!
//! // Best play by both sides until the game is over.
//! let line = tables.line(&position, 100)?;
//! assert_eq!((line.moves.len(), line.end), (31, LineEnd::GameOver));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many positions
//!
//! A position takes less time if many are probed in one call, because their memory accesses
//! overlap. The answers come in the order of the positions.
//!
//! ```
//! # use peatee_probe::Tables;
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//! let game = tables.game();
//! let fens = ["W:WK1:BK32", "W:WK18,20:BK10", "W:WK10:B4,11"];
//! let positions = fens.map(|fen| game.parse_fen(fen).unwrap());
//! let values: Result<Vec<_>, _> = tables.probe_many(&positions).collect();
//! let shown: Vec<String> = values?.iter().map(ToString::to_string).collect();
//! assert_eq!(shown, ["draw", "win in 29 plies", "loss in 54 plies"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Other distances
//!
//! DTC is the number of plies to the next capture or move of a man.
//!
//! ```
//! # use peatee_probe::Tables;
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//! let position = tables.game().parse_fen("W:WK17,K5:BK31")?;
//! assert_eq!(tables.probe_dtc(&position)?, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Draw rules
//!
//! The rules of a federation (a *rule code*) count moves and declare a game drawn when a count
//! reaches its limit. [`Tables::rule_value`] returns the value of a position under such rules,
//! given the number of plies that each count has used. A win that comes too late is a *cursed win*.
//!
//! ```
//! # use peatee_probe::{RuleOutcome, Tables};
//! use peatee_probe::peatee_rules::draw::DrawRules;
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//! # let position = tables.game().parse_fen("W:WK17,K5:BK31")?;
//!
//! let rules = DrawRules::named("WCDF")?;
//! let fresh = rules.start(&position);
//! assert_eq!(tables.rule_value(&position, &rules, &fresh)?.outcome, RuleOutcome::Win);
//!
//! // 60 of the 80 plies without progress have been played: 20 are left, and the win takes 31.
//! let late = rules.parse_counters("1.32.2=60", &position)?;
//! let value = tables.rule_value(&position, &rules, &late)?;
//! assert_eq!(value.outcome, RuleOutcome::CursedWin);
//! assert_eq!(value.clock.count().map(|count| count.left_plies()), Some(20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adjudicate
//!
//! With the feature `adjudicate`, a `Judge` replays a game, finds illegal moves and draws by rule,
//! and compares the recorded result with the value of the last position.
#![cfg_attr(feature = "adjudicate", doc = "```")]
#![cfg_attr(not(feature = "adjudicate"), doc = "```ignore")]
//! # use peatee_probe::Tables;
//! use peatee_probe::adjudicate::{Agreement, Judge};
//! use peatee_probe::peatee_rules::draw::DrawRules;
//! use peatee_probe::peatee_rules::notation::pdn::read_games;
//! # let tables = Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english"))?;
//!
//! let games = read_games("[GameType \"21\"] [FEN \"W:WK17,K5:BK31\"] 1. 17-14 1/2-1/2");
//! let judge = Judge::new(tables.game(), DrawRules::named("WCDF")?).tables(&tables);
//! let review = judge.review(&games[0])?;
//! // The players agreed on a draw, and White wins with best play.
//! assert_eq!(review.agreement, Agreement::AgainstValue);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! All features but `http` and `object_store` are on by default. Without them, the crate has three
//! dependencies besides the crates of this workspace, and no C code is compiled.
//!
//! | feature | what it adds |
//! |---|---|
//! | `adjudicate` | verdicts on games: the module `adjudicate` |
//! | `chess` | tables of chess: the module `chess` |
//! | `http` | tables on web servers: addresses in place of directories |
//! | `large-pages` | cells on large memory pages (Linux): up to twice as many probes a second |
//! | `object_store` | tables in object stores: their addresses, `RemoteFiles::open_in_store` |
//! | `mmap` | files mapped into memory: `StorageKind::mmap` |
//! | `zstd` | blocks decoded by the zstd library in C; else by Rust code, several times slower |
//!
//! `FORMAT.md` of the crate `peatee-table` specifies the files.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

#[cfg(feature = "adjudicate")]
pub mod adjudicate;
mod answers;
pub mod any;
pub mod bodies;
mod cache;
mod chances;
#[cfg(feature = "chess")]
pub mod chess;
mod clock;
mod collection;
mod conversion;
pub mod draughts;
mod error;
mod family;
mod fault;
mod file_list;
mod folder;
mod game;
pub mod internals;
mod known_header;
mod line;
mod listed;
mod machine_memory;
mod notation;
mod open;
mod options;
mod os;
mod probed;
mod ranges;
mod ranked_moves;
mod remote;
mod required;
mod rule_line;
mod rule_moves;
mod rule_plies;
mod rule_value;
mod short_endings;
mod slices;
mod storage;
mod table;
mod table_files;
mod tabled;
mod tables;

pub use answers::{
    Chance, ChanceSearch, LackingTable, Line, LineEnd, MoveChance, MoveChoice, RatedMove, RuleLine, RuleMove,
    RuleOutcome, RulePlies, RuleValue,
};
pub use any::{AnyGame, AnyTables};
pub use cache::MemoryStats;
pub use clock::Clock;
pub use collection::Collection;
/// All tables of one variant of draughts. [`any::Tables`] is the type for any game.
pub use draughts::Tables;
pub use error::{OpenError, ProbeError};
pub use fault::{TableFault, UnopenedFolder};
pub use game::Game;
pub use notation::Notation;
#[cfg(feature = "object_store")]
pub use object_store;
pub use options::OpenOptions;
#[cfg(feature = "chess")]
pub use peatee_chess;
pub use peatee_rules;
pub use peatee_rules::{Draughts, Kind, Move, Position, Side, Square};
pub use peatee_table::{
    FileError, HEADER_LIST_NAME, MANIFEST_NAME, Manifest, ManifestEntry, Material, Metric, RuleSet, Slice,
    SliceNameError, Value, Wdl,
};
#[doc(hidden)]
pub use probed::Probed;
pub use ranges::{ByteRange, RangeFiles};
pub use remote::{FoundFolder, RemoteFiles};
pub use storage::{Storage, StorageKind};
pub use table_files::TableFiles;
#[doc(hidden)]
pub use tabled::{Finder, Tabled};
pub use tables::SliceInfo;

/// Runs the Rust examples in the pages for users as documentation tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/probing.md")]
    struct Probing;
    #[cfg(feature = "chess")]
    #[doc = include_str!("../docs/syzygy.md")]
    struct Syzygy;
    #[doc = include_str!("../../README.md")]
    struct Project;
    #[doc = include_str!("../README.md")]
    struct Crate;
}
