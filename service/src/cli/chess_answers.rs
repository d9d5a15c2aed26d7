//! Answers of commands about chess.

use peatee_probe::Metric;
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;

use super::answers::Answers;
use super::bulk::{Form, PositionTexts};
use super::chess::ChessAnswer;
use super::chess_line::ChessLine;
use crate::ask::chess::rules_of;
use crate::ask::family::ServedFamily as _;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

impl Answers for Chess {
    type Value = ChessAnswer;
    type Moves = ChessAnswer;
    type Line = ChessLine;

    fn columns(tables: &Tables, form: Form, _has_rules: bool) -> Vec<&'static str> {
        let mut columns = vec!["wdl", "dtz_plies"];
        columns.extend(tables.has_listed(Metric::Dtw).then_some("dtw_plies"));
        columns.extend(tables.has_listed(Metric::Dtc).then_some("dtc_plies"));
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
        let rules = rules_of(asked);
        let answer = |line: &&PositionTexts| {
            ChessAnswer::new(tables, &Chess::read_fen(tables, &line.fen)?, &rules, has_moves(form))
        };
        lines.iter().map(answer).collect()
    }

    fn moves(tables: &Tables, fen: &str, asked: Option<&RulesAsked>) -> Result<ChessAnswer, Error> {
        ChessAnswer::new(tables, &Chess::read_fen(tables, fen)?, &rules_of(asked), true)
    }

    fn line(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<ChessLine, Error> {
        ChessLine::new(tables, &Chess::read_fen(tables, fen)?, &rules_of(asked), plies_max)
    }

    fn picture(&self, fen: &str) -> Option<String> {
        Position::parse_fen(fen).ok().map(|position| position.svg())
    }
}

/// Returns true for forms that list moves beside the value. Forms with columns do not.
fn has_moves(form: Form) -> bool {
    !matches!(form, Form::Separated(_))
}
