//! Families of games: answers of the commands.

use std::fmt::Display;

use peatee_probe::any::Tables;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::bulk::{Form, PositionTexts};
use crate::ask::family::ServedFamily;
use crate::ask::faults::Partial;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

/// A family of games with printable answers.
pub trait Answers: ServedFamily {
    /// The value of a position.
    type Value: Serialize + Display + Partial + Send;
    /// The moves of a position with their values.
    type Moves: Serialize + Display + Partial;
    /// A line of best play.
    type Line: Serialize + Display + Partial;

    /// Returns the columns of values in a form.
    fn columns(tables: &Tables<Self>, form: Form, has_rules: bool) -> Vec<&'static str>;

    /// Answers several lines together.
    fn values(
        tables: &Tables<Self>,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Vec<Result<Self::Value, Error>>;

    /// Returns the moves of a position with their values.
    ///
    /// # Errors
    /// The position cannot be read, or [`Error::Probe`].
    fn moves(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>) -> Result<Self::Moves, Error>;

    /// Returns a line of best play.
    ///
    /// # Errors
    /// The errors of [`Answers::moves`].
    fn line(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<Self::Line, Error>;

    /// Draws a position as SVG. `None` for an unreadable position.
    fn picture(&self, fen: &str) -> Option<String>;

    /// Warns on standard error if the draw rules were not written for the game.
    fn warn_of_rules(&self, _rules: &DrawRules) {}
}
