//! Checks that no move of a legal game is judged an offence, even if the record is written in an
//! unusual way or damaged. The damage never changes the meaning of the record.

use crate::common::Random;
use crate::common::damage::{damaged_record, games_and_seed};
use peatee_rules::notation::MoveError;
use peatee_rules::notation::pdn::{PdnGame, each_game};
use peatee_rules::variant::SquareNames;
use peatee_rules::{Draughts, Move, Position, VARIANTS};

/// Formats a move in one of several styles, which players and programs use.
fn styled(game: &Draughts, position: &Position, mv: &Move, style: usize) -> String {
    let shortest = || game.move_text(position, mv);
    let ends = || {
        let sign = if mv.is_capture() { 'x' } else { '-' };
        format!("{}{sign}{}", game.square_name(mv.from), game.square_name(mv.to))
    };
    let is_lettered = game.variant().notation.squares == SquareNames::Algebraic;
    match style {
        _ if mv.is_removal() => shortest(),
        1 => game.full_text(mv),
        2 => shortest().replace('-', "\u{2013}").replace('x', "\u{d7}"),
        3 => shortest().replace(['-'], " - ").replace('x', " x "),
        4 => ends(),
        // Other captures may have the same ends, so only moves of one step are written like this.
        5 if is_lettered && mv.path.len() == 2 => {
            format!("{}{}", &game.square_name(mv.from)[..1], game.square_name(mv.to))
        }
        6 if is_lettered && !mv.is_capture() => format!("{}{}", game.square_name(mv.from), game.square_name(mv.to)),
        _ => shortest(),
    }
}

/// Plays random games, then damages and parses their records. Asserts that no parsed move is
/// illegal or has another origin or destination than the move that was played. Returns the number
/// of games of which every move was read.
fn read_damaged(game: &Draughts, games: usize, random: &mut Random) -> usize {
    let mut whole = 0;
    for _ in 0..games {
        let start = game.start();
        let (mut position, mut played, mut words) = (start, Vec::new(), Vec::new());
        let (style, plies) = (random.below(8), random.below(50));
        for _ in 0..plies {
            let legal = game.moves(&position).unwrap();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())].clone();
            let style = if style == 7 { random.below(7) } else { style };
            words.push(styled(game, &position, &mv, style));
            position = game.play(&position, &mv);
            played.push(mv);
        }
        let tags = PdnGame::of_moves(game, &start, &[]);
        let tags: Vec<String> = tags.tags.iter().map(|tag| format!("[{} \"{}\"]", tag.name, tag.value)).collect();
        let text = damaged_record(&tags, &words, &mut |limit| random.below(limit));
        let records: Vec<PdnGame> = each_game(&text).collect();
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].variant().unwrap().map(|variant| variant.id), Some(game.variant().id), "{text}");
        whole += usize::from(is_read(game, &records[0], &start, &played, &text));
    }
    whole
}

/// Asserts that a record has the moves that were played. Returns false if an ambiguous move ends
/// the comparison early.
fn is_read(game: &Draughts, record: &PdnGame, start: &Position, played: &[Move], text: &str) -> bool {
    let mended = record.mended(game, start);
    let moves = &mended.as_ref().unwrap_or(record).moves;
    let mut position = *start;
    for (ply, written) in moves.iter().enumerate() {
        match game.parse_move(&position, &written.text) {
            Ok(mv) => {
                // Captures that differ only in the captured pieces count as equal, because later
                // moves may not tell them apart.
                let is_same = played.get(ply).is_some_and(|own| (own.from, own.to) == (mv.from, mv.to));
                assert!(is_same, "{}: {} at ply {ply}\n{text}", game.variant().id, written.text);
                position = game.play(&position, &mv);
            }
            Err(MoveError::Ambiguous { .. }) => return false,
            Err(error) => {
                panic!("{}: {error}\n{text}\n{:?}", game.variant().id, mended.unwrap_or(record.clone()).faults)
            }
        }
    }
    assert_eq!(moves.len(), played.len(), "{}\n{text}", game.variant().id);
    true
}

fn read_damaged_games(games: usize, seed: u64) {
    let mut random = Random::new(seed);
    for variant in VARIANTS {
        let whole = read_damaged(&Draughts::new(variant), games, &mut random);
        println!("{}: {whole} of {games} games are read in full, no offence in any", variant.id);
        assert!(10 * whole >= 8 * games, "{}: {whole} of {games} games are read in full", variant.id);
    }
}

#[test]
fn damaged_records_hold_no_offence() {
    read_damaged_games(60, 47);
}

#[test]
#[ignore = "minutes of CPU; scripts/check --full runs it"]
fn damaged_records_hold_no_offence_in_full() {
    let (games, seed) = games_and_seed(2_000);
    read_damaged_games(games, seed);
}
