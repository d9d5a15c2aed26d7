//! Draw rules: codes as tables, running counts, and the state of a game under a code.
//!
//! * [`code`]: the rule codes, one table each: articles, limits, conditions that start, reset and
//!   end a count.
//! * [`counter`]: [`DrawRules`] (a code with its readings) and [`Counters`], the plies counted in a
//!   position. Games, probes and tables advance them with the same code.
//! * [`stated`]: counters as text, `6.2=12,6.3=4`, checked against their position.
//! * [`running`]: the set of counts that run in a position, without their plies, and the effect of
//!   a move on each. Tables under draw rules are built on it.
//! * [`history`]: [`GameRecord`], a game with its positions and counters. It also tracks repetition
//!   and [`KingRuns`], quiet moves in a row with one king, which are not counts.
//! * [`outcome`]: [`Outcome`], the end of a game, or the draws that can be claimed.
//!
//! A count is 0 in the first position with the material of its rule, and every move adds one ply.
//! When a count reaches its limit, the game is drawn, unless the position is already lost.
//!
//! # Readings
//!
//! Some articles can be read in two ways. The chosen interpretations, called readings, are options
//! ([`Readings`]). Points 1 to 3 concern every code, the others only codes with an ambiguous text:
//!
//! 1. "n moves" are moves by each side (default), or moves of both sides together.
//! 2. When a capture or promotion changes the material of a lone-king ending, its count continues
//!    (default; article 6.3 of the FMJD code says so), or restarts.
//! 3. A position that is lost on the very move that exhausts a count is lost (default; the same
//!    article), or drawn.
//! 4. The count of 18 moves of the Soviet rules (16 c and 31) runs on, whatever the stronger side
//!    gives up, until the lone king is taken or blocked (default), or ends when the three (four)
//!    kings are no longer there.
//! 5. "By its own n-th move" is the n-th move of the stronger side (default), or n moves by each
//!    side.
//! 6. A count of unchanged material runs beside the count of king moves (default), or replaces it.
//! 7. A lone king holds the main road when it is the only piece on it (default), or also when other
//!    pieces stand there.
//! 8. The count of the main road ends when the lone king leaves it (default), or continues.
//!
//! Public programs judge the same game differently. Some restart the short king count when three
//! kings become two, some reset the count of 16 moves after a move of a man, some do not require a
//! lone king. This crate follows the articles.

pub mod code;
pub mod counter;
mod events;
mod foreign;
pub mod history;
mod king_runs;
mod named;
pub mod outcome;
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
pub use history::{GameRecord, PlayError};
pub use king_runs::{KingRun, KingRunError, KingRuns};
pub use named::{NAMED_READINGS, NamedReading, RulesNameError, rules_help};
pub use outcome::{Claimant, Draw, DrawCause, Loss, Outcome};
pub use readings::{GivenUp, LastMove, MaterialChange, MoveUnit, OwnMoves, Readings, RoadHolder, RoadLeft, Unchanged};
pub use running::{CountStep, LeftPlies, Running};
pub use situation::Situation;
pub use stated::CounterError;
