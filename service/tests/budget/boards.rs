//! Positions and games whose requests need the most work.

use peatee_probe::peatee_chess::Position;
use peatee_rules::{Draughts, Square, Variant};

use crate::common::Random;

/// A position, and a game that starts from it.
#[derive(Debug)]
pub struct Board {
    pub variant: String,
    pub fen: String,
    /// Moves of the game. There are no moves, a single illegal move, or very many moves.
    pub moves: String,
}

/// Positions of draughts with very many moves. In some positions, all moves can be listed; in
/// others, the list of captures takes very long.
const MANY_MOVES: [(&str, &str); 3] = [
    ("gothic", "W:WKc2,Ke8,Kb8,Kb2,Ka7:Bg3,f5,d5,c4,e3,g4,g6,c6,d3,b3,e5,g7,c7,g2,b5,d7,c5,e7,c3,f7,g8,f3,a8,h3,a3"),
    (
        "gothic-german",
        "B:BKc2,Ke8,Kb8,Kb2,Ka7:Wg3,f5,d5,c4,e3,g4,g6,c6,d3,b3,e5,g7,c7,g2,b5,d7,c5,e7,c3,f7,g8,f3,a6,h3,a3",
    ),
    ("dameo", "W:WKa2:Bb2,d2,f2,b4,d4,f4,b6,d6,f6,c3,e3,g3,c5,e5,g5,c7,e7,g7,a3,a5,a7"),
];

/// Positions of chess. One has the most legal moves. In the two others, pawns block each other, and
/// the search for a mate does not end.
const CHESS: [&str; 3] = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/6p1/5pP1/5P1k/5P1p/3B1K1P/4B3/8 w - - 0 1",
    "bk6/p7/Pp1p1p1p/1PpPpPpP/2P1P1P1/8/8/1K4BB w - - 0 1",
];

const GAME_PLIES: usize = 400;

/// Returns the positions that need the most work.
pub fn heaviest() -> Vec<Board> {
    let of_draughts = MANY_MOVES.map(|(variant, fen)| of_draughts(variant, fen));
    of_draughts.into_iter().chain(CHESS.map(of_chess)).collect()
}

/// Returns the worst positions of every variant, and long games.
pub fn worst() -> Vec<Board> {
    let listed = include_str!("../../../probe/rules/tests/data/worst-captures.tsv");
    let columns = listed.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let of_list = columns.map(|columns| of_draughts(columns[0], columns[2]));
    let long_games = ["international", "gothic", "canadian"].map(long_game);
    of_list.chain(heaviest()).chain(long_games).chain([long_chess()]).collect()
}

fn of_chess(fen: &str) -> Board {
    Board { variant: "chess".into(), fen: fen.into(), moves: String::new() }
}

fn game(variant: &str) -> Draughts {
    Draughts::new(Variant::named(variant).expect("it is known"))
}

/// Creates a game with one illegal move. The verdict on such a game lists all legal moves.
fn of_draughts(variant: &str, fen: &str) -> Board {
    let game = game(variant);
    let [from, to] = [0, 1].map(|square| game.square_name(Square(square)));
    Board { variant: variant.into(), fen: fen.into(), moves: format!("1. {from}-{to}") }
}

/// Creates a game of random moves from the start position.
fn long_game(variant: &str) -> Board {
    let (game, mut random) = (game(variant), Random::new(44));
    let (mut position, mut moves) = (game.start(), String::new());
    for _ in 0..GAME_PLIES {
        let legal = game.moves(&position).expect("few");
        let Some(mv) = legal.get(random.below(legal.len().max(1))) else { break };
        moves += &format!("{} ", game.full_text(mv));
        position = game.play(&position, mv);
    }
    Board { variant: variant.into(), fen: game.variant().start.into(), moves }
}

fn long_chess() -> Board {
    let (mut position, mut random, mut moves) = (Position::start(), Random::new(44), String::new());
    for _ in 0..GAME_PLIES {
        let legal = position.moves();
        let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
        moves += &format!("{} ", position.san(mv));
        position = position.after(mv);
    }
    Board { variant: "chess".into(), fen: Position::start().fen(), moves }
}

impl Board {
    /// Returns the PDN text of `games` copies of this game.
    pub fn pdn(&self, games: usize) -> String {
        let Board { variant, fen, moves } = self;
        let variant = if variant == "chess" { String::new() } else { format!("[Variant \"{variant}\"]\n") };
        format!("{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n").repeat(games)
    }
}
