//! Decision whether a text is about chess or draughts if the user names no game.

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::pgn::{Letters, games};

/// Values of the tag `Variant`, in lower case, that mean chess or a variant of chess. A game of
/// such a variant counts as chess, so that the user learns that variants of chess are not
/// supported.
const CHESS_NAMES: [&str; 15] = [
    "chess",
    "normal",
    "chess960",
    "chess 960",
    "fischerandom",
    "fischer random",
    "crazyhouse",
    "atomic",
    "antichess",
    "horde",
    "king of the hill",
    "racing kings",
    "three-check",
    "bughouse",
    "suicide chess",
];

/// Number of `/` in a FEN of chess. A FEN of draughts does not contain as many.
const SLASHES_IN_CHESS_FEN: usize = 7;

/// Returns true if a FEN looks like a chess position and not like a draughts position.
pub fn is_chess_fen(fen: &str) -> bool {
    fen.matches('/').count() == SLASHES_IN_CHESS_FEN
}

/// Returns true if the first game of a PDN or PGN text is chess, according to its tags, its start
/// position or its first move.
pub fn is_chess(text: &str) -> bool {
    let Some(game) = games(text).next() else { return false };
    if game.tag("GameType").is_some() {
        return false;
    }
    let variant = game.tag("Variant").map(|tag| tag.value.trim().to_lowercase());
    if variant.is_some_and(|name| CHESS_NAMES.contains(&name.as_str())) {
        return true;
    }
    if let Some((_, fen)) = game.fen() {
        return is_chess_fen(fen);
    }
    let is_first_move = game.moves.first().is_some_and(|mv| Position::start().parse_san(&mv.text).is_ok());
    is_first_move || !Letters::of_game(&game.moves).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_is_known_by_tags_positions_and_moves() {
        for chess in [
            "1. e4 e5 *",
            "1. e2e4 *",
            "1. Nf3 d5 *",
            "1. Sf3 Sf6 *",
            "[Variant \"Crazyhouse\"]\n\n*",
            "[FEN \"8/8/8/8/8/2k5/1q6/K7 w - - 0 1\"]\n\n*",
            "[Variant \"Standard\"]\n\n1. d4 d5 *",
        ] {
            assert!(is_chess(chess), "{chess}");
        }
        for other in [
            "",
            "1. 32-28 19-23 *",
            "1. c3-d4 d6-c5 *",
            "1. cd4 dc5 *",
            "1. d3-d4 *",
            "[GameType \"25\"]\n\n1. e4 *",
            "[Variant \"konane\"] [FEN \"B:Wa1:Bc1\"]\n\n*",
            "[FEN \"W:W31:B1\"]\n\n*",
            "1. 11-15 23-19 *",
        ] {
            assert!(!is_chess(other), "{other}");
        }
    }
}
