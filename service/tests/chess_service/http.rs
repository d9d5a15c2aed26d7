//! Tests of chess over HTTP: as JSON of the messages, and as JSON of lila-tablebase.

use peatee_probe::peatee_chess::Position;
use serde_json::{Value, json};

use super::{MATED, ROOK, library};
use crate::chess::{make_chess, moves_of, tables, value_of};
use crate::common::{Server, fresh_directory};
use crate::internet::get;

fn path(name: &str, fen: &str) -> String {
    format!("/{name}fen={}", fen.replace(' ', "_"))
}

#[tokio::test]
async fn json_says_what_grpc_says() {
    let server = Server::start(tables(), &[]);
    let fen = "8/8/8/8/8/2k5/7q/K7%20b%20-%20-%2098%2090";
    let told = get(&server, &format!("/v1/moves?variant=chess&fen={fen}")).await.json();
    assert_eq!(told["value"], json!({"wdl": "WDL_WIN", "dtzPlies": 1}));
    assert_eq!(
        (&told["ruleValue"]["outcome"], &told["ruleValue"]["neededPlies"]),
        (&json!("RULE_OUTCOME_WIN"), &json!(1))
    );
    let best = &told["moves"][0];
    assert_eq!((&best["move"]["notation"], &best["move"]["uci"]), (&json!("Qb2#"), &json!("h2b2")));
    assert_eq!(best["ruleValue"]["resetsCount"], false);
    let judged = get(&server, "/v1/variants").await.json();
    let games = judged["variants"].as_array().expect("games");
    assert_eq!(games.iter().filter(|game| game["pieces"] == json!([])).count(), 1, "the page leaves chess out by this");
}

#[tokio::test]
async fn a_position_has_the_fields_of_lila_tablebase() {
    let server = Server::start(tables(), &[]);
    let told = get(&server, &path("standard?", ROOK)).await;
    assert_eq!((told.status, told.header("content-type")), (200, "application/json"));
    let told = told.json();
    assert_eq!(told, get(&server, &path("chess?", ROOK)).await.json());
    let fields = ["dtz", "precise_dtz", "dtc", "dtm", "dtw", "checkmate", "stalemate", "variant_win", "variant_loss"];
    let moves = told["moves"].as_array().expect("moves");
    for position in std::iter::once(&told).chain(moves) {
        for field in fields.iter().chain(&["insufficient_material", "category"]) {
            assert!(position.get(field).is_some(), "{field}: {position}");
        }
    }
    let position = Position::parse_fen(ROOK).expect("a FEN");
    let tables = library();
    let plies = value_of(&tables, &position).expect("a value").needed_plies;
    assert_eq!((&told["category"], told["dtz"].as_u64()), (&json!("win"), plies.map(u64::from)));
    assert_eq!((&told["precise_dtz"], &told["dtm"], &told["wdl"]), (&told["dtz"], &Value::Null, &json!(2)));
    let rated = moves_of(&tables, &position).expect("moves");
    assert_eq!(moves.len(), rated.len());
    for mv in moves {
        let rated = rated.iter().find(|rated| mv["uci"] == position.uci(rated.mv)).expect("a legal move");
        let after = value_of(&tables, &rated.position).expect("a value");
        assert_eq!(mv["dtz"].as_i64(), Some(after.needed_plies.map_or(0, |plies| -i64::from(plies))), "{mv}");
    }
    let distances = moves.iter().filter(|mv| mv["category"] == "loss").filter_map(|mv| mv["dtz"].as_i64());
    assert!(distances.map(|plies| -plies).is_sorted(), "{told}");
    // After the loss of the rook, only two kings are left.
    let lost = moves.iter().find(|mv| mv["category"] == "draw");
    assert!(lost.is_none_or(|mv| mv["dtz"] == 0), "{told}");
}

#[tokio::test]
async fn the_clock_and_the_laws_make_the_category() {
    let server = Server::start(tables(), &[]);
    let of = async |fen: &str| {
        let told = get(&server, &path("standard?", fen)).await.json();
        (told["category"].as_str().expect("a category").to_owned(), told["dtz"].clone(), told["wdl"].clone())
    };
    let mated = get(&server, &path("standard?", MATED)).await.json();
    assert_eq!((&mated["checkmate"], &mated["category"], &mated["dtz"]), (&json!(true), &json!("loss"), &json!(-1)));
    let dead = get(&server, &path("standard?", "8/8/8/8/8/2k5/8/K6N w - - 0 1")).await.json();
    assert_eq!(
        (&dead["insufficient_material"], &dead["category"], &dead["dtz"]),
        (&json!(true), &json!("draw"), &json!(0))
    );
    let stalemate = get(&server, &path("standard?", "8/8/8/8/8/1qk5/8/K7 w - - 0 1")).await.json();
    assert_eq!((&stalemate["stalemate"], &stalemate["category"]), (&json!(true), &json!("draw")));
    assert_eq!(of(&ROOK.replace("- 0 1", "- 90 1")).await.0, "cursed-win");
    let blessed = of("8/8/8/8/8/2k5/7R/K7 b - - 95 1").await;
    assert_eq!((blessed.0.as_str(), blessed.2), ("blessed-loss", json!(-1)));
    assert!(blessed.1.as_i64().is_some_and(|dtz| dtz < 0), "the distance stays: {}", blessed.1);
    // The value is unknown for castling rights and for too many men, but the moves are listed.
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] {
        let told = get(&server, &path("standard?", fen)).await.json();
        assert!(!told["moves"].as_array().expect("moves").is_empty(), "{told}");
        let is_won = told["moves"].as_array().expect("moves").iter().any(|mv| mv["category"] == "loss");
        assert_eq!(told["category"], if is_won { "win" } else { "unknown" }, "{told}");
    }
    // Impossible castling rights and en passant squares are ignored, as at Lichess.
    assert_eq!(of(&ROOK.replace(" - - ", " KQkq e6 ")).await, of(ROOK).await);
    // Without DTZ tables, it is unknown whether the win comes before the 50-move rule ends the
    // game.
    let root = fresh_directory("wdl-alone");
    make_chess(&root, 3, vec![peatee_probe::Metric::Wdl]);
    let server = Server::start(&root, &[]);
    let told = get(&server, &path("standard?", ROOK)).await.json();
    assert_eq!((&told["category"], &told["wdl"], &told["dtz"]), (&json!("maybe-win"), &Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_main_line_comes_to_a_mate() {
    let server = Server::start(tables(), &[]);
    let line = get(&server, &path("standard/mainline?", ROOK)).await.json();
    let moves = line["mainline"].as_array().expect("moves");
    assert_eq!((&line["winner"], line["dtz"].as_u64()), (&json!("w"), Some(moves.len() as u64)));
    let mut position = Position::parse_fen(ROOK).expect("a FEN");
    for mv in moves {
        position = position.after(position.parse_uci(mv["uci"].as_str().expect("a move")).expect("a legal move"));
    }
    assert!(position.ending().is_some());
    assert_eq!(moves.last().expect("a mate")["dtz"], -1);
    let late = get(&server, &path("standard/mainline?", &ROOK.replace("- 0 1", "- 90 1"))).await.json();
    assert_eq!((&late["winner"], &late["mainline"]), (&Value::Null, &json!([])));
    for (asked, status) in [
        (path("standard/mainline?", "3qk3/8/8/8/8/8/8/4K2R w - - 0 1"), 404),
        (path("standard?", "nonsense"), 400),
        ("/standard".to_owned(), 400),
        (path("standard?code=WCDF&", ROOK), 400),
        (path("standard?counters=9.3%3D1&", ROOK), 400),
    ] {
        let answer = get(&server, &asked).await;
        assert_eq!(answer.status, status, "{asked}: {}", answer.text());
        assert!(!answer.text().starts_with('{'), "errors are plain text");
    }
}
