//! Arguments of `peatee.mine`.

use peatee_generator::explore::mine::{
    Balance, Cursed, Filter, Fortress, Longest, NoCapture, OnlyMove, Readings, SearchKind, Winner, WinnerMoves,
    Zugzwang, ZugzwangType,
};
use peatee_probe::{Notation, Side};
use peatee_rules::draw::DrawRules;
use peatee_table::Wdl;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::rules_error;

#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MineOptions<'py> {
    kind: String,
    pub(super) slices: Vec<String>,
    pub(super) metric: Option<String>,
    pub(super) limit: Option<u64>,
    pub(super) threads: usize,
    pub(super) progress: Option<Bound<'py, PyAny>>,
    count: u64,
    maximum: u64,
    per_slice: bool,
    losses: bool,
    keeps: String,
    moves: Bound<'py, PyAny>,
    legal_moves: usize,
    duals: bool,
    types: Vec<String>,
    rules: Option<String>,
    other: Option<String>,
    ahead: u8,
    men: Option<u8>,
    side: Option<String>,
    winner: Option<String>,
    winner_pieces: Option<String>,
    no_capture: Option<String>,
}

impl MineOptions<'_> {
    pub(super) fn kind(&self, game: &impl Notation) -> PyResult<SearchKind> {
        let rules = |what: &str, name: &Option<String>| -> PyResult<DrawRules> {
            let name = name.as_deref();
            let name = name.ok_or_else(|| PyValueError::new_err(format!("{} needs {what}, a rule code", self.kind)))?;
            game.rules_named(name).map_err(rules_error)
        };
        Ok(match &*self.kind {
            "longest" => SearchKind::Longest(Longest {
                wdl: if self.losses { Wdl::Loss } else { Wdl::Win },
                count: self.count,
                at_most_count: self.maximum,
                is_per_slice: self.per_slice,
            }),
            "only-move" => SearchKind::OnlyMove(OnlyMove {
                keeps: named("keeps", &self.keeps, [("win", Wdl::Win), ("draw", Wdl::Draw)])?,
                moves: self.winner_moves()?,
                legal_moves_min: self.legal_moves,
                with_duals: self.duals,
            }),
            "zugzwang" => {
                let types = ZugzwangType::ALL.map(|of| (of.name(), of));
                let types = self.types.iter().map(|name| named("types", name, types)).collect::<PyResult<_>>()?;
                SearchKind::Zugzwang(Zugzwang { types })
            }
            "cursed" => SearchKind::Cursed(Cursed { rules: rules("rules", &self.rules)? }),
            "readings" => SearchKind::Readings(Readings {
                rules: rules("rules", &self.rules)?,
                other: rules("other", &self.other)?,
            }),
            "fortress" => SearchKind::Fortress(Fortress { pieces_ahead_min: self.ahead }),
            other => {
                let kinds = "longest, only-move, zugzwang, cursed, readings, fortress";
                return Err(PyValueError::new_err(format!("there is no kind {other:?}; the kinds are {kinds}")));
            }
        })
    }

    fn winner_moves(&self) -> PyResult<WinnerMoves> {
        match self.moves.extract::<usize>() {
            Ok(moves) if moves > 0 => Ok(WinnerMoves::First(moves)),
            _ if self.moves.eq("all")? => Ok(WinnerMoves::All),
            _ => Err(PyValueError::new_err("moves is neither a number of moves from 1 on nor \"all\"")),
        }
    }

    pub(super) fn filter(&self) -> PyResult<Filter> {
        let sides = [("white", Side::White), ("black", Side::Black)];
        let winners = [("mover", Winner::Mover), ("opponent", Winner::Opponent)];
        let balances = [("equal", Balance::Equal), ("behind", Balance::Behind)];
        let quiet = [("mover", NoCapture::Mover), ("both", NoCapture::Both)];
        Ok(Filter {
            men_max: self.men,
            side: self.side.as_deref().map(|name| named("side", name, sides)).transpose()?,
            winner: self.winner.as_deref().map(|name| named("winner", name, winners)).transpose()?,
            balance: self.winner_pieces.as_deref().map(|name| named("winner_pieces", name, balances)).transpose()?,
            quiet: self.no_capture.as_deref().map(|name| named("no_capture", name, quiet)).transpose()?,
        })
    }
}

/// Returns the value with a name in `values`.
fn named<T, const N: usize>(what: &str, name: &str, values: [(&str, T); N]) -> PyResult<T> {
    let names = values.each_ref().map(|(known, _)| *known).join(", ");
    let found = values.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    found.ok_or_else(|| PyValueError::new_err(format!("{what} is one of {names}, not {name:?}")))
}
