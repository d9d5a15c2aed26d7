//! Checks that written games are read back unchanged, and that no text makes the reader panic.

use crate::common::Random;
use peatee_rules::notation::pdn::{PdnGame, PdnMove, Place, Score, read_games, write_games};
use peatee_rules::{Draughts, VARIANTS};
use proptest::prelude::*;

/// Removes the places (lines and columns), which writing changes.
fn placeless(mut game: PdnGame) -> PdnGame {
    let zero = Place::default();
    game.place = zero;
    game.tags.iter_mut().for_each(|tag| tag.place = zero);
    game.moves.iter_mut().for_each(|mv| (mv.place, mv.end, mv.is_second) = (zero, 0, false));
    game.result.iter_mut().for_each(|result| result.place = zero);
    game
}

#[test]
fn the_file_of_games_is_written_and_read_back() {
    let games = read_games(include_str!("data/games.pdn"));
    let written = write_games(&games);
    let again: Vec<_> = read_games(&written).into_iter().map(placeless).collect();
    assert_eq!(again, games.into_iter().map(placeless).collect::<Vec<_>>());
    assert_eq!(write_games(&again), written);
}

#[test]
fn a_game_is_written_with_numbers_marks_and_broken_lines() {
    let mut game = PdnGame::default();
    game.set_tag("White", "A \"quoted\" \\ name");
    game.set_tag("FEN", "B:WK1:BK50");
    for text in ["50-45", "1-6", "45-50"] {
        game.moves.push(PdnMove { text: text.to_owned(), ..PdnMove::default() });
    }
    game.moves[0].nags.push(1);
    game.moves[1].comments.push("quiet".to_owned());
    game.comments.push("with a } brace".to_owned());
    game.set_result(Score::Draw);
    assert_eq!(
        game.to_string(),
        "[White \"A \\\"quoted\\\" \\\\ name\"]\n[FEN \"B:WK1:BK50\"]\n[Result \"1-1\"]\n\n\
         ; with a } brace\n1... 50-45 $1 2. 1-6 {quiet} 2... 45-50 1-1\n"
    );
    let again = read_games(&game.to_string()).remove(0);
    assert_eq!(placeless(again), {
        game.number = 1;
        game
    });
}

#[test]
fn random_games_of_every_variant_come_back_with_variant_start_and_moves() {
    let mut random = Random::new(1);
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        let mut written = Vec::new();
        let mut played = Vec::new();
        for _ in 0..10 {
            let (skipped, length) = (random.below(20), random.below(60));
            let mut position = game.start();
            let mut start = position;
            let mut moves = Vec::new();
            for ply in 0..skipped + length {
                let legal = game.moves(&position).unwrap();
                if legal.is_empty() {
                    break;
                }
                if ply == skipped {
                    start = position;
                    moves.clear();
                }
                let mv = legal[random.below(legal.len())].clone();
                position = game.play(&position, &mv);
                moves.push(mv);
            }
            written.push(PdnGame::of_moves(&game, &start, &moves));
            played.push((start, moves));
        }
        let text = write_games(&written);
        assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80), "{text}");
        let read = read_games(&text);
        assert_eq!(read.len(), played.len(), "{text}");
        for (pdn, (start, moves)) in read.iter().zip(&played) {
            assert_eq!(pdn.variant().unwrap().unwrap().id, variant.id);
            assert_eq!(pdn.start(&game).unwrap(), *start, "{}", variant.id);
            let mut position = *start;
            assert_eq!(pdn.moves.len(), moves.len(), "{text}");
            for (text, mv) in pdn.moves.iter().zip(moves) {
                let again = game.parse_move(&position, &text.text);
                // Two captures may name the same squares but differ in the captured pieces.
                match again {
                    Ok(again) => assert_eq!(again, *mv, "{}", variant.id),
                    Err(error) => assert!(error.to_string().contains("write all squares"), "{}: {error}", variant.id),
                }
                position = game.play(&position, mv);
            }
        }
    }
}

/// Generates texts of PDN parts in random order, which are closer to the grammar than random
/// characters.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("1. "),
        Just("32-28 "),
        Just("a1:b2 "),
        Just("c3d4"),
        Just("2-0 "),
        Just("* "),
        Just("("),
        Just(")"),
        Just("{"),
        Just("}"),
        Just(";"),
        Just("\n"),
        Just("[A \""),
        Just("\"]"),
        Just("\\"),
        Just("$"),
        Just("7"),
        Just("!"),
        Just("(!)"),
        Just("%"),
        Just("..."),
        Just("/"),
        Just("\u{e9}"),
        Just(" "),
        Just("[FEN \"W:WK1:BK5\"]"),
        Just("[GameType \"20\"]"),
        Just("[SetUp \"1\"]"),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|list| list.concat())
}

/// Asserts that the games of a text are the same after writing and reading.
fn survives(text: &str) {
    let games = read_games(text);
    let game = Draughts::new(VARIANTS[0]);
    for pdn in &games {
        let _: (Result<_, _>, Result<_, _>) = (pdn.variant(), pdn.start(&game));
    }
    // A word that is not a move may be read as a sign once it stands alone, as in written text.
    let games = read_games(&write_games(&games));
    let written = write_games(&games);
    let again = read_games(&written);
    let plain = |games: Vec<PdnGame>| -> Vec<_> {
        let moves = |game: &PdnGame| game.moves.iter().map(|mv| (mv.text.clone(), mv.nags.clone())).collect::<Vec<_>>();
        games.iter().map(|game| (game.score().unwrap_or(Score::Open), moves(game))).collect()
    };
    assert_eq!(plain(again), plain(games), "{text:?}\n{written:?}");
}

#[test]
fn signs_behind_a_word_are_read_once() {
    survives("a*** ");
    survives("1. 32-28** 19-23..* *");
}

#[test]
fn words_that_begin_like_a_skipped_line_are_kept() {
    let text = format!("{{{}}} / % *", "-".repeat(73));
    assert_eq!(read_games(&text)[0].moves.len(), 2);
    survives(&text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_pdn_in_any_order(text in pieces()) {
        survives(&text);
    }

    #[test]
    fn any_characters(text in "\\PC{0,60}") {
        survives(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "11 CPU-seconds; scripts/check --full runs it"]
    fn pieces_of_pdn_in_any_order_in_full(text in pieces()) {
        survives(&text);
    }
}
