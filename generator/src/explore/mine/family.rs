//! Differences between families of games (draughts, chess) in searches for positions.

use peatee_probe::chess::Chess;
use peatee_probe::{Draughts, Game as _};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};

use super::cursed::Cursed;
use super::filter::{Filter, PositionFilter};
use super::fortress::Fortress;
use super::kind::SearchKind;
use super::run::WriteFound;
use super::search::Search;
use crate::error::Error;
use crate::explore::families::Explored;

pub trait Mined: Explored {
    /// Refuses a kind, a filter or a metric that the game does not have.
    ///
    /// # Errors
    /// The game does not have one of them.
    fn check_search(&self, _kind: &SearchKind, _filter: &Filter, _metric: Option<Metric>) -> Result<(), Error> {
        Ok(())
    }

    /// Refuses draw rules that belong to another family of games.
    ///
    /// # Errors
    /// The rules belong to another family.
    fn check_rules(&self, rules: &DrawRules) -> Result<(), Error>;

    /// Returns a warning about draw rules that were written for other games than this one.
    fn warning(&self, _rules: &DrawRules) -> Option<String> {
        None
    }

    /// Returns the search for draws in which one side has more pieces.
    ///
    /// # Errors
    /// The game has no such search.
    fn fortress(&self, fortress: Fortress) -> Result<Box<dyn Search<Self>>, Error>;

    /// Returns true if all positions in the tables have White to move. Exchanging the colours turns
    /// any other position into one of these.
    fn has_one_side(&self) -> bool;

    /// Returns the filter, without what the game does not have.
    fn filter(filter: &Filter) -> Box<dyn PositionFilter<Self>>;

    /// Returns the function that writes a found position as PDN; `None` if the game has no PDN.
    fn pdn_writer() -> Option<WriteFound<Self>> {
        None
    }
}

impl Mined for Draughts {
    fn check_rules(&self, rules: &DrawRules) -> Result<(), Error> {
        let variant = self.variant();
        if Chess::rules_named(rules.code.id).is_none() {
            return Ok(());
        }
        let instead = format!("take a code of the game, which `peatee variants {}` lists", variant.id);
        Err(Error::OtherRules { rules: rules.name(), variant: variant.id, instead })
    }

    fn warning(&self, rules: &DrawRules) -> Option<String> {
        rules.foreign_to(self.variant()).map(|code| code.to_string())
    }

    fn fortress(&self, fortress: Fortress) -> Result<Box<dyn Search<Draughts>>, Error> {
        Ok(Box::new(fortress))
    }

    fn has_one_side(&self) -> bool {
        self.variant().mirror.is_some()
    }

    fn filter(filter: &Filter) -> Box<dyn PositionFilter<Draughts>> {
        Box::new(*filter)
    }

    fn pdn_writer() -> Option<WriteFound<Draughts>> {
        Some(|found, tables| found.pdn(tables))
    }
}

impl Mined for Chess {
    fn check_search(&self, kind: &SearchKind, filter: &Filter, metric: Option<Metric>) -> Result<(), Error> {
        let for_draughts = [
            (filter.men_max.is_some(), "--men", "limit all men with --pieces, or name slices with --slice"),
            (filter.balance.is_some(), "--winner-pieces", "name slices with --slice"),
            (filter.quiet.is_some(), "--no-capture", "leave it out: a capture of chess need not be made"),
        ];
        if let Some((_, option, instead)) = for_draughts.into_iter().find(|(is_asked, ..)| *is_asked) {
            return Err(Error::ChessMine { asked: option.to_owned(), instead });
        }
        match (kind, metric) {
            (SearchKind::Cursed(Cursed { rules }), Some(metric)) if metric != Metric::Dtr(RuleSet::new(rules)) => {
                Err(Error::CursedMetric { metric, rules: rules.code.id, wanted: Metric::Dtr(RuleSet::new(rules)) })
            }
            _ => Ok(()),
        }
    }

    fn check_rules(&self, rules: &DrawRules) -> Result<(), Error> {
        if Chess::rules_named(rules.code.id).is_some() {
            return Ok(());
        }
        let instead = "take FIDE-50, the 50-move rule, or FIDE-75".to_owned();
        Err(Error::OtherRules { rules: rules.name(), variant: self.id(), instead })
    }

    fn fortress(&self, _fortress: Fortress) -> Result<Box<dyn Search<Chess>>, Error> {
        let instead = "`export --slice` writes all positions of a slice, draws too";
        Err(Error::ChessMine { asked: "mine fortress".to_owned(), instead })
    }

    fn has_one_side(&self) -> bool {
        true
    }

    fn filter(filter: &Filter) -> Box<dyn PositionFilter<Chess>> {
        Box::new(filter.winner)
    }
}
