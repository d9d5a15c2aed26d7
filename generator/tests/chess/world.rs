//! Generates every position of three men by a simple loop over the board, with values from single
//! probes. No code here depends on the miner, the position numbers or their symmetries.

use std::sync::LazyLock;

use peatee_chess::Position;
use peatee_chess::cozy_chess::Move;
use peatee_probe::chess::Tables;
use peatee_probe::{Value, Wdl};
use tempfile::TempDir;

use super::dtz;
use crate::common::program::succeed;

/// Men as pairs of square, counted from `a1`, and FEN letter, in order of squares.
type Men = Vec<(usize, u8)>;

/// The slices of three men, each with its name and the piece besides the kings.
pub const SLICES: [(&str, u8); 10] = [
    ("KQvK", b'Q'),
    ("KRvK", b'R'),
    ("KBvK", b'B'),
    ("KNvK", b'N'),
    ("KPvK", b'P'),
    ("KvKQ", b'q'),
    ("KvKR", b'r'),
    ("KvKB", b'b'),
    ("KvKN", b'n'),
    ("KvKP", b'p'),
];

/// A legal position with White to move. It represents all its mirror images.
pub struct Node {
    pub slice: &'static str,
    /// Text that is equal for all mirror images of the position.
    pub key: String,
    pub position: Position,
    pub value: Value,
}

/// Tables of three men, and all positions.
pub struct World {
    pub root: TempDir,
    pub tables: Tables,
    pub nodes: Vec<Node>,
}

/// Tables and positions that all tests share. They are made once.
pub static WORLD: LazyLock<World> = LazyLock::new(|| {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let metrics = ["--metric", "dtr-FIDE-50,dtr-FIDE-75"];
    succeed(&[&["generate", "--variant", "chess", "--pieces", "3"], &metrics[..]].concat(), root.path());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made");
    let nodes = SLICES.into_iter().flat_map(|(slice, piece)| nodes(&tables, slice, piece)).collect();
    World { root, tables, nodes }
});

fn nodes(tables: &Tables, slice: &'static str, piece: u8) -> Vec<Node> {
    let mut found = Vec::new();
    for squares in 0..64usize.pow(3) {
        let [own, other, third] = [squares / 64 / 64, squares / 64 % 64, squares % 64];
        if own == other || own == third || other == third {
            continue;
        }
        let mut men = vec![(own, b'K'), (other, b'k'), (third, piece)];
        men.sort_unstable();
        if least(&men) != men {
            continue;
        }
        let fen = format!("{} w - - 0 1", board_text(&men));
        let Ok(position) = Position::parse_fen(&fen) else { continue };
        let value = tables.value_in(&position, dtz()).expect("there is a table");
        found.push(Node { slice, key: board_text(&men), position, value });
    }
    found
}

/// Returns the smallest mirror image of a board. There are two mirror images with pawns, and eight
/// without.
fn least(men: &Men) -> Men {
    let turned = |to: &dyn Fn(usize, usize) -> (usize, usize)| {
        let place = |&(square, letter): &(usize, u8)| {
            let (rank, file) = to(square / 8, square % 8);
            (rank * 8 + file, letter)
        };
        let mut turned: Men = men.iter().map(place).collect();
        turned.sort_unstable();
        turned
    };
    let has_pawns = men.iter().any(|(_, letter)| letter.eq_ignore_ascii_case(&b'p'));
    let mut images = vec![men.clone(), turned(&|rank, file| (rank, 7 - file))];
    if !has_pawns {
        images.push(turned(&|rank, file| (7 - rank, file)));
        images.push(turned(&|rank, file| (7 - rank, 7 - file)));
        images.push(turned(&|rank, file| (file, rank)));
        images.push(turned(&|rank, file| (7 - file, rank)));
        images.push(turned(&|rank, file| (file, 7 - rank)));
        images.push(turned(&|rank, file| (7 - file, 7 - rank)));
    }
    images.into_iter().min().expect("there are two at least")
}

/// Returns the board as the first field of a FEN.
fn board_text(men: &Men) -> String {
    let mut letters = [0; 64];
    men.iter().for_each(|&(square, letter)| letters[square] = letter);
    let rank = |rank: usize| {
        let mut text = String::new();
        let mut empty = 0;
        for &letter in &letters[rank * 8..][..8] {
            if letter == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(letter.into());
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..8).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Returns the key that all mirror images of a position with White to move share.
pub fn key(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN has fields");
    assert_eq!(rest, "w - - 0 1", "{fen}");
    let mut men = Men::new();
    for (rank, text) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in text.bytes() {
            if letter.is_ascii_digit() {
                file += usize::from(letter - b'0');
            } else {
                men.push(((7 - rank) * 8 + file, letter));
                file += 1;
            }
        }
    }
    men.sort_unstable();
    board_text(&least(&men))
}

impl World {
    /// Returns the legal moves, each with the position after it and the value of this position for
    /// the side to move in it.
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position, Value)> {
        let after = position.moves().into_iter().map(|mv| (mv, position.after(mv)));
        after
            .map(|(mv, after)| (mv, after.clone(), self.tables.value_in(&after, dtz()).expect("there is a table")))
            .collect()
    }

    /// Returns the legal moves after which the position has this value for the other side.
    pub fn moves_to(&self, position: &Position, wdl: Wdl) -> Vec<(Move, Position, Value)> {
        let mut moves = self.moves(position);
        moves.retain(|(_, _, value)| value.wdl == wdl);
        moves
    }

    /// Returns the value of the position with the other side to move, or `None` if the king could
    /// then be captured.
    pub fn other_value(&self, position: &Position) -> Option<Value> {
        let fen = position.fen().replace(" w ", " b ");
        let other = Position::parse_fen(&fen).ok()?;
        Some(self.tables.value_in(&other, dtz()).expect("there is a table"))
    }
}

#[test]
fn the_walk_finds_as_many_positions_as_the_tables_have() {
    let published = crate::common::rows(include_str!("../data/chess-3-4.tsv"));
    for (slice, _) in SLICES {
        let found = WORLD.nodes.iter().filter(|node| node.slice == slice).count() as u64;
        let columns = |row: &[&str], columns: std::ops::Range<usize>| -> u64 {
            row[columns].iter().map(|count| count.parse::<u64>().expect("a count")).sum()
        };
        let of_row = |row: &Vec<&str>| {
            let mirrored = row[0].split_once('v').map(|(own, other)| format!("{other}v{own}"));
            if row[0] == slice { Some(columns(row, 1..6)) } else { (mirrored? == slice).then(|| columns(row, 8..13)) }
        };
        assert_eq!(published.iter().find_map(of_row), Some(found), "{slice}");
    }
}
