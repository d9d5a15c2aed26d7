//! Tests of `peatee solve-problem`: the trees are compared with probes, move by move.

use std::collections::HashSet;
use std::process::{Command, Output};

use crate::common::{PEATEE, Random, tables};
use crate::program::{jsonl, run, text};
use insta::assert_snapshot;
use peatee_probe::{Tables, Value, Wdl};
use peatee_rules::notation::pdn::read_games;
use peatee_rules::{Bitboard as _, Draughts, Move, Position, Side};
use serde_json::Value as Json;

fn solve(args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).arg("solve-problem").args(args).env("PEATEE_TABLES", tables()), stdin)
}

fn open() -> Tables {
    Tables::open(tables().join("international")).expect("the tables open")
}

/// Returns won and drawn positions of three pieces.
fn problems(tables: &Tables, count: usize) -> Vec<String> {
    let mut random = Random::new(23);
    let mut fens = Vec::new();
    while fens.len() < count {
        let mut position = Position::empty(Side::BOTH[random.below(2)]);
        for (side, kind) in [(0, random.below(2)), (random.below(2), 0), (1, random.below(2))] {
            position.setup.pieces[side][kind] |= u128::bit(random.below(50) as u8);
        }
        if tables.game().check(&position).is_ok() && tables.probe_wdl(&position).is_ok_and(|wdl| wdl != Wdl::Loss) {
            fens.push(tables.game().fen(&position));
        }
    }
    fens
}

/// Checks a solution tree by playing its moves.
struct Walk<'a> {
    tables: &'a Tables,
    goal: Wdl,
    nodes: std::slice::Iter<'a, Json>,
    seen: HashSet<Position>,
    duals: usize,
    solutions: usize,
    is_cut: bool,
}

impl Walk<'_> {
    /// Returns the legal moves that have the value `wanted` for the side that makes them.
    fn kept(&self, position: &Position, wanted: Wdl) -> Vec<(Move, Value)> {
        let game = self.tables.game();
        let moves = game.moves(position).expect("few pieces").into_iter();
        let value = |mv: &Move| self.tables.probe(&game.play(position, mv)).expect("a table").before_move();
        moves.map(|mv| (value(&mv), mv)).filter(|(value, _)| value.wdl == wanted).map(|(v, mv)| (mv, v)).collect()
    }

    /// Checks the next position in the list of the solution. It must be `position`, in which the
    /// solver is to move.
    fn attack(&mut self, position: &Position, ply: usize) {
        let game = self.tables.game();
        let node = self.nodes.next().expect("the position is listed");
        assert_eq!(node["fen"], game.fen(position));
        assert!(self.seen.insert(*position), "{} is listed twice", game.fen(position));
        let parse =
            |at: &Position, mv: &Json| game.parse_move(at, mv["move"].as_str().expect("a move")).expect("a legal move");
        let kept = self.kept(position, self.goal);
        let solution = parse(position, node);
        let duals: Vec<Move> = list(node, "duals").iter().map(|dual| parse(position, dual)).collect();
        assert_eq!(duals.len() + 1, kept.len(), "{node}");
        assert!(kept.iter().all(|(mv, _)| *mv == solution || duals.contains(mv)), "{node}");
        let quickest = kept.iter().map(|(_, value)| value.plies).min().expect("it is kept");
        assert!(kept.contains(&(solution.clone(), Value { wdl: self.goal, plies: quickest })), "{node}");
        if ply == 0 {
            self.solutions = kept.len();
        } else {
            self.duals += duals.len();
        }
        let after = game.play(position, &solution);
        let replies = self.kept(&after, self.goal.reversed());
        let defences = list(node, "defences");
        match node["end"].as_str() {
            None => assert!(!defences.is_empty()),
            Some("game-over") => assert!(!game.has_moves(&after)),
            Some("refuted") => assert!(self.goal == Wdl::Draw && replies.is_empty() && game.has_moves(&after)),
            Some("cut") => self.is_cut = true,
            Some(other) => panic!("{other} after a move of the solver"),
        }
        let shown: Vec<Move> = defences.iter().map(|defence| parse(&after, defence)).collect();
        let plies = |mv: &Move| replies.iter().find(|(reply, _)| reply == mv).expect("it is kept").1.plies;
        assert!(shown.is_sorted_by_key(|mv| std::cmp::Reverse(plies(mv))), "{node}");
        assert_eq!(shown.len(), if node["end"].is_null() { replies.len() } else { 0 }, "{node}");
        for (defence, mv) in defences.iter().zip(&shown) {
            let next = game.play(&after, mv);
            assert_eq!(defence["fen"], game.fen(&next));
            match defence["end"].as_str() {
                None => self.attack(&next, ply + 2),
                Some("transposition") => assert!(self.seen.contains(&next), "{defence}"),
                Some("cut") => self.is_cut = true,
                Some(other) => panic!("{other}: the solver can move"),
            }
        }
    }
}

fn list<'a>(node: &'a Json, name: &str) -> &'a [Json] {
    node[name].as_array().expect("a list")
}

#[test]
#[ignore = "16 CPU-seconds; scripts/check --full runs it"]
fn trees_hold_every_defence_and_every_dual_in_full() {
    let tables = open();
    let fens = problems(&tables, 60);
    let output = solve(&["--format", "jsonl", "--positions-max", "2000"], &fens.join("\n"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (mut verdicts, mut goals) = (HashSet::new(), HashSet::new());
    for (line, fen) in jsonl(&output).iter().zip(&fens) {
        let position = tables.game().parse_fen(fen).expect("legal");
        let value = tables.probe(&position).expect("a table");
        let (goal, nodes) = (value.wdl, list(line, "tree").iter());
        let mut walk =
            Walk { tables: &tables, goal, nodes, seen: HashSet::new(), duals: 0, solutions: 0, is_cut: false };
        walk.attack(&position, 0);
        assert!(walk.nodes.next().is_none(), "{fen}: all that is listed is in the tree");
        assert_eq!((&line["wdl"], &line["is_complete"]), (&Json::from(goal.name()), &Json::from(!walk.is_cut)));
        assert_eq!(line["duals"], walk.duals, "{fen}");
        assert_eq!(line["solutions"], walk.solutions, "{fen}");
        assert_eq!(line["positions"], walk.seen.len(), "{fen}");
        let verdict = if walk.solutions > 1 {
            "several-solutions"
        } else if walk.duals > 0 {
            "duals"
        } else {
            "unique"
        };
        assert_eq!(line["verdict"], verdict, "{fen}");
        verdicts.insert(verdict);
        // Drawn lines may be cut, but won lines end.
        assert!(goal == Wdl::Draw || !walk.is_cut, "{fen}");
        goals.insert(goal);
    }
    assert_eq!((verdicts.len(), goals.len()), (3, 2), "{verdicts:?} {goals:?}: all kinds are there");
}

/// Plays PDN movetext with its variations, each of which replaces the move before it. Returns the
/// number of moves.
fn play_variations(game: &Draughts, start: &Position, text: &str) -> usize {
    let mut spaced = String::new();
    let mut is_comment = false;
    for c in text.chars() {
        match c {
            '{' => is_comment = true,
            '}' => is_comment = false,
            '(' | ')' if !is_comment => spaced += &format!(" {c} "),
            c if !is_comment => spaced.push(c),
            _ => {}
        }
    }
    // For each open line, the positions before and after its last move.
    let mut lines = vec![(*start, *start)];
    let mut moves = 0;
    for word in spaced.split_whitespace() {
        let (before, after) = *lines.last().expect("a line is open");
        match word {
            "(" => lines.push((before, before)),
            ")" => drop(lines.pop()),
            "2-0" | "0-2" | "1-1" => {}
            number if number.ends_with('.') => {}
            mv => {
                let mv = game.parse_move(&after, mv).unwrap_or_else(|_| panic!("{mv} in {}", game.fen(&after)));
                *lines.last_mut().expect("a line is open") = (after, game.play(&after, &mv));
                moves += 1;
            }
        }
    }
    assert_eq!(lines.len(), 1, "every variation is closed");
    moves
}

/// Returns the number of moves in a tree, including the duals.
fn size(tree: &Json) -> usize {
    let nodes = tree.as_array().expect("a list").iter();
    nodes.map(|node| 1 + list(node, "duals").len() + list(node, "defences").len()).sum()
}

/// Returns the moves of the main line: the solver plays the solution, and the defender the first
/// defence.
fn main_line(tree: &Json) -> Vec<&str> {
    let mut moves = Vec::new();
    for node in tree.as_array().expect("a list") {
        moves.push(node["move"].as_str().expect("a move"));
        let Some(defence) = list(node, "defences").first() else { break };
        moves.push(defence["move"].as_str().expect("a move"));
        if !defence["end"].is_null() {
            break;
        }
    }
    moves
}

#[test]
fn pdn_plays_back_with_all_variations() {
    let tables = open();
    for fen in ["W:W23:B5,6", "W:W21:B3,4", "B:W45,46:B30", "W:W35:BK50"] {
        let position = tables.game().parse_fen(fen).expect("legal");
        if tables.probe_wdl(&position).expect("a table") == Wdl::Loss {
            continue;
        }
        let object = jsonl(&solve(&["--format", "jsonl", fen], "")).remove(0);
        let pdn = text(&solve(&["--format", "pdn", fen], "").stdout).to_owned();
        assert!(pdn.lines().all(|line| line.len() <= 80), "{pdn}");
        let games = read_games(&pdn);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].start(tables.game()).expect("a position"), position);
        assert_eq!(games[0].moves.iter().map(|mv| &*mv.text).collect::<Vec<_>>(), main_line(&object["tree"]));
        let moves = pdn.split_once("\n\n").expect("tags, then moves").1;
        assert_eq!(play_variations(tables.game(), &position, moves), size(&object["tree"]), "{pdn}");
    }
}

#[test]
fn texts_of_problems() {
    let shown = |args: &[&str]| text(&solve(args, "").stdout).to_owned();
    assert_snapshot!("solve-text", shown(&["W:W21:B3,4", "--defences", "longest"]));
    assert_snapshot!("solve-pdn", shown(&["W:WK42:B22", "--format", "pdn"]));
    let cut = shown(&["W:W23:B5,6", "--positions-max", "3"]);
    assert!(cut.contains("cut by a limit") && cut.contains("(cut)"), "{cut}");
}

#[test]
fn what_is_no_problem_is_refused() {
    let output = solve(&["W:WK1:W2", "B:W18:B5,6"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("W:WK1:W2") && said.lines().count() >= 2, "{said}");
    let lost = solve(&["--format", "jsonl"], "W:W48:BK25,K14\n");
    assert!(jsonl(&lost)[0]["error"].as_str().expect("an error").contains("nothing to solve"), "{lost:?}");
    // The win takes more than one move, and there are no DTW tables.
    let russian = Tables::open(tables().join("russian")).expect("the tables open");
    let fens = (0..31).map(|king| {
        let mut position = Position::empty(Side::White);
        position.setup.pieces[0][1] = u128::bit(king);
        position.setup.pieces[1][0] = u128::bit(31 - king.max(8));
        position
    });
    let is_long = |at: &Position| {
        let is_won = || russian.probe_wdl(at).expect("there is a table") == Wdl::Win;
        russian.game().check(at).is_ok() && is_won() && !russian.game().must_capture(at)
    };
    let fen = russian.game().fen(&fens.into_iter().find(is_long).expect("there is one"));
    let no_distances = solve(&["--variant", "russian", &fen], "");
    assert_eq!(no_distances.status.code(), Some(1));
    assert!(text(&no_distances.stderr).contains("dtw table"), "{}", text(&no_distances.stderr));
}
