//! Tests of the paths that answer in the JSON of lila-tablebase.

use peatee_probe::{Metric, RuleSet, Wdl};
use peatee_rules::draw::DrawRules;
use serde_json::{Value, json};

use super::client::{get, send};
use crate::common::{Server, fresh_directory, make_tables, tables};

/// Fields that lila-tablebase has; all others are our own.
const FIELDS: [&str; 11] = [
    "dtz",
    "precise_dtz",
    "dtc",
    "dtm",
    "dtw",
    "checkmate",
    "stalemate",
    "variant_win",
    "variant_loss",
    "insufficient_material",
    "category",
];

#[tokio::test]
async fn a_position_has_the_fields_that_clients_read() {
    let root = fresh_directory("lila");
    make_tables(&root, "english", 2, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
    let server = Server::start(&root, &[]);
    let answer = get(&server, "/english?fen=B:WK4:BK15").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"));
    let told = answer.json();
    let moves = told["moves"].as_array().expect("moves");
    for position in std::iter::once(&told).chain(moves) {
        assert!(FIELDS.iter().all(|field| position.get(field).is_some()), "{position}");
    }
    let known = json!(["win", 2, 3, 3, 3, null, null, false]);
    let of = |position: &Value| {
        let fields = ["category", "wdl", "dtw", "dtz", "precise_dtz", "dtc", "dtm", "variant_loss"];
        Value::Array(fields.map(|field| position[field].clone()).to_vec())
    };
    assert_eq!(of(&told), known);
    // After the best move, the opponent is to move and loses.
    assert_eq!(of(&moves[0]), json!(["loss", -2, -2, -2, -2, null, null, false]));
    assert_eq!((&moves[0]["zeroing"], &moves[0]["conversion"]), (&json!(false), &json!(false)));
    assert!(moves.iter().all(|mv| mv["uci"].as_str().is_some_and(|uci| uci.len() == 4)), "{told}");

    let line = get(&server, "/english/mainline?fen=B:WK4:BK15").await.json();
    let last = line["mainline"].as_array().expect("moves").last().expect("three moves").clone();
    assert_eq!((&line["winner"], &line["dtz"], &last["dtw"]), (&json!("b"), &json!(3), &json!(0)));
    assert_eq!(line["mainline"].as_array().expect("moves").len(), 3);
    let drawn = get(&server, "/english/mainline?fen=W:WK1:BK32").await.json();
    assert_eq!((&drawn["winner"], &drawn["mainline"], &drawn["dtz"]), (&Value::Null, &json!([]), &json!(0)));

    // Black has no pieces left, so the game is over.
    let over = get(&server, "/english?fen=B:WK4:B").await.json();
    assert_eq!((&over["variant_loss"], &over["category"], &over["moves"]), (&json!(true), &json!("loss"), &json!([])));
}

#[tokio::test]
async fn answers_are_cbor_for_those_who_prefer_it() {
    let server = Server::start(tables(), &[]);
    for path in [
        "/international?fen=W:W23:B5,6",
        "/international/mainline?fen=W:W23:B5,6",
        "/standard?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1",
    ] {
        let json = get(&server, path).await;
        let request = || http::Request::get(path).header("accept", "application/cbor");
        let cbor = send(&server, request(), "").await;
        assert_eq!((cbor.status, cbor.header("content-type")), (200, "application/cbor"), "{path}");
        let told: Value = cbor4ii::serde::from_slice(&cbor.body).expect("CBOR");
        assert_eq!(told, json.json(), "{path}");
        // Caches distinguish the JSON answer from the CBOR answer.
        assert!(json.header("vary").contains("accept,") && cbor.header("etag") != json.header("etag"), "{path}");
        let known = |tag: &str| request().header("if-none-match", tag);
        assert_eq!(send(&server, known(cbor.header("etag")), "").await.status, 304, "{path}");
        assert_eq!(send(&server, known(json.header("etag")), "").await.status, 200, "{path}");
    }
    let wrong =
        send(&server, http::Request::get("/international?fen=x").header("accept", "application/cbor"), "").await;
    assert_eq!((wrong.status, wrong.header("content-type")), (400, "text/plain; charset=utf-8"));
}

#[tokio::test]
async fn values_and_order_are_those_of_the_tables() {
    let server = Server::start(tables(), &[]);
    let own = peatee_probe::Tables::open(tables().join("international")).expect("the tables open");
    let game = own.game();
    for fen in ["W:W23:B5,6", "W:WK1,K7:BK50", "B:WK1,K7:BK50", "B:W18:B5,6", "W:WK28:B19,38", "W:W28:B22,12"] {
        let told = get(&server, &format!("/international?fen={fen}")).await.json();
        let position = game.parse_fen(fen).expect("a FEN");
        let value = own.probe(&position).expect("in the tables");
        let category = match value.wdl {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        assert_eq!(told["category"], category, "{fen}");
        let plies = value.plies.map(|plies| if value.wdl == Wdl::Loss { -i64::from(plies) } else { i64::from(plies) });
        assert_eq!(told["dtw"].as_i64(), plies, "{fen}");
        let moves = told["moves"].as_array().expect("moves");
        let rated = own.moves(&position).expect("in the tables");
        let texts: Vec<String> = rated.iter().map(|rated| game.move_text(&position, &rated.mv)).collect();
        assert_eq!(moves.iter().map(|mv| mv["san"].clone()).collect::<Vec<_>>(), texts, "{fen}");
        for (mv, rated) in moves.iter().zip(&rated) {
            let after = own.probe(&rated.position).expect("in the tables");
            let turned = match after.wdl {
                Wdl::Win => "win",
                Wdl::Draw => "draw",
                Wdl::Loss => "loss",
            };
            assert_eq!(mv["category"], turned, "{fen} {mv}");
            assert_eq!(mv["dtw"].as_i64().map(i64::unsigned_abs), after.plies.map(u64::from), "{fen} {mv}");
        }
    }
    let capture = get(&server, "/international?fen=W:W28:B22,12").await.json();
    let mv = &capture["moves"][0];
    // The move consists of all squares that the piece visits, with two digits each.
    assert_eq!((&mv["uci"], &mv["zeroing"], &mv["conversion"]), (&json!("281708"), &json!(true), &json!(true)));
}

#[tokio::test]
async fn what_is_not_in_the_tables_is_unknown_and_what_is_wrong_is_said() {
    let server = Server::start(tables(), &[]);
    let start = get(&server, "/international?fen=W:W31-50:B1-20").await;
    let told = start.json();
    assert_eq!((start.status, &told["category"], &told["dtw"]), (200, &json!("unknown"), &Value::Null));
    assert_eq!(told["moves"].as_array().expect("moves").len(), 9);
    // The server has no tables of this game.
    assert_eq!(get(&server, "/italian?fen=W:WK1:BK9").await.json()["category"], "unknown");
    // The tables do not hold four pieces, but the capture leads to a position that they hold.
    let into = get(&server, "/international?fen=W:WK28:B22,12,5").await.json();
    assert_ne!(into["category"], "unknown", "{into}");

    let missing = get(&server, "/international/mainline?fen=W:W31-50:B1-20").await;
    assert_eq!((missing.status, missing.header("content-type")), (404, "text/plain; charset=utf-8"));
    for wrong in [
        "/international",
        "/international?fen=nonsense",
        "/international?fen=W:W23:B23",
        "/international?fen=W:W23:B5&code=FIDE",
        "/international?fen=W:W23:B5&counters=6.2%3D1",
    ] {
        let answer = get(&server, wrong).await;
        assert_eq!(answer.status, 400, "{wrong}: {}", answer.text());
        assert!(!answer.text().starts_with('{'), "errors are plain text");
    }
    assert_eq!(get(&server, "/halma?fen=W:W23:B5").await.status, 404);
    // Underscores stand for blanks.
    assert_eq!(get(&server, "/international?fen=W:_W23:_B5,6").await.json()["dtw"], 29);
}

#[tokio::test]
async fn under_a_draw_code_wins_may_be_cursed() {
    let root = fresh_directory("lila-rules");
    let rules = RuleSet::new(&DrawRules::named("FMJD-100").expect("a rule code"));
    make_tables(&root, "international", 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtr(rules)]);
    let server = Server::start(&root, &[]);
    // Two kings win against one in 7 plies. The count of article 6.4 leaves 10 plies, or 2.
    let plain = get(&server, "/international?fen=W:WK1,K7:BK50").await.json();
    assert_eq!((&plain["category"], &plain["dtw"], &plain["code"]), (&json!("win"), &json!(7), &Value::Null));
    let asked = "/international?fen=W:WK1,K7:BK50&code=FMJD-100&counters=";
    let in_time = get(&server, asked).await.json();
    assert_eq!(
        (&in_time["category"], &in_time["wdl"], &in_time["code"]),
        (&json!("win"), &json!(2), &json!("FMJD-100"))
    );
    let late = get(&server, &format!("{asked}6.4%3D8")).await.json();
    assert_eq!((&late["category"], &late["wdl"], &late["dtw"]), (&json!("cursed-win"), &json!(1), &json!(7)));
    assert!(late["moves"].as_array().expect("moves").iter().all(|mv| mv["category"] != "loss"), "{late}");
    let line = get(&server, "/international/mainline?fen=W:WK1,K7:BK50&code=FMJD-100&counters=6.4%3D8").await.json();
    assert_eq!((&line["winner"], &line["mainline"]), (&Value::Null, &json!([])));

    // Without the DTR table, it is unknown whether the win comes in time.
    let server = Server::start(tables(), &[]);
    let late = get(&server, &format!("{asked}6.4%3D8")).await.json();
    assert_eq!((&late["category"], &late["wdl"]), (&json!("maybe-win"), &Value::Null));
}
