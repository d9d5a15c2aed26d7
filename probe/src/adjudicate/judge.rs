//! Playing moves under a rule code, and the verdict on what stands on the board.

use peatee_rules::draw::{CountStatus, Counters, Draw, DrawCause, DrawRules, GameRecord, KingRuns, Outcome, PlayError};
use peatee_rules::{Budget, Draughts, Move, Position};
use peatee_table::Value;

use super::error::ReviewError;
use super::offence::{IllegalMove, illegal_move, king_moves};
use super::start::Start;
use crate::answers::{RuleLine, RuleValue};
use crate::draughts::Tables;
use crate::error::ProbeError;

/// The budget of a caller that sets no limits.
static UNLIMITED: Budget = Budget::unlimited();

/// Judges games of one variant under one rule code.
#[derive(Debug, Clone)]
pub struct Judge<'a> {
    pub(super) game: &'a Draughts,
    pub(super) rules: DrawRules,
    pub(super) tables: Option<&'a Tables>,
    pub(super) line_plies: u32,
    pub(super) budget: &'a Budget,
}

/// The default of the most plies of a best line.
const LINE_PLIES_DEFAULT: u32 = 200;

impl<'a> Judge<'a> {
    /// Judges without tables: a game in progress has no value.
    pub fn new(game: &'a Draughts, rules: DrawRules) -> Judge<'a> {
        Judge { game, rules, tables: None, line_plies: LINE_PLIES_DEFAULT, budget: &UNLIMITED }
    }

    /// Sets the tables of the game, from which a game in progress gets its value.
    #[must_use]
    pub fn tables(self, tables: &'a Tables) -> Judge<'a> {
        Judge { tables: Some(tables), ..self }
    }

    /// Sets the most plies of a best line; 200 unless it is set.
    #[must_use]
    pub fn line_plies(self, plies: u32) -> Judge<'a> {
        Judge { line_plies: plies, ..self }
    }

    /// Sets the budget with which the work ends, but for lists of moves: see [`Draughts::within`].
    #[must_use]
    pub fn within(self, budget: &'a Budget) -> Judge<'a> {
        Judge { budget, ..self }
    }
}

/// The verdict on the position after the moves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Verdict {
    /// Moves that were played before the verdict.
    pub plies: usize,
    /// These moves.
    pub moves: Vec<PlayedMove>,
    /// The last position.
    pub position: Position,
    /// The counts that run in it.
    pub counts: Vec<CountStatus>,
    /// The counters in it, from which the game can go on.
    pub counters: Counters,
    /// How often the last position has stood on the board, this time included.
    pub occurrences: u32,
    /// The moves that the sides have made in a row with one king, where the code limits them.
    pub king_runs: KingRuns,
    /// Whether the game is over, and how.
    pub ruling: Ruling,
    /// The value without the draw rules of a game that is drawn by a count, where the code has an
    /// article by which the draw may not stand if the win can be shown, and the tables say it.
    pub without_counts: Option<Value>,
}

/// A move of a judged game, and what it leads to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The move as the game writes it.
    pub text: String,
    /// The position after it.
    pub position: Position,
    /// The counters after it.
    pub counters: Counters,
}

/// What a verdict says.
#[derive(Debug, Clone)]
pub enum Ruling {
    /// A move is not legal, or its text is not a move.
    Illegal(IllegalMove),
    /// The game is over: lost, or drawn without a claim.
    Over {
        /// How it ended.
        outcome: Outcome,
        /// Moves that were written down after the end.
        moves_after_end: usize,
    },
    /// The game goes on.
    InProgress {
        /// Draws that can be claimed now.
        claims: Vec<Draw>,
        /// What the tables say.
        assessment: Assessment,
    },
}

/// What the tables say of a game in progress.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for each verdict")]
pub enum Assessment {
    /// The value that the tables prove with the running counts, and a best line under the rules as
    /// far as the tables give it.
    Known {
        /// The value for the side to move.
        value: RuleValue,
        /// The best line.
        line: RuleLine,
    },
    /// The tables say nothing of this position.
    Unknown {
        /// Why not.
        reason: String,
    },
}

impl Judge<'_> {
    /// Plays `moves` from `start` and says what stands on the board.
    ///
    /// # Errors
    /// When the counters cannot stand in the start position ([`ReviewError::Counters`]), or a table
    /// file is damaged.
    pub fn verdict(&self, start: &Start, moves: &[impl AsRef<str>]) -> Result<Verdict, ReviewError> {
        let counters = start.counters.unwrap_or_else(|| self.rules.start(&start.position));
        let record = GameRecord::resume(self.game, self.rules, start.position, counters)?;
        let mut record = record.with_king_runs(start.king_runs);
        let mut played = Vec::with_capacity(moves.len());
        for (number, text) in moves.iter().enumerate() {
            self.budget.check().map_err(ProbeError::from)?;
            let outcome = record.outcome();
            if !matches!(outcome, Outcome::InProgress { .. }) {
                let moves_after_end = moves.len() - number;
                return Ok(self.closed(&record, played, Ruling::Over { outcome, moves_after_end }));
            }
            let illegal = match record.parse_move(text.as_ref()) {
                Ok(mv) => {
                    let mv_text = record.move_text(&mv);
                    match record.play(&mv) {
                        Ok(()) => {
                            let (position, counters) = (*record.position(), *record.counters());
                            played.push(PlayedMove { mv, text: mv_text, position, counters });
                            continue;
                        }
                        Err(error @ PlayError::KingMoves { article, .. }) => {
                            king_moves(self.game, &record, text.as_ref(), article, &error)
                        }
                        Err(error) => panic!("a legal move of a game in progress: {error}"),
                    }
                }
                Err(error) => illegal_move(self.game, &self.rules, &record, text.as_ref(), error),
            };
            let illegal = illegal.map_err(|error| ReviewError::TooManyCaptures { ply: number + 1, error })?;
            return Ok(self.closed(&record, played, Ruling::Illegal(illegal)));
        }
        let ruling = match record.outcome() {
            Outcome::InProgress { claims } => Ruling::InProgress { claims, assessment: self.assess(&record)? },
            outcome => Ruling::Over { outcome, moves_after_end: 0 },
        };
        Ok(self.closed(&record, played, ruling))
    }

    fn closed(&self, record: &GameRecord, moves: Vec<PlayedMove>, ruling: Ruling) -> Verdict {
        Verdict {
            plies: record.plies(),
            moves,
            position: *record.position(),
            counts: record.status(),
            counters: *record.counters(),
            occurrences: record.occurrences(),
            king_runs: *record.king_runs(),
            without_counts: self.without_counts(record, &ruling),
            ruling,
        }
    }

    fn without_counts(&self, record: &GameRecord, ruling: &Ruling) -> Option<Value> {
        let Ruling::Over { outcome: Outcome::Drawn(Draw { cause: DrawCause::Count { .. }, .. }), .. } = ruling else {
            return None;
        };
        self.rules.code.demonstration_article?;
        // A table that is missing or damaged leaves the verdict as it is.
        self.tables?.probe(record.position()).ok()
    }

    fn assess(&self, record: &GameRecord) -> Result<Assessment, ReviewError> {
        let Some(tables) = self.tables else {
            let reason = format!("no tables of {} were given", self.game.variant().id);
            return Ok(Assessment::Unknown { reason });
        };
        let known = tables.rule_value(record.position(), &self.rules, record.counters()).and_then(|value| {
            let line = tables.rule_line_until(record, self.line_plies, self.budget)?;
            Ok(Assessment::Known { value, line })
        });
        match known {
            Err(error @ (ProbeError::TooManyPieces { .. } | ProbeError::MissingTable { .. })) => {
                Ok(Assessment::Unknown { reason: error.to_string() })
            }
            other => Ok(other?),
        }
    }
}
