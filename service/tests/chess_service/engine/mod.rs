//! Tests that run the programs shown in `docs/chess-engines.md`.

mod client;
mod library;

use std::fs;

use peatee_probe::RuleOutcome;
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::{Ending, Position};

use crate::chess::tables;
use crate::common::Server;

const PAGE: &str = include_str!("../../../docs/chess-engines.md");

#[test]
fn the_page_shows_what_is_run_here() {
    for (name, program) in [("library", include_str!("library.rs")), ("client", include_str!("client.rs"))] {
        assert!(PAGE.contains(&format!("```rust,ignore\n{program}```")), "{name}.rs differs from the page");
    }
    // The dependencies that the page lists must be those of this workspace, apart from one library
    // for moves.
    let workspace = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml")).expect("readable");
    for (line, of_workspace) in [("tonic = \"0.14\"", "tonic = { version = \"0.14\""), ("tokio = ", "tokio = ")] {
        assert!(PAGE.contains(line) && workspace.contains(of_workspace), "{line}");
    }
    for (package, folder) in [("peatee-probe", "../probe"), ("peatee-proto", "../proto")] {
        let path = format!("{}/{folder}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        let manifest = fs::read_to_string(path).expect("readable");
        assert!(PAGE.contains(&format!("\n{package} = ")) && manifest.contains(&format!("name = \"{package}\"")));
    }
}

#[test]
fn an_engine_plays_the_tables_to_mate() {
    let tables = Tables::open(tables().join("chess")).expect("tables");
    let mut position = Position::parse_fen(super::ROOK).expect("a FEN");
    let mut plies = 0;
    while position.ending().is_none() {
        let asked = library::root_move(&tables, &position.fen()).expect("tables");
        let (uci, score) = asked.expect("the tables hold it");
        assert!(score.abs() > 10_000, "won for White: {position} {score}");
        position = position.after(position.parse_uci(&uci).expect("legal"));
        plies += 1;
    }
    assert_eq!((position.ending(), plies), (Some(Ending::Checkmate), 27));
    // The half-move clock matters: with a late clock, the same board is a draw.
    let late = library::root_move(&tables, &super::ROOK.replace("- 0 1", "- 90 1")).expect("tables");
    assert_eq!(late.map(|(_, score)| score), Some(1));
    let start = Position::start();
    assert_eq!(library::root_move(&tables, &start.fen()).expect("no fault"), None);
    assert_eq!(library::node_wdl(&tables, &start), None);
    let node = Position::parse_fen(super::ROOK).expect("a FEN");
    assert_eq!(library::node_wdl(&tables, &node), Some(RuleOutcome::Win));
}

#[tokio::test]
async fn an_engine_asks_a_server() {
    let server = Server::start(tables(), &[]);
    let address = format!("http://{}", server.address.trim_start_matches("http://"));
    let (dtz_plies, outcome, best) = client::ask(address, super::MATE_IN_ONE).await.expect("an answer");
    assert_eq!((dtz_plies, outcome.as_str()), (Some(1), "RULE_OUTCOME_WIN"));
    assert_eq!(best.as_deref(), Some("h2b2"));
}
