//! Answers of the commands about chess.

use std::fmt::{self, Display};

use peatee_probe::chess::{Chess, Distances, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Game as _, Metric, MoveChance, RuleOutcome, RuleSet, Wdl};
use peatee_rules::Budget;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::answers::Answers;
use super::bulk::{Form, PositionTexts};
use super::moves_out::{ChanceOut, EndOut, MovesOut, Outcome};
use crate::answer::words;
use crate::ask::chess::{rule_chances, rule_value, rules_of};
use crate::ask::family::ServedFamily as _;
use crate::ask::faults::Partial;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

type ChessAnswer = MovesOut<ChessPositionOut, ChessMoveOut>;
type ChessLine = MovesOut<ChessValueOut, ChessMoveOut>;

impl Answers for Chess {
    type Value = ChessAnswer;
    type Moves = ChessAnswer;
    type Line = ChessLine;

    fn columns(tables: &Tables, form: Form, _has_rules: bool) -> Vec<&'static str> {
        let mut columns = vec!["wdl", "dtz_plies"];
        columns.extend(tables.has_listed(Metric::Dtw).then_some("dtw_plies"));
        columns.extend(tables.has_listed(Metric::Dtc).then_some("dtc_plies"));
        let under_rules = Chess::codes().iter().map(|code| Metric::RuleDtw(RuleSet::new(&DrawRules::new(code))));
        columns.extend(under_rules.filter(|&metric| tables.has_listed(metric)).map(|_| "rule_plies").next());
        columns.extend(["rule_value", "halfmove_clock", "ending"]);
        columns.extend(has_moves(form).then_some("moves"));
        columns.push("error");
        columns
    }

    fn values(
        tables: &Tables,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Vec<Result<ChessAnswer, Error>> {
        lines.iter().map(|line| answer(tables, &line.fen, asked, has_moves(form).then_some(0))).collect()
    }

    fn moves(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, depth: u32) -> Result<ChessAnswer, Error> {
        answer(tables, fen, asked, Some(depth))
    }

    fn line(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<ChessLine, Error> {
        let (position, rules) = (&Chess::read_fen(tables, fen)?, &rules_of(asked));
        let value = rule_value(tables, position, rules)?;
        let clock = Chess.counters(rules, position);
        let line = tables.rule_line_from(position, rules, &clock, plies_max, &Budget::unlimited())?;
        let moves = line.steps(position).map(|(before, rated)| {
            let fen = Some(rated.position.fen());
            Ok(ChessMoveOut { fen, ..ChessMoveOut::new(tables, before, rules, rated)? })
        });
        Ok(MovesOut {
            value: ChessValueOut::of(tables, position, rules, &value)?,
            moves: Some(moves.collect::<Result<_, Error>>()?),
            end: Some(EndOut::new(line.end, Chess.move_number(position))),
        })
    }

    fn picture(&self, fen: &str) -> Option<String> {
        Position::parse_fen(fen).ok().map(|position| position.svg())
    }
}

/// Returns true if answers in this format contain the moves of the position. CSV and TSV answers
/// contain only the value.
fn has_moves(form: Form) -> bool {
    !matches!(form, Form::Separated(_))
}

/// Returns the value of a position. If `depth` is given, also returns the moves of the position,
/// with the chances that the opponent errs within `depth` replies.
fn answer(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, depth: Option<u32>) -> Result<ChessAnswer, Error> {
    let (position, rules) = (&Chess::read_fen(tables, fen)?, &rules_of(asked));
    let value = rule_value(tables, position, rules)?;
    let ending = position.ending().map(|ending| match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
    });
    let moves = depth.map(|depth| rule_chances(tables, position, rules, ChanceOut::search(depth))).transpose()?;
    let value = ChessValueOut::of(tables, position, rules, &value)?;
    let move_out = |mv: &MoveChance<RuleMove>| {
        let chance = mv.chance.map(ChanceOut::from);
        Ok(ChessMoveOut { chance, ..ChessMoveOut::new(tables, position, rules, &mv.rated)? })
    };
    let moves = moves.map(|moves| moves.iter().map(move_out).collect::<Result<_, Error>>()).transpose()?;
    let value = ChessPositionOut { value, halfmove_clock: position.halfmove_clock(), ending };
    Ok(MovesOut { value, moves, end: None })
}

/// Printed value of a chess position or move: the value without draw rules, and the value under the
/// requested draw rules.
#[derive(Debug, Serialize)]
pub struct ChessValueOut {
    wdl: &'static str,
    dtz_plies: Option<u32>,
    /// Plies to mate (DTM). The field is left out of the output if this is `None`. `Some(None)`,
    /// null in JSON, stands for a draw or a position without a DTM table. `dtc_plies` has the same
    /// form.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtw_plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtc_plies: Option<Option<u32>>,
    /// Plies to mate under the draw rules with the half-move clock, in the form of `dtw_plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_plies: Option<Option<u32>>,
    rule_value: &'static str,
    #[serde(skip)]
    limit_plies: u32,
}

#[derive(Debug, Serialize)]
pub struct ChessPositionOut {
    #[serde(flatten)]
    value: ChessValueOut,
    halfmove_clock: u32,
    /// `checkmate` or `stalemate` if the game is over; null otherwise.
    ending: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub struct ChessMoveOut {
    san: String,
    uci: String,
    /// The position after the move; only for the moves of a line of best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(flatten)]
    value: ChessValueOut,
    #[serde(flatten)]
    chance: Option<ChanceOut>,
}

impl ChessValueOut {
    fn of(tables: &Tables, position: &Position, rules: &DrawRules, value: &RuleValue) -> Result<Self, Error> {
        let distances = tables.distances(position, rules, value)?;
        Ok(ChessValueOut::new(tables, rules, (value.value.wdl, value.outcome), distances))
    }

    fn new(tables: &Tables, rules: &DrawRules, (wdl, outcome): (Wdl, RuleOutcome), distances: Distances) -> Self {
        ChessValueOut {
            wdl: wdl.name(),
            dtz_plies: distances.dtz_plies,
            dtw_plies: tables.has_listed(Metric::Dtw).then_some(distances.mate_plies),
            dtc_plies: tables.has_listed(Metric::Dtc).then_some(distances.conversion_plies),
            rule_plies: tables.has_listed(Metric::RuleDtw(RuleSet::new(rules))).then_some(distances.rule_mate_plies),
            rule_value: outcome.name(),
            limit_plies: Chess::limit_plies(rules),
        }
    }
}

impl ChessMoveOut {
    fn new(tables: &Tables, position: &Position, rules: &DrawRules, rated: &RuleMove) -> Result<Self, Error> {
        let distances = tables.distances_of_move(position, rules, rated)?;
        let value = ChessValueOut::new(tables, rules, (rated.value.wdl, rated.outcome), distances);
        Ok(ChessMoveOut { san: position.san(rated.mv), uci: position.uci(rated.mv), fen: None, value, chance: None })
    }
}

impl Partial for ChessValueOut {}

impl Partial for ChessPositionOut {}

impl Outcome for ChessValueOut {
    fn outcome(&self) -> Option<&'static str> {
        Some(self.rule_value)
    }
}

impl Outcome for ChessPositionOut {
    fn outcome(&self) -> Option<&'static str> {
        self.value.outcome()
    }
}

impl Outcome for ChessMoveOut {
    fn outcome(&self) -> Option<&'static str> {
        self.value.outcome()
    }
}

impl Display for ChessValueOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wdl)?;
        if let Some(plies) = self.dtz_plies {
            write!(f, ", DTZ {}", words::plies(plies))?;
        }
        let under_the_rule = format!("DTM{}", self.limit_plies / 2);
        let distances = [("DTM", self.dtw_plies), (&under_the_rule, self.rule_plies), ("DTC", self.dtc_plies)];
        for (name, plies) in distances {
            plies.flatten().map_or(Ok(()), |plies| write!(f, ", {name} {}", words::plies(plies)))?;
        }
        if self.rule_value != self.wdl {
            write!(f, "; under the {}-move rule {}", self.limit_plies / 2, self.rule_value)?;
        }
        Ok(())
    }
}

impl Display for ChessPositionOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(ending) = self.ending {
            write!(f, " ({ending})")?;
        }
        if self.halfmove_clock > 0 && self.value.dtz_plies.is_some() {
            write!(f, "; {} of {} plies of the clock used", self.halfmove_clock, self.value.limit_plies)?;
        }
        Ok(())
    }
}

impl Display for ChessMoveOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<7} ", self.san)?;
        match &self.fen {
            Some(fen) => write!(f, "{:<18} {fen}", self.value.to_string()),
            None => write!(f, "{}", self.value),
        }?;
        self.chance.iter().try_for_each(|chance| write!(f, "  {chance}"))
    }
}
