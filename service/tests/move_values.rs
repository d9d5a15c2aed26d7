//! Tests of the values of moves, which program and server must state as single probes give them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use peatee_probe::chess::{self, Chess};
use peatee_probe::{Game, Metric, Notation, ProbeError, Probed, RuleMove, RuleSet, Slice, Tables, any};
use peatee_proto::v1::adjudicate_request;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateRequest, MoveMark, adjudicated_game};
use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::{Draughts, Move, Position};
use serde_json::{Value, json};

use crate::common::{PEATEE, Random, Server, fresh_directory, make_tables};
use crate::program::{jsonl, run, text};
use crate::random_positions::RandomPositions;

/// Draw codes under which the games of these tests are judged.
const FMJD: &str = "FMJD-100";
const WCDF: &str = "WCDF";
const FIFTY: &str = "FIDE-50";

/// Game in which White lets the king take its rook. The capture is Black's only legal move.
const ROOK_LEFT: &str = "[FEN \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]\n\n1. Rc1+ Kd2 2. Ka2 Kxc1 *\n\n";

/// Game in which White's win takes more plies than the half-move clock has left.
const LATE: &str = "[FEN \"8/8/8/8/8/2k5/8/K6R w - - 80 90\"]\n\n1. Rh2 Kd3 *\n\n";

/// Maximum number of plies of a random game.
const PLIES_MAX: usize = 30;

/// A family of games in which these tests play random games. The positions and counters of these
/// games are computed without the code under test.
trait Referee: Notation + Probed {
    /// Returns the position and the counters after each move, until the game is over.
    fn replayed(&self, rules: &DrawRules, start: &Self::Position, moves: &[Self::Move]) -> Vec<At<Self>>;
}

type At<G> = (<G as Game>::Position, Counters);

impl Referee for Draughts {
    fn replayed(&self, rules: &DrawRules, start: &Position, moves: &[Move]) -> Vec<At<Draughts>> {
        let mut record = GameRecord::from_position(self, *rules, *start);
        let played = moves.iter().map_while(|mv| {
            record.play(mv).ok()?;
            Some((*record.position(), *record.counters()))
        });
        played.collect()
    }
}

impl Referee for Chess {
    /// Computes the half-move clock from the number of pieces and the places of the pawns.
    fn replayed(
        &self,
        rules: &DrawRules,
        start: &<Chess as Game>::Position,
        moves: &[<Chess as Game>::Move],
    ) -> Vec<At<Chess>> {
        let (mut position, mut before) = (start.clone(), self.fen(start));
        fn board(fen: &str) -> &str {
            fen.split(' ').next().expect("a board")
        }
        let pieces = |fen: &str| board(fen).chars().filter(|sign| sign.is_alphabetic()).count();
        let pawns = |fen: &str| {
            let squares = board(fen).chars().flat_map(|sign| match sign.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![sign],
            });
            squares.map(|sign| if "Pp/".contains(sign) { sign } else { '.' }).collect::<String>()
        };
        let clock = |fen: &str| fen.split(' ').nth(4).and_then(|clock| clock.parse::<u32>().ok()).expect("a clock");
        let played = moves.iter().map(|mv| {
            position = self.after(&position, mv);
            let after = self.fen(&position);
            let is_reset = pieces(&after) != pieces(&before) || pawns(&after) != pawns(&before);
            let expected = if is_reset { 0 } else { clock(&before) + 1 };
            assert_eq!(clock(&after), expected, "{before} {after}");
            before = after;
            (position.clone(), self.counters_named(rules, &position, None).expect("counters"))
        });
        played.collect()
    }
}

/// A record, with the positions and counters after its moves if `replayed` has computed them.
struct Recorded<G: Referee> {
    text: String,
    after: Option<Vec<At<G>>>,
}

/// Plays a random game from a position.
fn random_game<G: Referee>(game: &G, rules: &DrawRules, fen: &str, random: &mut Random) -> Recorded<G> {
    let start = game.parse_fen(fen).expect("a position");
    let (mut position, mut text, mut played) = (start.clone(), format!("[FEN \"{fen}\"]\n\n"), Vec::new());
    for _ in 0..PLIES_MAX {
        let moves = game.moves(&position).expect("few captures");
        let Some(mv) = moves.get(random.below(moves.len().max(1))) else { break };
        text += &format!("{} ", game.move_text(&position, mv));
        position = game.after(&position, mv);
        played.push(mv.clone());
    }
    Recorded { text: text + "*\n\n", after: Some(game.replayed(rules, &start, &played)) }
}

/// Runs `peatee adjudicate --move-values` on records.
fn judged(tables: &Path, variant: &str, records: &str) -> Vec<Value> {
    let mut command = Command::new(PEATEE);
    command.args(["adjudicate", "--variant", variant, "--pdn", "-", "--format", "jsonl", "--move-values"]);
    let output = run(command.env("PEATEE_TABLES", tables), records);
    assert_eq!(text(&output.stderr), "");
    jsonl(&output)
}

/// Runs `peatee annotate` on records. Returns its rows, in the form in which [`brute`] returns
/// them.
fn annotated(tables: &Path, variant: &str, rules: &str, records: &str) -> Vec<Value> {
    let mut command = Command::new(PEATEE);
    command.args(["annotate", "-", "--variant", variant, "--rules", rules, "--format", "jsonl"]);
    let rows = jsonl(&run(command.env("PEATEE_TABLES", tables), records));
    let name = |prefix: &str, name: &Value| {
        name.as_str().map(|name| format!("{prefix}_{}", name.to_uppercase().replace('-', "_")))
    };
    // Both values of a row are from the point of view of the side that moves.
    let reversed = |value: &Value| match value.as_str()? {
        "cursed-win" => Some("RULE_OUTCOME_BLESSED_LOSS".to_owned()),
        "blessed-loss" => Some("RULE_OUTCOME_CURSED_WIN".to_owned()),
        win if win.ends_with("win") => name("RULE_OUTCOME", &win.replace("win", "loss").into()),
        other => name("RULE_OUTCOME", &other.replace("loss", "win").into()),
    };
    let told = |row: &Value| {
        json!({
            "game": row["game"],
            "ply": row["ply"],
            "fen": row["fen"],
            "slice": row["slice"],
            "plies": row["plies_before"],
            "left": [row["wdl_after"], row["plies_after"], row["plies_lost"]],
            "value": {
                "plain": name("WDL", &row["wdl_before"]),
                "before": name("RULE_OUTCOME", &row["value_before"]),
                "after": reversed(&row["value_after"]),
                "legal": row["legal_moves"],
                "keeping": row["keeping_moves"],
                "best": row["best_move"],
                "mark": match row["mark"].as_str() {
                    Some("?") => "MOVE_MARK_MISTAKE",
                    Some("??") => "MOVE_MARK_BLUNDER",
                    Some("!") => "MOVE_MARK_ONLY_MOVE",
                    _ => "MOVE_MARK_UNSPECIFIED",
                },
            },
        })
    };
    rows.iter().map(told).collect()
}

/// Computes the value of a move from single probes: one of the position, and one after each legal
/// move.
fn brute<G: Notation + Probed>(
    tables: &any::Tables<G>,
    rules: &DrawRules,
    (position, counters): (&G::Position, &Counters),
    played: &str,
) -> Value {
    let probe = |position: &_, counters: &_| tables.rule_value(position, rules, counters).expect("it is in the tables");
    let before = probe(position, counters);
    let moves = tables.rule_moves(position, rules, counters).expect("all are in the tables");
    let of_move = |mv: &RuleMove<G>| {
        let outcome = probe(&mv.position, &mv.counters).outcome;
        (tables.game().move_text(position, &mv.mv), outcome, outcome.wdl().map(|wdl| 2 - wdl as i32))
    };
    let moves: Vec<_> = moves.iter().map(of_move).collect();
    let best = before.outcome.wdl().map(|wdl| wdl as i32);
    let keeping: Vec<_> = moves.iter().filter(|(_, _, points)| points.is_some() && *points >= best).collect();
    let is_known = best.is_some() && moves.iter().all(|(_, _, points)| points.is_some());
    let (_, after, points) = moves.iter().find(|(text, _, _)| text == played).expect("a legal move");
    let lost = best.zip(*points).map(|(best, points)| best - points);
    let mark = match lost {
        Some(2) => "MOVE_MARK_BLUNDER",
        Some(1) => "MOVE_MARK_MISTAKE",
        Some(0) if is_known && keeping.len() == 1 && moves.len() > 1 => "MOVE_MARK_ONLY_MOVE",
        _ => "MOVE_MARK_UNSPECIFIED",
    };
    let name = |outcome: peatee_probe::RuleOutcome| {
        format!("RULE_OUTCOME_{}", outcome.name().to_uppercase().replace('-', "_"))
    };
    json!({
        "plain": format!("WDL_{}", before.value.wdl.name().to_uppercase()),
        "before": name(before.outcome),
        "after": name(*after),
        "legal": moves.len(),
        "keeping": is_known.then_some(keeping.len()),
        "best": keeping.first().filter(|_| lost.is_some_and(|lost| lost > 0)).map(|(text, _, _)| text),
        "mark": mark,
    })
}

/// Checks the values of all moves in these records and in random games. Both commands must print
/// the right values. Returns the outcomes and the marks of moves, such as `??`, that occurred.
fn check<G: Referee>(
    tables: &any::Tables<G>,
    directory: &Path,
    rules: &str,
    records: Vec<String>,
    (games, mut start): (usize, impl FnMut(&mut Random) -> String),
) -> BTreeSet<String> {
    let (game, mut random, mut seen) = (tables.game(), Random::new(7), BTreeSet::new());
    let named = rules;
    let rules = game.rules_named(rules).expect("draw rules");
    let mut records: Vec<Recorded<G>> = records.into_iter().map(|text| Recorded { text, after: None }).collect();
    records.extend((0..games).map(|_| random_game(game, &rules, &start(&mut random), &mut random)));
    let whole: String = records.iter().map(|record| &*record.text).collect();
    let judged = judged(directory, game.id(), &whole);
    let mut rows = annotated(directory, game.id(), named, &whole).into_iter();
    assert_eq!(judged.len(), records.len());
    let position = |fen: &Value, counters: &Value| {
        let position = game.parse_fen(fen.as_str().expect("a text")).expect("a position");
        let counts = counters.as_str().filter(|text| !text.is_empty());
        let counters = game.counters_named(&rules, &position, counts).expect("counters");
        (position, counters)
    };
    for (number, (answer, record)) in judged.iter().map(|game| &game["verdict"]).zip(&records).enumerate() {
        let mut at = position(&answer["startFen"], &answer["startCounters"]);
        for (index, played) in answer["moves"].as_array().expect("moves").iter().enumerate() {
            let found = &played["value"];
            let before = std::mem::replace(&mut at, position(&played["fenAfter"], &played["countersAfter"]));
            if let Some(after) = &record.after {
                assert_eq!((game.fen(&at.0), at.1), (game.fen(&after[index].0), after[index].1), "{played}");
            }
            if let Err(ProbeError::TooManyPieces { .. }) = tables.rule_value(&before.0, &rules, &before.1) {
                assert!(found.is_null(), "{played}");
                continue;
            }
            let text = played["move"]["notation"].as_str().expect("a move");
            let expected = brute(tables, &rules, (&before.0, &before.1), text);
            let found = json!({
                "plain": found["valueBefore"]["wdl"],
                "before": found["ruleValueBefore"]["outcome"],
                "after": found["ruleValueAfter"]["outcome"],
                "legal": found["legalMoveCount"],
                "keeping": found["keepingMoveCount"],
                "best": found["bestMove"]["notation"],
                "mark": found["mark"],
            });
            assert_eq!(found, expected, "{played} in {}", record.text);
            let [plain, left] = [&before.0, &at.0].map(|at| tables.probe(at).expect("it is in the tables"));
            let (wdl_after, plies_after) = (left.wdl.reversed(), left.plies.map(|plies| plies + 1));
            let is_same = wdl_after == plain.wdl;
            let lost = plain.plies.zip(plies_after).filter(|_| is_same).map(|(before, after)| before.abs_diff(after));
            let row = json!({
                "game": number + 1,
                "ply": index + 1,
                "fen": game.fen(&before.0),
                "slice": game.slice_of(&before.0).expect("it has a table").to_string(),
                "plies": plain.plies,
                "left": json!([wdl_after.name(), plies_after, lost]),
                "value": expected,
            });
            assert_eq!(rows.next(), Some(row), "{played} in {}", record.text);
            seen.extend(["before", "mark"].map(|field| found[field].as_str().expect("a name").to_owned()));
        }
    }
    assert_eq!(rows.next(), None);
    seen
}

/// Checks the values of moves in records and in random games of a variant. The folder of the
/// variant in `directory` contains the tables.
fn check_draughts(
    directory: &Path,
    variant: &str,
    rules: &str,
    records: Vec<String>,
    games: usize,
) -> BTreeSet<String> {
    let tables = Tables::open(directory.join(variant)).expect("tables");
    let game: Draughts = tables.game().clone();
    let slices = ["KKKvK", "KvKKK", "KKMvK", "KKvK", "KMvK"].map(|name| Slice::parse(&game, name).expect("a slice"));
    let mut positions = RandomPositions::new(&game, slices);
    let start = |_: &mut Random| {
        let has_table = |position: &Position| tables.probe(position).is_ok();
        game.fen(&std::iter::repeat_with(|| positions.position()).find(has_table).expect("there are such positions"))
    };
    check(&tables, directory, rules, records, (games, start))
}

fn check_international(games: usize) -> BTreeSet<String> {
    let sample = std::fs::read_to_string(crate::adjudicate::SAMPLE).expect("readable");
    let sample = sample.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
    check_draughts(crate::adjudicate::tables(), "international", FMJD, sample, games)
}

fn check_english(games: usize) -> BTreeSet<String> {
    let root = fresh_directory("english");
    let rules = DrawRules::named(WCDF).expect("a rule code");
    make_tables(&root, "english", 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtr(RuleSet::new(&rules))]);
    check_draughts(&root, "english", WCDF, Vec::new(), games)
}

fn check_chess(games: usize) -> BTreeSet<String> {
    let directory = crate::chess::tables();
    let tables = chess::Tables::open(directory.join("chess")).expect("tables");
    let start = |random: &mut Random| {
        let rules = Chess.rules_named(FIFTY).expect("draw rules");
        std::iter::repeat_with(|| {
            let mut squares = [0; 64];
            let pieces = [b'K', b'k', [b'Q', b'r', b'P', b'p'][random.below(4)]];
            pieces.into_iter().for_each(|piece| squares[random.below(64)] = piece);
            let rows = squares.chunks(8).map(|row| {
                let texts = row.iter().map(|&piece| if piece == 0 { '1' } else { char::from(piece) });
                texts.collect::<String>()
            });
            let rows: Vec<String> = rows.collect();
            format!("{} {} - - {} 90", rows.join("/"), ["w", "b"][random.below(2)], 90 * random.below(2))
        })
        .find(|fen| {
            let position = Chess.parse_fen(fen).ok();
            position.is_some_and(|position| {
                let counters = Chess.counters_named(&rules, &position, None).expect("counters");
                tables.rule_value(&position, &rules, &counters).is_ok()
            })
        })
        .expect("there are such positions")
    };
    check(&tables, directory, FIFTY, vec![ROOK_LEFT.to_owned(), LATE.to_owned()], (games, start))
}

/// Checks that all expected outcomes and marks of moves (such as `??`) are in `seen`.
fn came_up(seen: &BTreeSet<String>, expected: &[&str]) {
    for name in expected {
        assert!(seen.iter().any(|found| found.ends_with(name)), "{name} in {seen:?}");
    }
}

const MARKS: [&str; 3] = ["MARK_MISTAKE", "MARK_ONLY_MOVE", "MARK_UNSPECIFIED"];

#[test]
fn values_of_moves_are_those_of_single_probes() {
    let [draughts, chess] = [check_international(10), check_chess(10)];
    for seen in [&draughts, &chess] {
        came_up(seen, &MARKS);
        came_up(seen, &["OUTCOME_WIN", "OUTCOME_LOSS"]);
    }
    came_up(&chess, &["OUTCOME_CURSED_WIN"]);
}

#[test]
#[ignore = "190 CPU-seconds; scripts/check --full runs it"]
fn values_of_moves_are_those_of_single_probes_in_full() {
    let checked = [check_international(3400), check_english(3300), check_chess(3300)];
    checked.iter().for_each(|seen| came_up(seen, &MARKS));
}

#[tokio::test]
async fn the_server_values_moves_where_it_is_asked_to() {
    let server = Server::start(crate::chess::tables(), &[]);
    let mut client = server.client().await;
    let pdn = ROOK_LEFT.to_owned();
    let expected = [MoveMark::Unspecified, MoveMark::Unspecified, MoveMark::Mistake, MoveMark::OnlyMove].map(Some);
    let asked = AdjudicateRequest {
        variant: "chess".into(),
        game: Some(adjudicate_request::Game::Pdn(pdn.clone())),
        move_values: true,
        ..Default::default()
    };
    let marks = |answer: &peatee_proto::v1::AdjudicateResponse| {
        let mark = |mv: &peatee_proto::v1::GameMove| mv.value.as_ref().map(|value| value.mark());
        answer.moves.iter().map(mark).collect::<Vec<_>>()
    };
    let plain = AdjudicateRequest { move_values: false, ..asked.clone() };
    let answer = client.adjudicate(asked).await.expect("an answer").into_inner();
    assert_eq!(marks(&answer), expected);
    let answer = client.adjudicate(plain).await.expect("an answer").into_inner();
    assert_eq!(marks(&answer), [None; 4]);
    let list =
        AdjudicateGamesRequest { variant: "chess".into(), pdn: pdn.repeat(2), move_values: true, ..Default::default() };
    let answer = client.adjudicate_games(list).await.expect("an answer").into_inner();
    for game in &answer.games {
        let Some(adjudicated_game::Outcome::Verdict(verdict)) = &game.outcome else { panic!("{game:?}") };
        assert_eq!(marks(verdict), expected);
    }
    assert_eq!(answer.games.len(), 2);
}

#[test]
fn tables_of_another_game_are_told() {
    for moves in ["1x12", "1-6"] {
        let mut command = Command::new(PEATEE);
        command.args(["adjudicate", "--variant", "international", "--fen", "W:WK1:B7", "--moves", moves]);
        command.args(["--format", "jsonl", "--move-values"]);
        let game = run(command.env("PEATEE_TABLES", crate::chess::tables()), "");
        let told = "There are no tables of this game here: International draughts.";
        assert_eq!(text(&game.stdout).matches(told).count(), 1, "{}", text(&game.stdout));
    }
}

#[test]
fn values_of_moves_are_of_jsonl_and_need_tables() {
    let refused = |args: &[&str]| {
        let mut command = Command::new(PEATEE);
        command.args(["adjudicate", "--variant", "chess", "--moves", "e4", "--move-values"]).args(args);
        let output = run(command.env_remove("PEATEE_TABLES").current_dir(env!("CARGO_TARGET_TMPDIR")), "");
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, error) = refused(&[]);
    assert!(code == Some(2) && error.contains("--format jsonl"), "{code:?} {error}");
    let (code, error) = refused(&["--format", "jsonl"]);
    assert!(code == Some(2) && error.contains("--tables"), "{code:?} {error}");
}
