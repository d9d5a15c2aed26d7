//! Differences between families of games (draughts, chess) in the command `mine`.

use peatee_generator::Error;
use peatee_generator::explore::families::Explored;
use peatee_generator::explore::mine::{Balance, Filter, Fortress, NoCapture, PositionFilter, Search, WriteFound};
use peatee_probe::chess::Chess;
use peatee_probe::{Draughts, Game as _, Side};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};

use super::args::{BalanceArg, FormatArg, Kind, MineOptions, QuietArg, SideArg};
use crate::cli::shared::warn_of_code;

pub trait Mined: Explored {
    fn check_options(&self, _kind: &Kind, _options: &MineOptions) -> Result<(), Error> {
        Ok(())
    }

    /// Refuses draw rules that belong to another family of games.
    fn check_rules(&self, rules: &DrawRules) -> Result<(), Error>;

    /// Returns the search for draws in which one side has at least `pieces_ahead_min` more pieces.
    fn fortress(&self, pieces_ahead_min: u8) -> Result<Box<dyn Search<Self>>, Error>;

    /// Returns true if all positions in the tables have White to move. Exchanging the colours turns
    /// any other position into one of these.
    fn has_one_side(&self) -> bool;

    fn filter(options: &MineOptions) -> Box<dyn PositionFilter<Self>>;

    fn writer(_format: FormatArg) -> WriteFound<Self> {
        |found, tables| Ok(found.json(tables))
    }
}

impl Mined for Draughts {
    fn check_rules(&self, rules: &DrawRules) -> Result<(), Error> {
        let variant = self.variant();
        if Chess::rules_named(rules.code.id).is_some() {
            let instead = format!("take a code of the game, which `peatee variants {}` lists", variant.id);
            return Err(Error::OtherRules { rules: rules.name(), variant: variant.id, instead });
        }
        warn_of_code(variant, rules);
        Ok(())
    }

    fn fortress(&self, pieces_ahead_min: u8) -> Result<Box<dyn Search<Draughts>>, Error> {
        Ok(Box::new(Fortress { pieces_ahead_min }))
    }

    fn has_one_side(&self) -> bool {
        self.variant().mirror.is_some()
    }

    fn filter(options: &MineOptions) -> Box<dyn PositionFilter<Draughts>> {
        Box::new(Filter {
            men_max: options.men,
            side: options.side.map(|side| match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            }),
            winner: options.winner(),
            balance: options.winner_pieces.map(|balance| match balance {
                BalanceArg::Equal => Balance::Equal,
                BalanceArg::Behind => Balance::Behind,
            }),
            quiet: options.no_capture.map(|sides| match sides {
                QuietArg::Mover => NoCapture::Mover,
                QuietArg::Both => NoCapture::Both,
            }),
        })
    }

    fn writer(format: FormatArg) -> WriteFound<Draughts> {
        match format {
            FormatArg::Jsonl => |found, tables| Ok(found.json(tables)),
            FormatArg::Pdn => |found, tables| found.pdn(tables),
        }
    }
}

impl Mined for Chess {
    fn check_options(&self, kind: &Kind, options: &MineOptions) -> Result<(), Error> {
        let for_draughts = [
            (options.format == FormatArg::Pdn, "--format pdn", "leave it out: lines have the position as FEN"),
            (options.men.is_some(), "--men", "limit all men with --pieces, or name slices with --slice"),
            (options.winner_pieces.is_some(), "--winner-pieces", "name slices with --slice"),
            (options.no_capture.is_some(), "--no-capture", "leave it out: a capture of chess need not be made"),
        ];
        if let Some((_, option, instead)) = for_draughts.into_iter().find(|(is_asked, ..)| *is_asked) {
            return Err(Error::ChessMine { asked: option.to_owned(), instead });
        }
        match (kind, options.metric.metric) {
            (Kind::Cursed { rules, .. }, Some(metric)) if metric != Metric::Dtr(RuleSet::new(rules)) => {
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

    fn fortress(&self, _pieces_ahead_min: u8) -> Result<Box<dyn Search<Chess>>, Error> {
        let instead = "`export --slice` writes all positions of a slice, draws too";
        Err(Error::ChessMine { asked: "mine fortress".to_owned(), instead })
    }

    fn has_one_side(&self) -> bool {
        true
    }

    fn filter(options: &MineOptions) -> Box<dyn PositionFilter<Chess>> {
        Box::new(options.winner())
    }
}
