//! Search for other variants in which all moves of a game are legal. Most "illegal moves" come from
//! games that are judged by the wrong variant.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use peatee_probe::adjudicate::Ruling;
use peatee_rules::notation::pdn::{PdnGame, each_game};
use peatee_rules::variant::{Goal, SquareNames};
use peatee_rules::{Budget, Draughts, Move, VARIANTS, Variant};

use super::note::Note;
use crate::ask::query;

/// Minimum number of moves in a game for a hint that names other variants. A shorter game gets a
/// hint only if its first move is illegal.
const MOVES_MIN: usize = 4;

const NAMES_MAX: usize = 4;

/// Number of equal parts into which the budget of a game is divided. The search for other variants
/// gets one part; the rest is left for the verdict.
const PARTS_OF_BUDGET: u64 = 8;

/// Maximum number of games of a text that are examined to find the variant of the text.
const GAMES_OF_TEXT_MAX: usize = 32;

/// The variant by which a game is judged if its tags name no variant.
#[derive(Debug)]
pub enum UnnamedGame {
    /// The variant of the game is known. The note, if any, says how it was found.
    Played(&'static Variant, Option<Note>),
    /// No variant allows all moves of the game. The moves are read by the rules of this variant,
    /// but an illegal move does not count as an offence.
    Doubtful(&'static Variant, Note),
    /// Several variants allow all moves of the game; this is the first of them.
    Open(&'static Variant, Note),
}

/// Text that shows by its first games which variant the others are, too.
#[derive(Debug, Default)]
pub struct SampleText<'a> {
    text: Cow<'a, str>,
    variant: OnceLock<Option<&'static Variant>>,
}

impl<'a> SampleText<'a> {
    pub fn new(text: Cow<'a, str>) -> Self {
        SampleText { text, variant: OnceLock::new() }
    }

    /// Returns the variant of the text, which [`VariantSearch::of_text`] finds at the first call.
    pub fn variant(&self, search: &VariantSearch) -> Option<&'static Variant> {
        *self.variant.get_or_init(|| search.of_text(each_game(&self.text)))
    }
}

/// Search for the variants in which all moves of a game are legal. Its hints name these variants to
/// the user.
#[derive(Debug)]
pub struct VariantSearch {
    /// Name of the option that hints tell the user to set, such as `--variant`.
    option: &'static str,
    budget: Option<Arc<Budget>>,
    is_off: bool,
}

impl Default for VariantSearch {
    fn default() -> Self {
        VariantSearch::naming("--variant")
    }
}

impl VariantSearch {
    /// Creates a search whose hints tell the user to set the option `option`, which names a
    /// variant.
    pub fn naming(option: &'static str) -> Self {
        VariantSearch { option, budget: None, is_off: false }
    }

    /// Creates a search that finds nothing and makes no hints.
    pub fn none() -> Self {
        VariantSearch { option: "", budget: None, is_off: true }
    }

    /// Limits the work of the search to a fraction of the budget. Turns the search off if less than
    /// that fraction is left.
    pub fn within(self, budget: &Arc<Budget>) -> Self {
        let has_part = budget.has_part(PARTS_OF_BUDGET);
        VariantSearch { budget: Some(Arc::new(budget.part(PARTS_OF_BUDGET))), is_off: self.is_off || !has_part, ..self }
    }

    /// Returns a hint about other variants if `ruling` says that a move of the game is illegal or
    /// unknown in `variant`. Returns `None` for a short game whose first move is legal, because a
    /// slip of the writer is then more likely than another variant.
    pub fn hint_after(&self, ruling: &Ruling<Move>, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        let ply = match ruling {
            Ruling::Illegal(illegal) => illegal.ply,
            Ruling::Unclear(unclear) if unclear.candidates.is_empty() => unclear.ply,
            _ => return None,
        };
        let is_evidence = ply == 1 || pdn.moves.len() >= MOVES_MIN;
        is_evidence.then(|| self.hint(pdn, variant))?
    }

    /// Returns a hint that names other variants in which all moves of the game are legal; `None` if
    /// there are no such variants.
    pub fn hint(&self, pdn: &PdnGame, variant: &Variant) -> Option<Note> {
        hint_of(self.option, &self.candidates(pdn, variant))
    }

    /// Finds the variant of a game whose tags name no variant. A game fits a variant if the variant
    /// allows its start position and all its moves. Returns the first of these variants:
    ///
    /// 1. `default`, if the game begins from the start position and fits `default`; for a short
    ///    game, it is enough that the first move is legal
    /// 2. the variant of the whole text, if the game fits it
    /// 3. `default`, if the game begins from a FEN and fits `default`
    /// 4. the first other variant that the game fits
    /// 5. `default`, if the game begins from the start position and its first move is legal in
    ///    `default`
    /// 6. `default`, if it allows the FEN of the game, and no variant with a smaller board does
    /// 7. the variant that allows the most moves
    pub fn unnamed(
        &self,
        pdn: &PdnGame,
        default: &'static Variant,
        of_text: impl FnOnce() -> Option<&'static Variant>,
    ) -> UnnamedGame {
        let is_from_start = pdn.fen().is_none();
        let mut first = pdn.clone();
        first.moves.truncate(1);
        let begins = self.fits(&first, default);
        if is_from_start && begins && (pdn.moves.len() < MOVES_MIN || self.fits(pdn, default)) {
            return UnnamedGame::Played(default, None);
        }
        let of_text = of_text();
        if let Some(variant) = of_text.filter(|variant| self.fits(pdn, variant)) {
            let text = format!("its tags name no game; judged as {}, which fits the games of this text", variant.id);
            return UnnamedGame::Played(variant, Some(Note::new("game-of-text", [("game", variant.id)], text)));
        }
        if !is_from_start && self.fits(pdn, default) {
            return UnnamedGame::Played(default, None);
        }
        match self.candidates(pdn, default)[..] {
            [] if begins && is_from_start || VariantSearch::needs_board_of(pdn, default) => {
                UnnamedGame::Played(default, None)
            }
            [] => self.nearest(pdn, default, of_text),
            [only] => {
                let text = format!("its tags name no game; position and moves fit {} alone", only.id);
                UnnamedGame::Played(only, Some(Note::new("only-game", [("game", only.id)], text)))
            }
            ref several @ [first, ..] => {
                let names = names_of(several);
                let text = format!(
                    "its tags name no game; position and moves fit {names}: name the one that was played with {}",
                    self.option
                );
                UnnamedGame::Open(first, Note::new("several-games", [("games", &names)], text))
            }
        }
    }

    /// Returns true if the game can start from its FEN in `variant`, but not in any variant with a
    /// smaller board.
    fn needs_board_of(pdn: &PdnGame, variant: &'static Variant) -> bool {
        let starts = |other: &'static Variant| pdn.start(&query::game(other)).is_ok();
        let is_smaller = |other: &&&'static Variant| other.board.square_count() < variant.board.square_count();
        pdn.fen().is_some() && starts(variant) && !VARIANTS.iter().filter(is_smaller).any(|other| starts(other))
    }

    /// Finds the variant in which the most moves from the beginning of the game are legal. If
    /// several have equally many, prefers the variant of the text, then the default, then the first
    /// in the list. If no move is legal in any variant, returns the default.
    fn nearest(&self, pdn: &PdnGame, default: &'static Variant, of_text: Option<&'static Variant>) -> UnnamedGame {
        let preferred = [of_text.unwrap_or(default), default].into_iter();
        let all = preferred.chain(VARIANTS.iter().copied().filter(|variant| variant.goal != Goal::GiveAway));
        let legal_plies = |variant| pdn.legal_part(&self.game(variant)).map(|(legal, _)| legal);
        // `max_by_key` takes the last of equals, so the list is reversed, and the preferred
        // variants come last.
        let is_told = |&(legal, variant): &(usize, &Variant)| legal > 0 || variant.id == default.id;
        let all: Vec<_> = all.filter_map(|variant| Some((legal_plies(variant)?, variant))).filter(is_told).collect();
        let Some(&(_, variant)) = all.iter().rev().max_by_key(|(legal, _)| *legal) else {
            return UnnamedGame::Played(default, None);
        };
        let text = format!(
            "its tags name no game, and in no game are all moves legal; read as {}, name the one that was played with {}",
            variant.id, self.option
        );
        UnnamedGame::Doubtful(variant, Note::new("no-game-fits", [("game", variant.id)], text))
    }

    /// Finds the variant that allows all moves of the most games of a text. Only the first games
    /// whose tags name no variant are examined. If several variants allow equally many games,
    /// leaves out those that name squares by letters where the games use numbers, or the reverse.
    /// Returns `None` unless exactly one variant is left.
    fn of_text(&self, games: impl Iterator<Item = PdnGame>) -> Option<&'static Variant> {
        let is_evidence = |pdn: &PdnGame| matches!(pdn.variant(), Ok(None)) && pdn.moves.len() >= MOVES_MIN;
        let mut counts = vec![0; VARIANTS.len()];
        let mut has_letters = false;
        for pdn in games.filter(is_evidence).take(GAMES_OF_TEXT_MAX) {
            has_letters |= pdn.moves[0].text.starts_with(|sign: char| sign.is_ascii_alphabetic());
            for (variant, count) in VARIANTS.iter().zip(&mut counts) {
                *count += usize::from(variant.goal != Goal::GiveAway && pdn.fits(&self.game(variant)));
            }
        }
        let most = *counts.iter().max().filter(|&&most| most > 0)?;
        let best: Vec<_> = VARIANTS.iter().zip(counts).filter(|&(_, count)| count == most).collect();
        let names_so = |variant: &Variant| (variant.notation.squares == SquareNames::Algebraic) == has_letters;
        let mut named = best.iter().filter(|(variant, _)| best.len() == 1 || names_so(variant));
        named.next().map(|(variant, _)| **variant).filter(|_| named.next().is_none())
    }

    /// Returns the variants other than `variant` in which all moves of a game are legal. Leaves out
    /// giveaway variants, because another variant has the same moves. For a game without moves,
    /// also leaves out variants that have no number for the tag `GameType`, because some of them
    /// allow every piece on every square.
    fn candidates(&self, pdn: &PdnGame, variant: &Variant) -> Vec<&'static Variant> {
        let others = VARIANTS.iter().copied().filter(|other| !self.is_off && other.id != variant.id);
        let is_likely = |other: &Variant| !pdn.moves.is_empty() || other.notation.game_type.is_some();
        others.filter(|other| other.goal != Goal::GiveAway && is_likely(other) && self.fits(pdn, other)).collect()
    }

    /// Returns true if the game can start in a variant and all its moves are legal there.
    fn fits(&self, pdn: &PdnGame, variant: &'static Variant) -> bool {
        let is_played = |legal| legal > 0 || pdn.moves.is_empty();
        pdn.legal_part(&self.game(variant)).is_some_and(|(legal, written)| is_played(legal) && legal == written)
    }

    fn game(&self, variant: &'static Variant) -> Draughts {
        let game = query::game(variant);
        match &self.budget {
            Some(budget) => game.within(budget.clone()),
            None => game,
        }
    }
}

fn names_of(variants: &[&Variant]) -> String {
    let fitting: Vec<&str> = variants.iter().map(|variant| variant.id).collect();
    let surplus = fitting.len().saturating_sub(NAMES_MAX);
    let more = if surplus == 0 { String::new() } else { format!(" and {surplus} more") };
    format!("{}{more}", fitting[..fitting.len() - surplus].join(", "))
}

/// Returns the hint that all moves are legal in `variants`; `None` if `variants` is empty.
fn hint_of(option: &str, variants: &[&Variant]) -> Option<Note> {
    let names = names_of(variants);
    let legal = format!("all moves are legal in {names}");
    let text = match variants {
        [] => return None,
        [only] => format!("{legal}: judge the game with {option} {}", only.id),
        _ => format!("{legal}: name the one that was played with {option}"),
    };
    Some(Note::new("fits", [("games", &names)], text))
}
