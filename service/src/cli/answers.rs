//! Families of games: the answers of commands, as each family gives them.

use std::fmt::Display;

use peatee_probe::any::Tables;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::bulk::{Form, PositionTexts};
use crate::ask::family::Family;
use crate::ask::faults::Partial;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

/// A family of games whose answers are printed.
pub trait Answers: Family {
    /// The value of a position.
    type Value: Serialize + Display + Partial + Send;
    /// The moves of a position with their values.
    type Moves: Serialize + Display + Partial;
    /// A line of best play.
    type Line: Serialize + Display + Partial;

    /// Lists the columns of values in a form.
    fn columns(tables: &Tables<Self>, form: Form, has_rules: bool) -> Vec<&'static str>;

    /// Answers some lines together.
    fn values(
        tables: &Tables<Self>,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        form: Form,
    ) -> Vec<Result<Self::Value, Error>>;

    /// Lists the moves of a position.
    ///
    /// # Errors
    /// The position cannot be read; [`Error::Probe`].
    fn moves(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>) -> Result<Self::Moves, Error>;

    /// Finds a line of best play.
    ///
    /// # Errors
    /// As [`Answers::moves`].
    fn line(tables: &Tables<Self>, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<Self::Line, Error>;

    /// Draws a position as SVG, if it can be read.
    fn picture(&self, fen: &str) -> Option<String>;

    /// Warns on standard error of draw rules that were not written for the game.
    fn warn_of_rules(&self, _rules: &DrawRules) {}
}
