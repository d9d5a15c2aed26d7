//! Which other game the moves of a game fit: most "illegal moves" are games judged by the rules of
//! another variant.

use peatee_probe::adjudicate::IllegalMove;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Game, VARIANTS, Variant};

/// The fewest moves that say something about the game, where the first of them are legal.
const MOVES_MIN: usize = 4;

/// The most variants that a hint names.
const NAMES_MAX: usize = 4;

/// All variants, set up when the first hint is wanted.
#[derive(Debug, Default)]
pub struct Fitting {
    games: Vec<Game>,
}

impl Fitting {
    /// A hint for a game with a move that is not legal in `variant`. A few moves of which a later
    /// one is not legal are rather a slip than another game, and would fit several by chance.
    pub fn hint_after(&mut self, illegal: &IllegalMove, pdn: &PdnGame, variant: &Variant) -> Option<String> {
        let is_evidence = illegal.ply == 1 || pdn.moves.len() >= MOVES_MIN;
        is_evidence.then(|| self.hint(pdn, variant))?
    }

    /// A hint for a game that does not fit `variant`; `None` when it fits no other one either.
    pub fn hint(&mut self, pdn: &PdnGame, variant: &Variant) -> Option<String> {
        if self.games.is_empty() {
            self.games = VARIANTS.iter().copied().map(Game::new).collect();
        }
        let others = self.games.iter().filter(|game| game.variant().id != variant.id);
        let fitting: Vec<&str> = others.filter(|game| pdn.fits(game)).map(|game| game.variant().id).collect();
        let first = fitting.first()?;
        let surplus = fitting.len().saturating_sub(NAMES_MAX);
        let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
        let names = fitting[..fitting.len() - surplus].join(", ");
        Some(format!("all moves are legal in {names}{more}: judge the game with --variant {first}"))
    }
}
