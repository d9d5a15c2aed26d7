//! Finds the other variants in which all moves of a game are legal: most "illegal moves" come from
//! games that are judged as the wrong variant.

use peatee_probe::adjudicate::IllegalMove;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Draughts, VARIANTS, Variant};

use crate::note::Note;

/// The fewest moves of a game that say something about its variant when the first one is legal.
const MOVES_MIN: usize = 4;

/// The most variants that a hint names.
const NAMES_MAX: usize = 4;

/// All variants, set up when the first hint is wanted.
#[derive(Debug)]
pub struct Fitting {
    /// How the user names another variant: `--variant`.
    option: &'static str,
    games: Vec<Draughts>,
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
        Fitting { option, games: Vec::new(), is_off: false }
    }

    /// No hints.
    pub fn none() -> Self {
        Fitting { option: "", games: Vec::new(), is_off: true }
    }

    /// A hint for a game with a move that is not legal in `variant`. A short game whose first move
    /// is legal more likely holds a slip than belongs to another variant, and would fit several
    /// variants by chance.
    pub fn hint_after(&mut self, illegal: &IllegalMove, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        let is_evidence = illegal.ply == 1 || pdn.moves.len() >= MOVES_MIN;
        is_evidence.then(|| self.hint(pdn, variant))?
    }

    /// A hint for a game that does not fit `variant`; `None` when it fits no other variant either.
    pub fn hint(&mut self, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        if self.is_off {
            return None;
        }
        if self.games.is_empty() {
            self.games = VARIANTS.iter().copied().map(Draughts::new).collect();
        }
        let others = self.games.iter().filter(|game| game.variant().id != variant.id);
        let fitting: Vec<&str> = others.filter(|game| pdn.fits(game)).map(|game| game.variant().id).collect();
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
}
