//! The answers of the commands for each family of games.

use std::fmt::Display;

use peatee_probe::any::Tables;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::bulk::{Form, PositionTexts};
use crate::ask::family::ServedFamily;
use crate::ask::faults::Partial;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

/// A family of games (draughts, chess) whose answers can be printed.
pub trait Answers: ServedFamily {
    /// Printable answer with the value of a position, as text or JSON.
    type Value: Serialize + Display + Partial + Send;
    type Moves: Serialize + Display + Partial;
    type Line: Serialize + Display + Partial;

    /// Returns the column names of an answer with the value of a position. `has_rules` says whether
    /// draw rules were requested.
    fn columns(tables: &Tables<Self>, form: Form, has_rules: bool) -> Vec<&'static str>;

    fn values(
        tables: &Tables<Self>,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Vec<Result<Self::Value, Error>>;

    /// Returns the legal moves, each with the chance that the opponent errs after it within `depth`
    /// replies. With a depth of 0, returns no chances.
    fn moves(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>, depth: u32) -> Result<Self::Moves, Error>;

    fn line(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<Self::Line, Error>;

    /// Draws a position as SVG; returns `None` if the FEN cannot be read.
    fn picture(&self, fen: &str) -> Option<String>;

    /// Prints a warning on standard error if the draw rules were not written for the game.
    fn warn_of_rules(&self, _rules: &DrawRules) {}
}
