//! The judge of games of any family. Each family has a module of its own that replays the moves.

use peatee_rules::draw::{Counters, Draw, DrawCause, DrawRules};
use peatee_rules::notation::pdn::Score;
use peatee_rules::{Budget, Draughts, Side};
use peatee_table::{Value, Wdl};

use super::agreement::Agreement;
use super::note::Note;
use super::verdict::{Assessment, Ruling, Verdict};
use crate::answers::{RuleLine, RuleValue};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

static UNLIMITED: Budget = Budget::unlimited();

const LINE_PLIES_DEFAULT: u32 = 200;

const POSITIONS_MAX_DEFAULT: usize = 1_000_000;

/// Judges games under one set of draw rules.
#[derive(Debug, Clone)]
#[cfg_attr(not(feature = "chess"), allow(dead_code, reason = "flags and announced claims are of chess alone"))]
pub struct Judge<'a, G: Probed = Draughts> {
    pub(super) game: &'a G,
    pub(super) rules: DrawRules,
    pub(super) tables: Result<&'a Tables<G>, String>,
    pub(super) line_plies: u32,
    pub(super) budget: &'a Budget,
    pub(super) flag: Option<Side>,
    pub(super) is_last_announced: bool,
    pub(super) positions_max: usize,
    pub(super) values_moves: bool,
    pub(super) tells_damage: bool,
}

impl<'a, G: Probed> Judge<'a, G> {
    /// Creates a judge without tables. Its verdicts on games in progress do not give the value of
    /// the position.
    pub fn new(game: &'a G, rules: DrawRules) -> Judge<'a, G> {
        Judge {
            game,
            rules,
            tables: Err(format!("no tables of {} were given", game.id())),
            line_plies: LINE_PLIES_DEFAULT,
            budget: &UNLIMITED,
            flag: None,
            is_last_announced: false,
            positions_max: POSITIONS_MAX_DEFAULT,
            values_moves: false,
            tells_damage: false,
        }
    }

    /// Sets the tables that give the value of a game in progress.
    #[must_use]
    pub fn tables(self, tables: &'a Tables<G>) -> Judge<'a, G> {
        Judge { tables: Ok(tables), ..self }
    }

    /// Sets the reason why there are no tables. Verdicts on games in progress state this reason in
    /// place of a value.
    #[must_use]
    pub fn without_tables(self, reason: String) -> Judge<'a, G> {
        Judge { tables: Err(reason), ..self }
    }

    /// Sets the maximum length of a best line in plies; the default is 200.
    #[must_use]
    pub fn line_plies(self, plies: u32) -> Judge<'a, G> {
        Judge { line_plies: plies, ..self }
    }

    /// Sets the budget (limit of steps and time) for the replay and for probes. In draughts, the
    /// listing of moves has a budget of its own: [`Draughts::within`].
    #[must_use]
    pub fn within(self, budget: &'a Budget) -> Judge<'a, G> {
        Judge { budget, ..self }
    }

    /// Sets the side that ran out of time. Only the rules of chess cover this. With `None`, the
    /// default, the tag `Termination` of the record decides.
    #[must_use]
    pub fn flag(self, flag: Option<Side>) -> Judge<'a, G> {
        Judge { flag, ..self }
    }

    /// Sets whether the last move of the record was only announced, to claim a draw, and was not
    /// played.
    #[must_use]
    pub fn last_announced(self, is_last_announced: bool) -> Judge<'a, G> {
        Judge { is_last_announced, ..self }
    }

    /// Sets the maximum number of positions in a search for a mate; the default is a million.
    #[must_use]
    pub fn positions_max(self, positions_max: usize) -> Judge<'a, G> {
        Judge { positions_max, ..self }
    }

    /// Sets whether verdicts give the values of the played moves, read from the tables; see
    /// [`MoveValue`](super::MoveValue). By default, they do not.
    #[must_use]
    pub fn move_values(self, values_moves: bool) -> Judge<'a, G> {
        Judge { values_moves, ..self }
    }

    /// Makes verdicts report a damaged table in a note, as the reason why a value is unknown. By
    /// default, a damaged table is an error.
    #[must_use]
    pub fn tells_damage(self) -> Judge<'a, G> {
        Judge { tells_damage: true, ..self }
    }

    /// Returns the value and the best line of a game in progress. `line` computes a best line of at
    /// most the given number of plies. `unknown` returns a note for each error that makes the value
    /// unknown. If it returns `None`, this function returns the error.
    pub(super) fn assess(
        &self,
        position: &G::Position,
        counters: &Counters,
        line: impl Fn(&Tables<G>, u32) -> Result<RuleLine<G>, ProbeError>,
        unknown: fn(&ProbeError) -> Option<Note>,
    ) -> Result<Assessment<G>, ProbeError> {
        let tables = match &self.tables {
            Ok(tables) => tables,
            Err(reason) => return Ok(Assessment::Unknown(self.no_tables(reason))),
        };
        let unknown = |error: ProbeError| match &error {
            ProbeError::File { .. } if self.tells_damage => Ok(damaged(&error)),
            _ => unknown(&error).ok_or(error),
        };
        let value = match tables.rule_value_until(position, &self.rules, counters, self.budget) {
            Ok(value) => value,
            Err(error) => return unknown(error).map(Assessment::Unknown),
        };
        let (line, unread) = match line(tables, self.line_plies) {
            // The value may be known even if a table of the line is damaged.
            Err(error @ ProbeError::File { .. }) if self.tells_damage => (line(tables, 0)?, Some(damaged(&error))),
            Err(error) => return unknown(error).map(Assessment::Unknown),
            Ok(line) => (line, None),
        };
        let lacking = unread.or_else(|| match (value.lacking, &line.lacking) {
            (Some(table), _) => {
                let name = format!("{} {}", table.slice, table.metric);
                Some(Note::new("missing-table", [("table", &name)], table.to_string()))
            }
            (None, Some(reason)) => Some(Note::new("missing-tables", [], reason.clone())),
            (None, None) => None,
        });
        Ok(Assessment::Known { value, line, lacking })
    }

    pub(super) fn no_tables(&self, reason: &str) -> Note {
        Note::new("no-tables", [("game", self.game.id())], reason.to_owned())
    }

    /// Completes a verdict: adds the value of the last position without draw rules, and the
    /// comparison with the written result.
    pub(super) fn concluded(&self, mut verdict: Verdict<G>, is_by_time: bool) -> Verdict<G> {
        verdict.without_counts = self.without_counts(&verdict);
        verdict.agreement = agreement(&verdict, self.game.side(&verdict.position), is_by_time);
        verdict
    }

    fn without_counts(&self, verdict: &Verdict<G>) -> Option<Value> {
        let Ruling::Drawn(Draw { cause: DrawCause::Count { .. }, .. }) = verdict.ruling else { return None };
        self.rules.code.demonstration_article?;
        // If a table is missing or damaged, the verdict has no such value.
        self.tables.as_ref().ok()?.probe(&verdict.position).ok()
    }
}

pub(super) fn damaged(error: &ProbeError) -> Note {
    let text = error.to_string();
    Note::new("damaged-table", [("error", &text)], text.clone())
}

/// Compares the written result with the verdict. `is_by_time` is true if the record says that a
/// side ran out of time and the rules of the game do not cover time.
fn agreement<G: Probed>(verdict: &Verdict<G>, to_move: Side, is_by_time: bool) -> Agreement {
    let written = verdict.written.map(|written| written.score);
    let written = match (&verdict.ruling, written) {
        (Ruling::Illegal(_), _) => return Agreement::IllegalMove,
        (_, None) => return Agreement::NoResult,
        (Ruling::Unclear(_), _) => return Agreement::Unknown,
        (_, Some(written)) => written,
    };
    if let Some(score) = verdict.ruling.score() {
        return if score == written { Agreement::Confirmed } else { Agreement::Contradicted };
    }
    if !verdict.claims.is_empty() && written == Score::Draw {
        return Agreement::Confirmed;
    }
    match &verdict.assessment {
        _ if is_by_time => Agreement::ByTime,
        Some(Assessment::Known { value, .. }) if written != Score::BothLose => by_value(written, value, to_move),
        _ => Agreement::Unknown,
    }
}

fn by_value<S>(written: Score, value: &RuleValue<S>, to_move: Side) -> Agreement {
    match value.outcome.wdl() {
        Some(wdl) if score(wdl, to_move) == written => Agreement::Plausible,
        // The tables do not show whether a count draws the won game, so both results are possible.
        None if written == Score::Draw || score(value.value.wdl, to_move) == written => Agreement::Unknown,
        _ => Agreement::AgainstValue,
    }
}

fn score(wdl: Wdl, to_move: Side) -> Score {
    match (wdl, to_move) {
        (Wdl::Draw, _) => Score::Draw,
        (Wdl::Win, Side::White) | (Wdl::Loss, Side::Black) => Score::WhiteWins,
        (Wdl::Win, Side::Black) | (Wdl::Loss, Side::White) => Score::BlackWins,
    }
}
