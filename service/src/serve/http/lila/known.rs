//! Value and other facts of one position, from the tables, in the terms of lila-tablebase.

use peatee_probe::{ProbeError, RuleOutcome, Tables, Wdl};
use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::variant::Goal;
use peatee_rules::{Draughts, Position};
use serde::Serialize;

use crate::errors::Error;

/// Result of best play for the side to move, and whether the draw rules change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    Win,
    MaybeWin,
    CursedWin,
    Draw,
    BlessedLoss,
    MaybeLoss,
    Loss,
    Unknown,
}

impl Category {
    /// Returns the category from the point of view of the other side.
    pub fn turned(self) -> Category {
        match self {
            Category::Win => Category::Loss,
            Category::MaybeWin => Category::MaybeLoss,
            Category::CursedWin => Category::BlessedLoss,
            Category::Draw => Category::Draw,
            Category::BlessedLoss => Category::CursedWin,
            Category::MaybeLoss => Category::MaybeWin,
            Category::Loss => Category::Win,
            Category::Unknown => Category::Unknown,
        }
    }

    /// Returns the rank of a move to a position of this category, among the moves of a position.
    /// The best move has rank 0. The order is that of lila-tablebase, in which moves to positions
    /// of unknown value come directly after sure wins.
    pub fn place(self) -> u8 {
        match self {
            Category::Loss => 0,
            Category::Unknown => 1,
            Category::MaybeLoss => 2,
            Category::BlessedLoss => 3,
            Category::Draw => 4,
            Category::CursedWin => 5,
            Category::MaybeWin => 6,
            Category::Win => 7,
        }
    }

    /// Returns true if the position would be lost without draw rules, whether or not the rules save
    /// it.
    pub fn is_loss(self) -> bool {
        matches!(self, Category::Loss | Category::MaybeLoss | Category::BlessedLoss)
    }

    fn wdl(self) -> Option<i8> {
        match self {
            Category::Win => Some(2),
            Category::CursedWin => Some(1),
            Category::Draw => Some(0),
            Category::BlessedLoss => Some(-1),
            Category::Loss => Some(-2),
            Category::MaybeWin | Category::MaybeLoss | Category::Unknown => None,
        }
    }
}

impl From<RuleOutcome> for Category {
    fn from(outcome: RuleOutcome) -> Self {
        match outcome {
            RuleOutcome::Win => Category::Win,
            RuleOutcome::CursedWin => Category::CursedWin,
            RuleOutcome::Draw => Category::Draw,
            RuleOutcome::BlessedLoss => Category::BlessedLoss,
            RuleOutcome::Loss => Category::Loss,
            RuleOutcome::MaybeWin => Category::MaybeWin,
            RuleOutcome::MaybeLoss => Category::MaybeLoss,
        }
    }
}

/// Fields of an answer that describe a position: the requested one, or the position after a move.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PositionFacts {
    pub category: Category,
    pub wdl: Option<i8>,
    pub dtw: Option<i64>,
    pub dtz: Option<i64>,
    pub precise_dtz: Option<i64>,
    pub dtc: Option<i64>,
    pub dtm: Option<i64>,
    /// Plies to mate under the 50-move rule; left out where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtm50: Option<i64>,
    pub checkmate: bool,
    pub stalemate: bool,
    pub variant_win: bool,
    pub variant_loss: bool,
    pub insufficient_material: bool,
}

#[derive(Debug)]
pub struct GameTables<'a> {
    pub game: &'a Draughts,
    pub tables: Option<&'a Tables>,
    pub rules: Option<DrawRules>,
}

impl GameTables<'_> {
    /// Looks up the value and distances of a position. If no table holds it, its category is
    /// `unknown` and its distances are null.
    ///
    /// # Errors
    /// A damaged table.
    pub fn look_up(&self, position: &Position, counters: Option<&Counters>) -> Result<PositionFacts, Error> {
        let (known, dtw, dtz) = match self.values(position, counters) {
            Ok(values) => values,
            Err(ProbeError::TooManyPieces { .. } | ProbeError::MissingTable { .. }) => (Category::Unknown, None, None),
            Err(error) => return Err(error.into()),
        };
        let is_over = !self.game.has_moves(position);
        let gives_away = self.game.variant().goal == Goal::GiveAway;
        Ok(PositionFacts {
            dtw,
            dtz,
            precise_dtz: dtz,
            variant_win: is_over && gives_away,
            variant_loss: is_over && !gives_away,
            ..PositionFacts::of(known)
        })
    }

    #[allow(clippy::type_complexity, reason = "taken apart at once")]
    fn values(
        &self,
        position: &Position,
        counters: Option<&Counters>,
    ) -> Result<(Category, Option<i64>, Option<i64>), ProbeError> {
        let Some(tables) = self.tables else { return Ok((Category::Unknown, None, None)) };
        let value = tables.probe(position)?;
        let signed = |plies: u32| if value.wdl == Wdl::Loss { -i64::from(plies) } else { i64::from(plies) };
        let dtz = match value.wdl {
            Wdl::Draw => Some(0),
            _ => tables.dtc_where_known(position, value)?.map(signed),
        };
        let category = match (&self.rules, counters) {
            (Some(rules), Some(counters)) => tables.rule_value(position, rules, counters)?.outcome.into(),
            _ => match value.wdl {
                Wdl::Win => Category::Win,
                Wdl::Draw => Category::Draw,
                Wdl::Loss => Category::Loss,
            },
        };
        Ok((category, value.plies.map(signed), dtz))
    }
}

impl PositionFacts {
    pub fn of(category: Category) -> PositionFacts {
        PositionFacts {
            category,
            wdl: category.wdl(),
            dtw: None,
            dtz: None,
            precise_dtz: None,
            dtc: None,
            dtm: None,
            dtm50: None,
            checkmate: false,
            stalemate: false,
            variant_win: false,
            variant_loss: false,
            insufficient_material: false,
        }
    }
}
