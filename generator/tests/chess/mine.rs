//! Checks that `mine` for chess finds the same positions as a simple loop over all positions.

use std::collections::BTreeSet;
use std::path::Path;

use peatee_chess::cozy_chess::Move;
use peatee_chess::{Ending, Index, Position, Slice};
use peatee_generator::TableFiles;
use peatee_generator::solver::chess::Solver;
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::{WdlCoding, chess_table_bytes};
use peatee_probe::Wdl;
use peatee_probe::chess::Chess;
use peatee_probe::{Tabled as _, Value};
use serde_json::{Value as Json, json};

use super::world::{Node, SLICES, WORLD, World, key};
use super::{copy_three_men_into, dtz, four_men};
use crate::common::program::{fail, succeed};
use crate::mine::mined::{Mined, mine, text, zugzwang_name};

/// Runs `mine` on the tables of three men, and compares every line with a probe. The first argument
/// is the kind of position.
fn mined(arguments: &[&str]) -> Mined {
    let (kind, more) = arguments.split_first().expect("a kind");
    let mined = mine(&[&[kind, "--variant", "chess"], more].concat(), WORLD.root.path());
    mined.check_counts();
    for line in &mined.lines {
        let index = Index::new(Slice::parse(text(line, "slice")).expect("a slice"));
        let position = index.position(line["number"].as_u64().expect("a number")).expect("a legal position");
        assert_eq!(text(line, "fen"), position.fen());
        let value = WORLD.tables.value_in(&position, dtz()).expect("there is a table");
        assert_eq!(text(line, "wdl"), value.wdl.name(), "{line}");
        assert_eq!(line["dtz_plies"].as_u64(), value.plies.map(u64::from), "{line}");
    }
    mined
}

/// Returns the type and the key of each line, and checks that no line is repeated. The key is the
/// same for all mirror images of a position.
fn found(mined: &Mined) -> BTreeSet<(String, String)> {
    let found: BTreeSet<_> =
        mined.lines.iter().map(|line| (text(line, "type").to_owned(), key(text(line, "fen")))).collect();
    assert_eq!(found.len(), mined.lines.len());
    found
}

/// Returns the type and the key of each position for which `kind` returns a type. The key is the
/// same for all mirror images of a position.
fn expected(kind: impl Fn(&World, &Node) -> Option<&'static str>) -> BTreeSet<(String, String)> {
    let world: &World = &WORLD;
    world.nodes.iter().filter_map(|node| Some((kind(world, node)?.to_owned(), node.key.clone()))).collect()
}

fn check_order(mined: &Mined) {
    let place = |line: &Json| (text(line, "slice").to_owned(), line["number"].as_u64());
    assert!(mined.lines.iter().map(place).is_sorted_by(|one, next| one < next), "lines are out of order");
}

fn plies(line: &Json) -> u64 {
    line["dtz_plies"].as_u64().expect("decided positions have a distance")
}

#[test]
fn the_longest_are_all_at_the_maximum() {
    for (name, _) in SLICES {
        for (wdl, more) in [(Wdl::Win, &[][..]), (Wdl::Loss, &["--losses"])] {
            let list = ["longest", "--slice", name, "--count", "0", "--maximum", "1000000"];
            let mined = mined(&[&list, more].concat());
            let of_wdl = |node: &&Node| node.slice == name && node.value.wdl == wdl;
            let nodes: Vec<&Node> = WORLD.nodes.iter().filter(of_wdl).collect();
            let most = nodes.iter().map(|node| node.value.plies).max().flatten();
            let at_most = nodes.iter().filter(|node| node.value.plies == most);
            let wanted: BTreeSet<_> = at_most.map(|node| (wdl.name().to_owned(), node.key.clone())).collect();
            assert_eq!(found(&mined), wanted, "{name} {wdl}");
            assert_eq!(mined.summary["found"], nodes.len() as u64, "{name} {wdl}");
            assert_eq!(mined.summary["longest_plies"].as_u64(), most.map(u64::from), "{name} {wdl}");
            assert_eq!(mined.summary["longest_positions"], wanted.len() as u64, "{name} {wdl}");
            println!("{name} {wdl}: {} positions of {most:?} plies", wanted.len());
        }
    }
}

#[test]
fn the_first_of_the_list_are_the_longest() {
    let mut wanted: Vec<u64> = Vec::new();
    for node in WORLD.nodes.iter().filter(|node| node.value.wdl == Wdl::Win) {
        wanted.push(node.value.plies.expect("a win has a distance").into());
    }
    wanted.sort_unstable_by(|one, next| next.cmp(one));
    let all = mined(&["longest", "--count", "5000", "--maximum", "0"]);
    assert_eq!(all.lines.iter().map(plies).collect::<Vec<_>>(), wanted[..5000]);
    // With `--per-slice`, each slice must give the same lines as a run for this slice alone.
    let per_slice = mined(&["longest", "--per-slice", "--count", "7", "--maximum", "0"]);
    let mut one_by_one = Vec::new();
    for (name, _) in SLICES {
        one_by_one.push((name, mined(&["longest", "--slice", name, "--count", "7", "--maximum", "0"]).text));
    }
    one_by_one.sort_unstable();
    assert_eq!(per_slice.text, one_by_one.into_iter().map(|(_, text)| text).collect::<String>());
    // The 75-move rule must give the same lines, because no win of three men takes 50 moves.
    let of_75 = mined(&["longest", "--count", "50", "--metric", "dtr-FIDE-75"]);
    assert_eq!(of_75.text, mined(&["longest", "--count", "50"]).text);
    assert_eq!(of_75.summary["slices"][0]["metric"], "dtr-FIDE-75");
}

/// Returns the type of a zugzwang, or `None` if the position is no zugzwang.
fn zugzwang(world: &World, node: &Node) -> Option<&'static str> {
    zugzwang_name(node.value.wdl, world.other_value(&node.position)?.wdl)
}

#[test]
fn zugzwangs_are_those_of_a_plain_walk() {
    let types = ["--type", "mutual,win-to-draw,draw-to-loss"];
    let all = mined(&[&["zugzwang"], &types[..]].concat());
    check_order(&all);
    assert_eq!(found(&all), expected(zugzwang));
    for line in &all.lines {
        let position = Position::parse_fen(text(line, "fen")).expect("a legal position");
        let other = WORLD.other_value(&position).expect("nobody is in check");
        assert_eq!(line["other_wdl"], other.wdl.name());
        assert_eq!(line["other_dtz_plies"].as_u64(), other.plies.map(u64::from));
    }
    // Each pair of positions is found twice, in the slices of both sides to move.
    let of = |slice: &str, name: &str| all.of_slice(slice)["by_type"][name].as_u64().unwrap_or(0);
    assert_eq!(of("KPvK", "win-to-draw"), of("KvKP", "draw-to-loss"));
    assert_eq!(of("KPvK", "draw-to-loss") + of("KPvK", "mutual"), 0, "a side with a pawn against a king never loses");
    assert!(of("KPvK", "win-to-draw") > 0);
    println!("KPvK: {} pairs; all: {}", of("KPvK", "win-to-draw"), all.summary["by_type"]);
    // A filter must keep exactly the positions that it selects.
    let filtered = mined(&[&["zugzwang", "--winner", "opponent", "--side", "white"], &types[..]].concat());
    let wanted = expected(|world, node| zugzwang(world, node).filter(|_| node.value.wdl == Wdl::Loss));
    assert_eq!(found(&filtered), wanted);
    let of_slices = mined(&[&["zugzwang", "--slice", "KvKP", "--slice", "KPvK"], &types[..]].concat());
    assert_eq!(of_slices.summary["slices"].as_array().expect("slices").len(), 2);
    let wanted = expected(|world, node| zugzwang(world, node).filter(|_| node.slice.contains('P')));
    assert_eq!(found(&of_slices), wanted);
    assert!(mined(&["zugzwang", "--pieces", "2"]).lines.is_empty());
}

/// Tests a position with White's Kd5 and e4, and Black's Kf4 and e5. The side to move loses the
/// pawn and the game.
#[test]
fn the_trebuchet_is_a_mutual_zugzwang() {
    let root = four_men().parent().expect("the folder is in a directory").to_owned();
    let mined = mine(&["zugzwang", "--variant", "chess", "--slice", "KPvKP"], &root);
    mined.check_counts();
    let found = found(&mined);
    assert!(found.contains(&("mutual".to_owned(), key("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1"))));
    // The turned position of each line must also be a zugzwang, for the other side to move.
    for line in &mined.lines {
        let turned = turned(text(line, "fen"));
        assert!(found.contains(&("mutual".to_owned(), key(&turned))), "{line}: {turned}");
    }
    println!("KPvKP: {} mutual zugzwangs", mined.lines.len());
}

/// Returns the FEN of the board turned upside down with swapped colours.
fn turned(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN has fields");
    let change = |letter: char| {
        if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let rows: Vec<String> = board.split('/').rev().map(|row| row.chars().map(change).collect()).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
#[ignore = "11 CPU-seconds; scripts/check --full runs it"]
fn only_moves_are_those_of_a_plain_walk_in_full() {
    for (keeps, wdl, after) in [("win", Wdl::Win, Wdl::Loss), ("draw", Wdl::Draw, Wdl::Draw)] {
        for least in [1, 4] {
            let mined = mined(&["only-move", "--keeps", keeps, "--legal-moves", &least.to_string()]);
            check_order(&mined);
            let is_only = |world: &World, node: &Node| {
                if node.value.wdl != wdl {
                    return None;
                }
                let moves = world.moves(&node.position);
                let kept = moves.iter().filter(|(_, _, value)| value.wdl == after).count();
                (moves.len() >= least && kept == 1).then_some("only-move")
            };
            let wanted = expected(is_only);
            assert_eq!(found(&mined), wanted, "{keeps} {least}");
            assert!(!wanted.is_empty());
            println!("only moves that keep the {keeps}, {least} legal moves or more: {}", wanted.len());
            for line in &mined.lines {
                let position = Position::parse_fen(text(line, "fen")).expect("a legal position");
                let only = WORLD.moves_to(&position, after);
                assert_eq!(line["line"], json!([position.san(only[0].0)]), "{line}");
                assert_eq!(line["legal_moves"], position.moves().len(), "{line}");
            }
        }
    }
}

/// Returns the number of plies to the next capture or pawn move if this move is played.
fn distance_by(position: &Position, (mv, _, value): &(Move, Position, Value)) -> u32 {
    if position.is_zeroing(*mv) { 1 } else { value.plies.expect("decided positions have a distance") + 1 }
}

#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn lines_are_best_play_to_the_mate_and_their_duals_are_listed_in_full() {
    let all = mined(&["only-move", "--slice", "KPvK", "--duals"]);
    let mut sound = BTreeSet::new();
    for line in &all.lines {
        let moves: Vec<&str> =
            line["line"].as_array().expect("moves").iter().map(|mv| mv.as_str().expect("a text")).collect();
        let mut position = Position::parse_fen(text(line, "fen")).expect("a legal position");
        let mut duals = Vec::new();
        for (ply, name) in moves.iter().enumerate() {
            let mv = position.parse_san(name).expect("a legal move");
            let is_winner = ply % 2 == 0;
            let choices = WORLD.moves_to(&position, if is_winner { Wdl::Loss } else { Wdl::Win });
            let distances = choices.iter().map(|choice| distance_by(&position, choice));
            let best = if is_winner { distances.min() } else { distances.max() };
            let chosen = choices.iter().find(|choice| choice.0 == mv).expect("the move keeps who wins");
            assert_eq!(Some(distance_by(&position, chosen)), best, "{line}: {name}");
            if is_winner && choices.len() > 1 {
                let others = choices.iter().filter(|choice| choice.0 != mv);
                let others: BTreeSet<String> = others.map(|choice| position.san(choice.0)).collect();
                duals.push((ply as u64 + 1, others));
            }
            position = position.after(mv);
        }
        assert_eq!(position.ending(), Some(Ending::Checkmate), "{line}");
        let listed = line["duals"].as_array().expect("duals").iter().map(|dual| {
            let moves = dual["moves"].as_array().expect("moves").iter();
            let moves: BTreeSet<String> = moves.map(|mv| mv.as_str().expect("a text").to_owned()).collect();
            (dual["ply"].as_u64().expect("a number"), moves)
        });
        assert_eq!(listed.collect::<Vec<_>>(), duals, "{line}");
        let winner_moves = moves.len() as u64 / 2 + 1;
        let unique = duals.first().map_or(winner_moves, |(ply, _)| ply / 2);
        assert_eq!(line["unique_moves"], unique, "{line}");
        // The first three moves of the winner must be only moves, or all moves if there are fewer.
        if unique >= winner_moves.min(3) {
            sound.insert(("only-move".to_owned(), key(text(line, "fen"))));
        }
    }
    let three = mined(&["only-move", "--slice", "KPvK", "--moves", "3"]);
    assert_eq!(found(&three), sound);
    assert!(!sound.is_empty() && sound.len() < all.lines.len());
    println!("KPvK: {} only moves, {} of them three in a row", all.lines.len(), sound.len());
}

#[test]
#[ignore = "15 CPU-seconds; scripts/check --full runs it"]
fn the_output_does_not_depend_on_threads_or_on_where_it_goes_in_full() {
    let kinds: [&[&str]; 4] = [
        &["zugzwang", "--type", "win-to-draw,draw-to-loss"],
        &["only-move", "--keeps", "draw", "--limit", "1234"],
        &["longest", "--count", "1000"],
        &["only-move", "--slice", "KPvK", "--duals"],
    ];
    for kind in kinds {
        let ask = |more: &[&str]| mined(&[kind, more].concat());
        let (one, four) = (ask(&["--threads", "1"]), ask(&["--threads", "4"]));
        assert!(one.text == four.text && one.summary == four.summary, "{kind:?}");
        assert!(one.lines.len() > 100, "{kind:?}");
        let file = WORLD.root.path().join(format!("{}-{}.jsonl", kind[0], kind.len()));
        let out = ["--variant", "chess", "--out", file.to_str().expect("plain names")];
        assert_eq!(mine(&[kind, &out].concat(), WORLD.root.path()).text, "");
        assert!(std::fs::read_to_string(file).expect("the file is there") == one.text, "{kind:?}");
    }
    let (all, ten) = (mined(&["only-move"]), mined(&["only-move", "--limit", "10"]));
    assert_eq!((ten.lines.len(), &ten.lines[..]), (10, &all.lines[..10]));
    assert_eq!(ten.summary["found"], all.summary["found"]);
}

/// Writes the table of a slice in which the position `number` has the value `value`.
fn put(root: &Path, name: &str, number: u64, value: Known) {
    let solved = Solver::default().solve(Slice::parse("KRvK").expect("a slice")).expect("solved");
    let mut of_slice = solved.into_iter().find(|of| of.slice.name() == name).expect("one of the two");
    let entry = &mut of_slice.entries[number as usize];
    *entry = entry.with_value(value);
    let bytes = chess_table_bytes(&of_slice, dtz(), WdlCoding::Blocks).expect("a table");
    let files = TableFiles::open(root, Chess.manifest()).expect("it can be opened");
    files.put(name, dtz(), &bytes).expect("writable");
}

/// Writes two distances that make cursed wins into the tables, because no win of three or four men
/// is cursed.
#[test]
fn cursed_wins_are_those_that_take_more_plies_than_the_rule_allows() {
    let cursed = |rules: &str| mined(&["cursed", "--rules", rules]);
    assert_eq!([cursed("FIDE-50"), cursed("FIDE-75")].map(|mined| mined.lines.len()), [0, 0]);
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    // Returns lines of the longest positions, in which no capture or pawn move decides.
    let longest = |more: &[&str]| {
        let list = ["longest", "--variant", "chess", "--count", "2", "--maximum", "0"];
        let mined = mine(&[&list, more].concat(), root.path());
        mined.lines.iter().map(|line| line["number"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    let (win, loss) = (longest(&["--slice", "KRvK"])[0], longest(&["--slice", "KvKR", "--losses"])[1]);
    let ask = || mine(&["cursed", "--variant", "chess", "--rules", "FIDE-50"], root.path());
    // A win in exactly 100 plies is not cursed.
    put(root.path(), "KRvK", win, Known::won(100));
    put(root.path(), "KvKR", loss, Known::lost(100));
    assert!(ask().lines.is_empty());
    put(root.path(), "KRvK", win, Known::won(101));
    put(root.path(), "KvKR", loss, Known::lost(102));
    let mined = ask();
    mined.check_counts();
    let wanted = [("cursed-win", "KRvK", win, "win", 101), ("blessed-loss", "KvKR", loss, "loss", 102)];
    assert_eq!(mined.lines.len(), wanted.len());
    for (line, (name, slice, number, wdl, plies)) in mined.lines.iter().zip(wanted) {
        let index = Index::new(Slice::parse(slice).expect("a slice"));
        let fen = index.position(number).expect("a position").fen();
        let wanted = json!({
            "type": name, "slice": slice, "number": number, "fen": fen, "wdl": wdl, "dtz_plies": plies,
            "article": "9.3", "limit_plies": 100
        });
        assert_eq!(*line, wanted);
    }
    assert_eq!(mined.summary["by_type"], json!({ "cursed-win": 1, "blessed-loss": 1 }));
    let readings = &["readings", "--variant", "chess", "--rules", "FIDE-50", "--other", "FIDE-75"];
    for kind in [&["cursed", "--variant", "chess", "--rules", "FIDE-75"][..], readings] {
        let said = fail(&[&["mine"], kind].concat(), root.path(), 3);
        assert!(said.contains("no dtr-FIDE-75 table of"), "{said}");
    }
    succeed(&["generate", "--variant", "chess", "--pieces", "3", "--metric", "dtr-FIDE-75"], root.path());
    let differing = mine(readings, root.path());
    let outcomes = |line: &Json| [text(line, "outcome"), text(line, "other_outcome")].map(str::to_owned);
    let wanted = [["cursed-win", "win"], ["blessed-loss", "loss"]].map(|names| names.map(str::to_owned));
    assert_eq!(differing.lines.iter().map(outcomes).collect::<Vec<_>>(), wanted);
}

#[test]
fn what_chess_does_not_have_is_refused_by_name() {
    let root = WORLD.root.path();
    let ask = |kind: &[&str], code| fail(&[&["mine", kind[0], "--variant", "chess"], &kind[1..]].concat(), root, code);
    let refused: [(&[&str], &str, &str); 13] = [
        (&["longest", "--format", "pdn"], "--format pdn", "leave it out"),
        (&["readings", "--rules", "FMJD-64", "--other", "WCDF"], "FMJD-64 is not a rule code of chess", "FIDE-50"),
        (&["fortress"], "mine fortress", "export --slice"),
        (&["zugzwang", "--men", "1"], "--men", "--pieces"),
        (&["zugzwang", "--winner-pieces", "equal"], "--winner-pieces", "--slice"),
        (&["zugzwang", "--no-capture", "both"], "--no-capture", "leave it out"),
        (&["zugzwang", "--side", "black"], "only positions with White to move", "--winner"),
        (&["longest", "--metric", "dtr-WCDF"], "not dtr-WCDF", "leave out --metric"),
        (&["longest", "--metric", "can-mate"], "not can-mate", "dtr-FIDE-75"),
        (&["longest", "--metric", "wdl"], "no distances", "leave out --metric"),
        (&["cursed", "--rules", "FMJD-64"], "FMJD-64 is not a rule code of chess", "FIDE-50"),
        (&["cursed", "--rules", "FIDE-75", "--metric", "wdl"], "with FIDE-75", "leave out --metric"),
        (&["only-move", "--keeps", "draw", "--moves", "2"], "best play from a draw", "--moves and --duals"),
    ];
    for (kind, asked, instead) in refused {
        let said = ask(kind, 2);
        assert!(said.contains(asked) && said.contains(instead), "{kind:?}: {said}");
    }
    assert!(ask(&["zugzwang", "--slice", "KQvKR"], 3).contains("no wdl table of KQvKR"));
    assert!(ask(&["zugzwang", "--slice", "KMvK"], 2).contains("not a slice of chess"));
    let said = fail(&["mine", "cursed", "--variant", "english", "--rules", "FIDE-50"], root, 2);
    assert!(said.contains("peatee variants english"), "{said}");
    let said = fail(&["mine", "longest", "--variant", "english", "--metric", "dtr-FIDE-50"], root, 2);
    assert!(said.contains("only chess has"), "{said}");
}

/// Checks what `mine` finds in tables without distances. WDL is enough to find only moves and
/// zugzwangs, but lines and lists of the longest positions need distances.
#[test]
fn tables_without_distances_answer_what_they_can() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    for file in std::fs::read_dir(root.path().join("chess")).expect("a folder") {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|metric| metric == "dtr-FIDE-50") {
            std::fs::remove_file(path).expect("removable");
        }
    }
    for kind in [&["only-move"][..], &["zugzwang", "--type", "win-to-draw"]] {
        let arguments = [&[kind[0], "--variant", "chess"], &kind[1..]].concat();
        let without = mine(&arguments, root.path());
        assert_eq!(found(&without), found(&mined(kind)), "{kind:?}");
        assert!(without.lines.iter().all(|line| line.get("dtz_plies").is_none()), "{kind:?}");
        assert_eq!(found(&mine(&[&arguments[..], &["--metric", "wdl"]].concat(), WORLD.root.path())), found(&without));
    }
    for kind in [&["longest"][..], &["only-move", "--moves", "2"], &["cursed", "--rules", "FIDE-50"]] {
        let said = fail(&[&["mine", kind[0], "--variant", "chess"], &kind[1..]].concat(), root.path(), 3);
        assert!(said.contains("no dtr-FIDE-50 table of"), "{kind:?}: {said}");
    }
    // A damaged table must be named in the error, and no output file may appear.
    let table = root.path().join("chess/KPvK.wdl");
    let mut bytes = std::fs::read(&table).expect("readable");
    *bytes.last_mut().expect("not empty") ^= 0x55;
    std::fs::write(&table, bytes).expect("writable");
    let file = root.path().join("out.jsonl");
    let out = ["mine", "zugzwang", "--variant", "chess", "--out", file.to_str().expect("plain names")];
    let said = fail(&out, root.path(), 5);
    assert!(said.contains("KPvK.wdl") && !file.exists(), "{said}");
}
