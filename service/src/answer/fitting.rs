//! Finds the other variants in which all moves of a game are legal: most "illegal moves" come from
//! games that are judged as the wrong variant.

use std::sync::Arc;

use peatee_probe::adjudicate::IllegalMove;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, VARIANTS, Variant};

use super::note::Note;
use crate::ask::query;

/// The fewest moves of a game that say something about its variant when the first one is legal.
const MOVES_MIN: usize = 4;

/// The most variants that a hint names.
const NAMES_MAX: usize = 4;

/// The part of a budget that a hint may take, one of so many: it must not cost the verdict.
const PARTS_OF_BUDGET: u64 = 8;

/// Maker of hints.
#[derive(Debug)]
pub struct Fitting {
    /// The option by which the user names another variant: `--variant`.
    option: &'static str,
    budget: Option<Arc<Budget>>,
    is_off: bool,
}

impl Default for Fitting {
    fn default() -> Self {
        Fitting::naming("--variant")
    }
}

impl Fitting {
    /// Hints for users who name a variant by `option`.
    pub fn naming(option: &'static str) -> Self {
        Fitting { option, budget: None, is_off: false }
    }

    /// No hints.
    pub fn none() -> Self {
        Fitting { option: "", budget: None, is_off: true }
    }

    /// Makes hints from a part of this budget. They name the variants that are found with it.
    pub fn within(self, budget: &Arc<Budget>) -> Self {
        let has_part = budget.has_part(PARTS_OF_BUDGET);
        Fitting { budget: Some(Arc::new(budget.part(PARTS_OF_BUDGET))), is_off: self.is_off || !has_part, ..self }
    }

    /// A hint for a game with a move that is not legal in `variant`. A short game whose first move
    /// is legal more likely holds a slip than belongs to another variant, and would fit several
    /// variants by chance.
    pub fn hint_after(&self, illegal: &IllegalMove, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        let is_evidence = illegal.ply == 1 || pdn.moves.len() >= MOVES_MIN;
        is_evidence.then(|| self.hint(pdn, variant))?
    }

    /// A hint for a game that does not fit `variant`; `None` when it fits no other variant either.
    pub fn hint(&self, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        if self.is_off {
            return None;
        }
        let others = VARIANTS.iter().copied().filter(|other| other.id != variant.id);
        let fitting: Vec<&str> = others.filter(|other| pdn.fits(&self.game(other))).map(|other| other.id).collect();
        let surplus = fitting.len().saturating_sub(NAMES_MAX);
        let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
        let names = fitting[..fitting.len() - surplus].join(", ");
        let legal = format!("all moves are legal in {names}{more}");
        let text = match fitting[..] {
            [] => return None,
            [only] => format!("{legal}: judge the game with {} {only}", self.option),
            _ => format!("{legal}: say by {} which of them was played", self.option),
        };
        Some(Note::new("fits", [("games", &names)], text))
    }
    fn game(&self, variant: &'static Variant) -> Draughts {
        let game = query::game(variant);
        match &self.budget {
            Some(budget) => game.within(budget.clone()),
            None => game,
        }
    }
}
