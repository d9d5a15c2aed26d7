//! Tests of PDN records whose squares are numbered from another corner than in their variant.

use peatee_rules::notation::pdn::{PdnFault, PdnGame, read_games};
use peatee_rules::{Draughts, Square, Variant};

use crate::common::Random;

/// Returns the squares of a board in the order of a numbering. The numbering starts at `corner`, as
/// the side that begins sees the board.
fn numbered_from(game: &Draughts, begins_black: bool, corner: u8, is_mirrored: bool) -> Vec<Square> {
    let board = &game.variant().board;
    let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
    let mut squares: Vec<Square> = (0..board.square_count()).map(Square).collect();
    squares.sort_by_key(|&square| {
        let (file, rank) = board.file_rank(square);
        let (mut file, mut rank) = (i32::from(file), i32::from(rank));
        if is_mirrored {
            file = files - 1 - file;
        }
        if begins_black {
            (file, rank) = (files - 1 - file, ranks - 1 - rank);
        }
        let from_left = if corner.is_multiple_of(2) { file } else { files - 1 - file };
        (if corner < 2 { rank } else { ranks - 1 - rank }, from_left)
    });
    squares
}

/// Returns the texts of the moves of a random game.
fn random_moves(game: &Draughts, random: &mut Random) -> Vec<String> {
    let mut position = game.start();
    let mut texts = Vec::new();
    while texts.len() < 24 {
        let moves = game.moves(&position).unwrap();
        let Some(mv) = moves.get(random.below(moves.len().max(1))) else { break };
        texts.push(game.move_text(&position, mv));
        position = game.play(&position, mv);
    }
    texts
}

fn texts(pdn: &PdnGame) -> Vec<String> {
    pdn.moves.iter().map(|mv| mv.text.clone()).collect()
}

#[test]
fn games_are_read_from_each_corner() {
    let mut random = Random::new(47);
    let mut renumbered = 0;
    for (id, number, begins, own_flag) in
        [("international", 20, "W", 0), ("english", 21, "B", 0), ("italian", 22, "W", 1), ("thai", 31, "B", 0)]
    {
        let game = Draughts::new(Variant::named(id).unwrap());
        let size = game.variant().board.files;
        for case in 0..80 {
            let (corner, flag) = (case % 4, case / 4 % 2);
            let moves = random_moves(&game, &mut random);
            let order = numbered_from(&game, begins == "B", corner, flag != own_flag);
            let stated = |text: &str| {
                let square = |name: &str| {
                    let square = game.parse_square(name).unwrap();
                    (order.iter().position(|&other| other == square).unwrap() + 1).to_string()
                };
                let sign = if text.contains('x') { "x" } else { "-" };
                text.split(sign).map(square).collect::<Vec<_>>().join(sign)
            };
            let written: Vec<String> = moves.iter().map(|text| stated(text)).collect();
            let text =
                format!("[GameType \"{number},{begins},{size},{size},N{corner},{flag}\"]\n\n{} *", written.join(" "));
            let pdn = read_games(&text).remove(0);
            match pdn.renumbered(&game).unwrap_or_else(|error| panic!("{text}: {error}")) {
                None => assert_eq!(texts(&pdn), moves, "{text}"),
                Some(read) => {
                    assert_eq!(texts(&read), moves, "{text}");
                    assert_eq!(read.faults.len(), 1);
                    renumbered += 1;
                }
            }
        }
    }
    // A mirrored board that is numbered from the other end of the row has the usual numbers.
    assert_eq!(renumbered, 4 * 80 * 6 / 8);
}

#[test]
fn moves_decide_where_a_tag_is_wrong() {
    let game = Draughts::new(Variant::named("international").unwrap());
    let read = |text: &str| read_games(text).remove(0).renumbered(&game);
    // PlayOK writes `N1` in records that use the usual numbers.
    let usual = read("[GameType \"20,W,10,10,N1,0\"]\n\n1. 33-28 19-23 2. 28x19 14x23 *").unwrap().unwrap();
    assert_eq!(texts(&usual), ["33-28", "19-23", "28x19", "14x23"]);
    assert_eq!(usual.faults[0].read_as.as_deref(), Some("20,W,10,10,N2,0"));
    // Black begins, and sees square 1 at the top left.
    let turned = read("[GameType \"20,B,10,10,N2,0\"]\n\n1. 33-28 19-23 2. 28x19 14x23 *").unwrap().unwrap();
    assert_eq!(texts(&turned), ["18-23", "32-28", "23x32", "37x28"]);
    assert_eq!(turned.faults[0].text, "33-28");
}

#[test]
fn what_the_moves_do_not_show_is_refused_by_name() {
    let read = |id: &str, text: &str| {
        read_games(text).remove(0).renumbered(&Draughts::new(Variant::named(id).unwrap())).map_err(|error| error.fault)
    };
    for (id, text) in [
        ("international", "[GameType \"20,W,10,10,N0,0\"]\n\n1. 99-98 *"),
        ("international", "[GameType \"20,W,10,10,N1,0\"]\n[FEN \"W:W31:B20\"]\n\n*"),
        ("pool", "[GameType \"23,B,8,8,A1,1\"]\n\n1. a1-b2 *"),
    ] {
        assert!(matches!(read(id, text), Err(PdnFault::Numbering { .. })), "{text}: {:?}", read(id, text));
    }
    for (id, text) in [
        ("international", "[GameType \"20,W,10,10,N1,0\"]\n\n*"),
        ("international", "[GameType \"20,W,10,10,N9,0\"]\n\n1. 33-28 *"),
        ("international", "[GameType \"20\"]\n\n1. 20-24 *"),
        ("pool", "[GameType \"23,W,8,8,A0,0\"]\n\n1. c3-d4 *"),
    ] {
        assert_eq!(read(id, text), Ok(None), "{text}");
    }
}
