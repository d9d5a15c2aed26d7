//! Tests of DTM and DTC in chess: on the command line, over gRPC, and in the JSON of
//! lila-tablebase.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use peatee_probe::Metric;
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::Position;
use peatee_proto::v1::{ListMovesRequest, ProbeRequest, Wdl};
use serde_json::{Value, json};

use crate::chess::make_chess;
use crate::common::{PEATEE, Server, fresh_directory};
use crate::internet::get;
use crate::program::{jsonl, run, text};

/// Position in which White wins by a promotion and a later mate.
const PAWN: &str = "8/2P5/8/8/8/8/1k6/3K4 w - - 0 1";
const DRAWN: &str = "8/8/8/8/8/2k5/8/K7 w - - 0 1";

/// Returns a directory with chess tables of three men, including DTM and DTC.
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("depths");
        make_chess(&root, 3, vec![Metric::Wdl, Metric::dtz("FIDE-50"), Metric::Dtw, Metric::Dtc]);
        root
    })
}

/// Returns a directory with chess tables of three men, including DTM and plies to mate with every
/// half-move clock.
pub fn tables_by_clock() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("late");
        let metrics = ["wdl", "dtr-FIDE-50", "dtw", "dtw-FIDE-50"].map(|name| Metric::named(name).expect("a metric"));
        make_chess(&root, 3, metrics.to_vec());
        root
    })
}

/// Returns the DTM and DTC of a position.
fn depths(fen: &str) -> [Option<u32>; 2] {
    let tables = Tables::open(tables().join("chess")).expect("tables");
    let position = Position::parse_fen(fen).expect("a FEN");
    [Metric::Dtw, Metric::Dtc].map(|metric| tables.value_in(&position, metric).expect("a value").plies)
}

fn probe(args: &[&str]) -> Output {
    let mut command = Command::new(PEATEE);
    run(command.args(["probe", "--variant", "chess"]).args(args).env("PEATEE_TABLES", tables()), "")
}

#[test]
fn the_command_line_shows_depths() {
    let [Some(mate), Some(1)] = depths(PAWN) else { panic!("{:?}", depths(PAWN)) };
    let output = probe(&[PAWN]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], format!("{PAWN}  win, DTZ 1 ply, DTM {mate} plies, DTC 1 ply"));
    assert!(lines[1..].iter().any(|line| line.contains(&format!("win, DTZ 1 ply, DTM {mate} plies, DTC 1 ply"))));
    let said = jsonl(&probe(&["--format", "jsonl", PAWN, DRAWN]));
    assert_eq!((&said[0]["dtw_plies"], &said[0]["dtc_plies"]), (&json!(mate), &json!(1)));
    assert_eq!((&said[1]["dtw_plies"], &said[1]["dtc_plies"]), (&json!(null), &json!(null)));
    assert!(said[0]["moves"].as_array().expect("moves").iter().any(|mv| mv["dtw_plies"] == json!(mate)));
    let output = probe(&["--format", "csv", PAWN]);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], "fen,wdl,dtz_plies,dtw_plies,dtc_plies,rule_value,halfmove_clock,ending,error");
    assert!(lines[1].contains(&format!("win,1,{mate},1,win,0")), "{}", lines[1]);
}

#[tokio::test]
async fn the_server_answers_with_depths() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let [mate, conversion] = depths(PAWN);
    let request = ProbeRequest { variant: "chess".into(), fen: PAWN.into(), ..ProbeRequest::default() };
    let value = client.probe(request).await.expect("an answer").into_inner().value.expect("a value");
    assert_eq!((value.wdl(), value.dtw_plies, value.dtc_plies, value.dtz_plies), (Wdl::Win, mate, conversion, Some(1)));
    let request = ListMovesRequest { variant: "chess".into(), fen: PAWN.into(), ..ListMovesRequest::default() };
    let moves = client.list_moves(request).await.expect("an answer").into_inner().moves;
    let least =
        moves.iter().filter_map(|mv| mv.value.as_ref().filter(|value| value.wdl() == Wdl::Win)?.dtw_plies).min();
    assert_eq!(least, mate, "{moves:?}");
    let told = get(&server, &format!("/standard?fen={}", PAWN.replace(' ', "_"))).await.json();
    assert_eq!((&told["dtm"], &told["dtc"]), (&json!(mate), &json!(conversion)));
    let after = |told: &Value| -> Vec<Option<i64>> {
        let moves = told["moves"].as_array().expect("moves").iter().filter(|mv| mv["category"] == "loss");
        moves.map(|mv| mv["dtm"].as_i64()).collect()
    };
    // The move with the shortest mate is listed first.
    assert_eq!(after(&told)[0], mate.map(|plies| 1 - i64::from(plies)));
    assert!(after(&told).is_sorted_by_key(|plies| plies.map(|plies| -plies)), "{told}");
    let plain = get(&server, &format!("/standard?dtc=never&fen={}", PAWN.replace(' ', "_"))).await.json();
    assert_eq!((&plain["dtm"], &plain["dtc"]), (&told["dtm"], &Value::Null));
    // The side that loses prefers long distances to mate.
    let black = get(&server, &format!("/standard?fen={}", PAWN.replace(" w ", " b ").replace(' ', "_"))).await.json();
    let wins = black["moves"].as_array().expect("moves").iter().filter(|mv| mv["category"] == "win");
    assert!(wins.filter_map(|mv| mv["dtm"].as_i64()).is_sorted_by(|left, right| left >= right), "{black}");
    let wrong = get(&server, &format!("/standard?dtc=often&fen={}", PAWN.replace(' ', "_"))).await;
    assert_eq!(wrong.status, 400);
}

/// Win in 33 plies with a fresh half-move clock. The rule leaves 7 plies, with which the mate takes
/// 35.
pub const LATE: &str = "8/8/8/8/8/k7/2PK4/8 w - - 93 90";

#[tokio::test]
async fn plies_to_mate_under_the_50_move_rule_are_told() {
    let root = tables_by_clock();
    let ask = |args: &[&str]| {
        let mut command = Command::new(PEATEE);
        run(command.args(args).args(["--variant", "chess", LATE]).env("PEATEE_TABLES", root), "")
    };
    let said = ask(&["probe"]);
    let first = text(&said.stdout).lines().next().expect("a line").to_owned();
    assert!(first.contains(", DTM 33 plies, DTM50 35 plies"), "{first}");
    let json = jsonl(&ask(&["probe", "--format", "jsonl"]));
    assert_eq!((&json[0]["dtw_plies"], &json[0]["rule_plies"]), (&json!(33), &json!(35)));
    assert_eq!(json[0]["moves"][0]["rule_plies"].as_u64().map(|plies| plies >= 35), Some(true));
    let line = jsonl(&ask(&["line", "--format", "jsonl"]));
    assert_eq!(line[0]["moves"].as_array().expect("moves").len(), 35);
    let server = Server::start(root, &[]);
    let mut client = server.client().await;
    let request = ProbeRequest { variant: "chess".into(), fen: LATE.into(), ..ProbeRequest::default() };
    let answer = client.probe(request).await.expect("an answer").into_inner();
    assert_eq!(answer.rule_value.expect("chess has rules").plies, Some(35));
    let request = ListMovesRequest { variant: "chess".into(), fen: LATE.into(), ..ListMovesRequest::default() };
    let moves = client.list_moves(request).await.expect("an answer").into_inner().moves;
    assert_eq!(moves.iter().filter_map(|mv| mv.rule_value.as_ref()?.plies).min(), Some(35));
    let told = get(&server, &format!("/standard?fen={}", LATE.replace(' ', "_"))).await.json();
    assert_eq!((&told["dtm"], &told["dtm50"]), (&json!(33), &json!(35)));
}
