//! Tests of `peatee probe --variant chess`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::common::{PEATEE, fresh_directory, make_tables};
use crate::program::{jsonl, run, text};
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Game, Metric, ProbeError};
use serde_json::json;

/// Returns a directory with chess tables of three men and English tables.
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("tables");
        make_chess(&root, 3, default_metrics());
        make_tables(&root, "english", 2, &[Metric::Wdl]);
        root
    })
}

/// Generates chess tables in a folder below `root`.
pub fn make_chess(root: &Path, men: u8, metrics: Vec<Metric>) {
    let mut settings = Settings::new(metrics, 1 << 30);
    settings.coding = WdlCoding::QuickPages;
    let directory = TableDirectory::open(root, &Chess).expect("the directory can be made");
    generate(&directory, men, &settings, &NoProgress).expect("small tables can be made");
}

fn probe(args: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(PEATEE);
    run(command.args(["probe", "--variant", "chess"]).args(args).env("PEATEE_TABLES", tables()), stdin)
}

#[test]
fn a_position_is_answered_with_its_moves() {
    let mated = "8/8/8/8/8/2k5/1q6/K7 w - - 30 90";
    let output = probe(&[mated, "8/8/8/8/8/2k5/7q/K7 b - - 98 90"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], format!("{mated}  loss, DTZ 0 plies (checkmate); 30 of 100 plies of the clock used"));
    assert_eq!(lines[1], "8/8/8/8/8/2k5/7q/K7 b - - 98 90  win, DTZ 1 ply; 98 of 100 plies of the clock used");
    assert_eq!(lines[2], "  Qb2#    win, DTZ 1 ply");
    assert!(text(&output.stdout).contains("under the 50-move rule cursed-win"));
    assert!(text(&output.stdout).contains("cursed-win: a win without draw rules, a draw under them"));
    let unquoted = probe(&["8/8/8/8/8/2k5/1q6/K7", "w", "-", "-", "30", "90"], "");
    assert_eq!(text(&unquoted.stdout).lines().next(), Some(lines[0]));
}

#[test]
fn the_75_move_rule_is_answered_where_it_is_named() {
    let late = "8/8/8/8/8/2k5/7q/K7 b - - 120 90";
    let under = |rules: &[&str]| probe(&[rules, &[late]].concat(), "");
    let lines = |output: &Output| text(&output.stdout).lines().next().map(str::to_owned);
    let fifty = "  win, DTZ 1 ply; under the 50-move rule cursed-win; 120 of 100 plies of the clock used";
    assert_eq!(lines(&under(&[])), Some(format!("{late}{fifty}")));
    // There are no DTZ tables for this draw code.
    let output = under(&["--rules", "FIDE-75"]);
    assert_eq!(lines(&output), Some(format!("{late}  win; under the 75-move rule maybe-win")));
    let root = fresh_directory("tables-75");
    make_chess(&root, 3, vec![Metric::Wdl, Metric::dtz("FIDE-75")]);
    let mut command = Command::new(PEATEE);
    command.args(["probe", "--variant", "chess", "--rules", "FIDE-75", late]);
    let output = run(command.env("PEATEE_TABLES", &root), "");
    assert_eq!(lines(&output), Some(format!("{late}  win, DTZ 1 ply; 120 of 150 plies of the clock used")));
    let output = under(&["--rules", "FMJD-100"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("FIDE-50, the 50-move rule, or FIDE-75, the 75-move rule"));
}

#[test]
fn lines_of_json_go_on_after_wrong_positions() {
    let input = "8/8/8/8/8/1qk5/8/K7 w - -\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\nW:W1:B2\n3qk3/8/8/8/8/8/8/4K2R w - - 0 1\n\
                 3qk3/8/8/8/8/8/8/4K2R w K - 0 1\n3qk3/8/8/8/8/8/8/4K1R1 w K - 0 1\n4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\n";
    let output = probe(&["--format", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let lines = jsonl(&output);
    let fen = "8/8/8/8/8/1qk5/8/K7 w - -";
    assert_eq!(
        lines[0],
        json!({
            "fen": fen, "wdl": "draw", "dtz_plies": null, "rule_value": "draw", "halfmove_clock": 0,
            "ending": "stalemate", "moves": [],
        })
    );
    for (line, reason) in
        lines[1..].iter().zip(["castling rights", "6 fields", "4 pieces", "4 pieces", "4 pieces", "its corner"])
    {
        assert!(line["error"].as_str().expect("a text").contains(reason), "{line}");
    }
    assert_eq!(lines.len(), 7, "the men are the first fault");
    let output = probe(&["--format", "jsonl", "8/8/8/8/8/2k5/8/K6R w - -"], "");
    let best = &jsonl(&output)[0]["moves"][0];
    assert_eq!(best["wdl"], "win");
    assert!(best["uci"].as_str().expect("a move").starts_with("h1"), "{best}");
}

#[test]
fn what_chess_does_not_know_is_refused() {
    for (arguments, reason) in [
        (&["--rules", "WCDF", "8/8/8/8/8/2k5/1q6/K7 w - -"][..], "50-move rule"),
        (&["--input", "csv", "8/8/8/8/8/2k5/1q6/K7 w - -"], "leave them out"),
    ] {
        let output = probe(arguments, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
    let empty = fresh_directory("empty");
    let output = run(Command::new(PEATEE).args(["probe", "--variant", "chess", "-", "--tables"]).arg(&empty), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("generate --variant chess --pieces 3"), "{}", text(&output.stderr));
}

#[test]
fn tables_of_chess_do_not_disturb_draughts() {
    let mut command = Command::new(PEATEE);
    let command = command.args(["probe", "--variant", "english", "W:WK1:BK32"]).env("PEATEE_TABLES", tables());
    let output = run(command, "");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn many_positions_come_back_in_their_order_with_their_columns() {
    let fens: Vec<String> = (0..64)
        .flat_map(|square| {
            let board: String = (0..8)
                .map(|row| {
                    let cell = |file: usize| match row * 8 + file {
                        0 => "k",
                        58 => "K",
                        at if at == square => "R",
                        _ => "1",
                    };
                    (0..8).map(cell).collect::<String>()
                })
                .collect::<Vec<_>>()
                .join("/");
            (0..30).map(move |clock| format!("{board} b - - {} 60", clock * 3))
        })
        .collect();
    let lines: String = fens.iter().enumerate().map(|(id, fen)| format!("{id},{fen}\n")).collect();
    let output = probe(&["--input", "csv", "--threads", "2"], &format!("id,fen\n{lines}"));
    let told: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(told[0], "id,fen,wdl,dtz_plies,rule_value,halfmove_clock,ending,error");
    assert_eq!(told.len(), fens.len() + 1);
    let tables = peatee_probe::chess::Tables::open(tables().join("chess")).expect("tables");
    let mut outcomes = std::collections::BTreeSet::new();
    for ((id, fen), line) in fens.iter().enumerate().zip(&told[1..]) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!((fields[0], fields[1]), (id.to_string().as_str(), fen.as_str()));
        match Position::parse_fen(fen) {
            Err(error) => assert!(line.contains(&error.to_string()) || line.contains('"'), "{line}"),
            Ok(position) => {
                let value = value_of(&tables, &position).expect("a value");
                let plies = value.needed_plies.map_or(String::new(), |plies| plies.to_string());
                let outcome = value.outcome.name();
                assert_eq!(fields[2..5], [value.value.wdl.name(), &plies, outcome], "{line}");
                outcomes.insert(outcome);
            }
        }
    }
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), ["blessed-loss", "draw", "loss"]);
}

#[test]
fn moves_and_lines_are_those_of_best_play() {
    let run_it = |args: &[&str]| run(Command::new(PEATEE).args(args).env("PEATEE_TABLES", tables()), "");
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 0 12";
    let moves = jsonl(&run_it(&["moves", "--variant", "chess", "--format", "jsonl", fen]));
    assert_eq!(moves, jsonl(&run_it(&["probe", "--variant", "chess", "--format", "jsonl", fen])));
    let output = run_it(&["line", "--variant", "chess", "--format", "jsonl", fen]);
    let line = &jsonl(&output)[0];
    let played = line["moves"].as_array().expect("moves");
    assert_eq!((&line["end"], line["dtz_plies"].as_u64()), (&json!("game-over"), Some(played.len() as u64)));
    assert!(played.last().expect("a move")["san"].as_str().expect("SAN").ends_with('#'), "{line}");
    let output = run_it(&["line", "--variant", "chess", "--plies-max", "2", fen]);
    let told = text(&output.stdout);
    assert!(told.contains("\n     12. ") && told.contains("\n   12... ") && told.contains("cut: "), "{told}");
    let refused = run_it(&["line", "--variant", "chess", "--rules", "WCDF", fen]);
    assert_eq!(refused.status.code(), Some(2));
}

/// Returns the value of a position under the 50-move rule.
pub fn value_of(tables: &Tables, position: &Position) -> Result<RuleValue, ProbeError> {
    let rules = Chess::fifty_moves();
    tables.rule_value(position, &rules, &Chess.counters(&rules, position))
}

/// Returns the moves of a position under the 50-move rule, best first.
pub fn moves_of(tables: &Tables, position: &Position) -> Result<Vec<RuleMove>, ProbeError> {
    let rules = Chess::fifty_moves();
    tables.rule_moves(position, &rules, &Chess.counters(&rules, position))
}
