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

/// A family of games whose answers can be printed.
pub trait Answers: ServedFamily {
    /// Output for the value of a position.
    type Value: Serialize + Display + Partial + Send;
    /// Output for the moves of a position with their values.
    type Moves: Serialize + Display + Partial;
    /// Output for a line of best play.
    type Line: Serialize + Display + Partial;

    /// Returns the names of the columns in which a value is written. `has_rules` says whether draw
    /// rules were requested.
    fn columns(tables: &Tables<Self>, form: Form, has_rules: bool) -> Vec<&'static str>;

    /// Returns the values of the positions of several lines, which are looked up together.
    fn values(
        tables: &Tables<Self>,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Vec<Result<Self::Value, Error>>;

    /// Returns the legal moves of a position with their values.
    ///
    /// # Errors
    /// The position cannot be read, or a table cannot answer.
    fn moves(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>) -> Result<Self::Moves, Error>;

    /// Returns a line of best play from a position, of at most `plies_max` plies.
    ///
    /// # Errors
    /// The errors of [`Answers::moves`].
    fn line(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<Self::Line, Error>;

    /// Draws a position as SVG; returns `None` if the FEN cannot be read.
    fn picture(&self, fen: &str) -> Option<String>;

    /// Prints a warning on standard error if the draw rules were not written for the game.
    fn warn_of_rules(&self, _rules: &DrawRules) {}
}
