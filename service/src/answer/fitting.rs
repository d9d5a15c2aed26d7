//! Finds the other variants in which all moves of a game are legal: most "illegal moves" come from
//! games that are judged as the wrong variant.

use std::sync::Arc;

use peatee_probe::adjudicate::IllegalMove;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, VARIANTS, Variant};

use super::note::Note;
use crate::ask::query;
use crate::errors::Error;

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
        hint_of(self.option, &self.candidates(pdn, variant))
    }

    /// The variant of a game that names none: the default where its first move is legal there or no
    /// other game is possible, otherwise the only one in which all moves are legal, with a note.
    ///
    /// # Errors
    /// [`Error::Argument`] where all moves are legal in several variants.
    pub fn variant_of(
        &self,
        pdn: &PdnGame,
        default: &'static Variant,
    ) -> Result<(&'static Variant, Option<Note>), Error> {
        let mut first = pdn.clone();
        first.moves.truncate(1);
        if pdn.fen().is_some() || first.moves.is_empty() || first.fits(&self.game(default)) {
            return Ok((default, None));
        }
        match self.candidates(pdn, default)[..] {
            [] => Ok((default, None)),
            [only] => {
                let text = format!("its tags name no game; all moves are legal in {} alone", only.id);
                Ok((only, Some(Note::new("only-game", [("game", only.id)], text))))
            }
            ref several => {
                let hint = hint_of(self.option, several).map_or_else(String::new, |note| note.text);
                Err(Error::Argument {
                    field: "variant",
                    reason: format!("is not named by the tags of the game; {hint}"),
                })
            }
        }
    }

    /// The other variants in which all moves are legal.
    fn candidates(&self, pdn: &PdnGame, variant: &Variant) -> Vec<&'static Variant> {
        let others = VARIANTS.iter().copied().filter(|other| !self.is_off && other.id != variant.id);
        others.filter(|other| pdn.fits(&self.game(other))).collect()
    }

    fn game(&self, variant: &'static Variant) -> Draughts {
        let game = query::game(variant);
        match &self.budget {
            Some(budget) => game.within(budget.clone()),
            None => game,
        }
    }
}

/// The hint that all moves are legal in these variants.
fn hint_of(option: &str, variants: &[&Variant]) -> Option<Note> {
    let fitting: Vec<&str> = variants.iter().map(|variant| variant.id).collect();
    let surplus = fitting.len().saturating_sub(NAMES_MAX);
    let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
    let names = fitting[..fitting.len() - surplus].join(", ");
    let legal = format!("all moves are legal in {names}{more}");
    let text = match fitting[..] {
        [] => return None,
        [only] => format!("{legal}: judge the game with {option} {only}"),
        _ => format!("{legal}: say by {option} which of them was played"),
    };
    Some(Note::new("fits", [("games", &names)], text))
}
