//! Draw rules: codes as tables, running counts, and the state of a game under a code.
//!
//! * [`code`]: the rule codes, one table each: articles, limits, what starts, resets and ends a
//!   count.
//! * [`counter`]: [`DrawRules`] (a code with its readings) and [`Counters`], the running counts as
//!   a small copyable state that moves drive. Games, probes and tables all use this one machine.
//! * [`stated`]: counters as text, `6.2=12,6.3=4`, checked against the position they are stated
//!   for.
//! * [`running`]: which counts run in a position and what a move does to each, without numbers:
//!   what tables under draw rules are made of.
//! * [`history`]: [`GameRecord`], a game with its positions and counters, and its [`Outcome`]. It
//!   also keeps what no count is: repetition, and [`KingRuns`], moves in a row with one king.
//!
//! A count of 0 belongs to the position in which the ending first stands on the board; every move
//! adds one ply. A count is exhausted once its limit has been played, and the game is then drawn,
//! unless that position is already lost.
//!
//! # Readings
//!
//! Some points of the articles can be read in two ways. They are options, [`Readings`], never
//! silent choices. Three belong to every code, the others to the codes whose texts leave them open:
//!
//! 1. "n moves" are moves by each side (default), or of both sides together.
//! 2. When a capture or promotion changes the material of a lone-king ending, its count goes on
//!    (default; article 6.3 of the FMJD code says so), or starts anew.
//! 3. A position that is lost on the very move that exhausts a count is lost (default; the same
//!    article), or drawn.
//! 4. The count of 18 moves of the Soviet rules (16 c and 31) runs on through whatever the strong
//!    side gives up, until the lone king is taken or blocked (default), or ends when the three
//!    (four) kings are no longer there.
//! 5. "By its own n-th move" is the n-th move of the stronger side (default), or n moves by each
//!    side.
//! 6. A count of unchanged material runs beside that of king moves (default), or in its place.
//! 7. A lone king holds the main road where it is the only piece on it (default), or whatever else
//!    stands there.
//! 8. The count of the main road ends when the lone king leaves it (default), or goes on.
//!
//! Public programs disagree on these rules over the same game: some start the short king count anew
//! when three kings become two, some let men moves reset the 16 moves, some ask for no lone king at
//! all. Here the article decides.

pub mod code;
pub mod counter;
mod events;
mod foreign;
pub mod history;
mod king_runs;
mod named;
mod readings;
pub mod running;
mod site;
mod situation;
pub mod stated;
mod taking;

pub use code::{CHESS_CODES, RULE_CODES, RuleCode, UnknownRuleCode};
pub use counter::{CountStatus, Counters, DrawRules};
pub use events::Events;
pub use foreign::ForeignCode;
pub use history::{Claimant, Draw, DrawCause, GameRecord, Loss, Outcome, PlayError};
pub use king_runs::{KingRun, KingRunError, KingRuns};
pub use named::{NAMED_READINGS, NamedReading, RulesNameError, rules_help};
pub use readings::{GivenUp, LastMove, MaterialChange, MoveUnit, OwnMoves, Readings, RoadHolder, RoadLeft, Unchanged};
pub use running::{CountStep, LeftPlies, Running};
pub use situation::Situation;
pub use stated::CounterError;
