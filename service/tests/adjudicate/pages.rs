//! Test of the complete output for the sample game.

use insta::assert_snapshot;

use super::{SAMPLE, bare_peatee, peatee, text};

#[test]
fn tables_of_games_and_pages_of_one() {
    let table = peatee(&["adjudicate", "--pdn", SAMPLE], "");
    assert_eq!(table.status.code(), Some(1), "one move is illegal");
    assert_snapshot!("games", text(&table.stdout));
    for (game, code) in [("1", 0), ("2", 0), ("3", 0), ("4", 1)] {
        let page = peatee(&["adjudicate", "--pdn", SAMPLE, "--game", game], "");
        assert_eq!(page.status.code(), Some(code), "game {game}");
        assert_snapshot!(format!("game-{game}"), text(&page.stdout));
    }
    let cut = peatee(&["adjudicate", "--line-plies", "3", "--fen", "W:W23:B5,6"], "");
    assert_snapshot!("position", text(&cut.stdout));
}

#[test]
fn json_documents() {
    let games = peatee(&["adjudicate", "--format", "jsonl", "--pdn", SAMPLE], "");
    assert_snapshot!("games-jsonl", text(&games.stdout));
    let without_tables = bare_peatee(&["adjudicate", "--format", "jsonl", "--fen", "W:W23:B5,6"], "");
    assert_snapshot!("position-without-tables-jsonl", text(&without_tables.stdout));
    let broken = bare_peatee(&["adjudicate", "--format", "jsonl", "--pdn", "-"], "[FEN \"W:W51:B1\"]\n\n1. 32-28 *\n");
    assert_snapshot!("broken-jsonl", text(&broken.stdout));
}
