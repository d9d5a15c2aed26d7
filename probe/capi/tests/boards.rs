//! Tests that `docs/boards.md` shows each board with the bits of its squares.

use std::fmt::Write;
use std::path::Path;

use peatee_probe::peatee_rules::{Board, VARIANTS};

const HEAD: &str = "# Bits of the squares\n
A `PeateeBitboard` has one bit for each square that is played on. Bits count these squares row by
row from Black's side, from left to right as White sees them. White's men move up in the pictures.
`peatee_position_from_fen` turns the names of squares that a variant uses into bits.\n
`UPDATE_BOARDS=1 cargo test -p peatee-capi --test suite boards` writes this page.\n";

/// Maximum number of ids of variants on a line of `docs/boards.md`.
const IDS_PER_LINE: usize = 7;

fn picture(board: &Board) -> String {
    let mut out = String::new();
    for rank in (0..i32::from(board.ranks)).rev() {
        for file in 0..i32::from(board.files) {
            match board.square_at(file, rank) {
                Some(square) => write!(out, "{:3}", square.0).expect("a text takes all"),
                None => out.push_str("  ."),
            }
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_page_of_boards_is_up_to_date() {
    let mut boards: Vec<(Board, Vec<&str>)> = Vec::new();
    for variant in VARIANTS {
        let same = |known: &Board| picture(known) == picture(&variant.board);
        match boards.iter_mut().find(|(known, _)| same(known)) {
            Some((_, ids)) => ids.push(variant.id),
            None => boards.push((variant.board, vec![variant.id])),
        }
    }
    let mut page = HEAD.to_owned();
    for (board, ids) in &boards {
        let (files, ranks, squares) = (board.files, board.ranks, board.square_count());
        let variants: Vec<String> = ids.chunks(IDS_PER_LINE).map(|ids| ids.join(", ")).collect();
        write!(page, "\n## {files}x{ranks}, {squares} squares\n").expect("a text takes all");
        write!(page, "\nVariants: {}.\n", variants.join(",\n")).expect("a text takes all");
        write!(page, "\n```text\n{}```\n", picture(board)).expect("a text takes all");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/boards.md");
    if std::env::var_os("UPDATE_BOARDS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/boards.md is out of date: UPDATE_BOARDS=1 cargo test -p peatee-capi --test suite boards"
    );
    // The header shows two of these boards in the same way.
    let header = include_str!("../include/peatee.h");
    for id in ["international", "english"] {
        let (board, _) = boards.iter().find(|(_, ids)| ids.contains(&id)).expect("the variant has a board");
        for row in picture(board).lines() {
            let row = format!("//    {row}");
            assert!(header.lines().any(|line| line.starts_with(&row)), "{id}: {row}");
        }
    }
}
