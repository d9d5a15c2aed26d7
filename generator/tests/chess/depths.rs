//! Compares plies to mate and plies to conversion with a brute force and with published longest
//! mates.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use peatee_chess::{Index, Position, Slice, sets};
use peatee_generator::TableFiles;
use peatee_generator::solver::chess::{DepthSolver, NumberedValues};
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::{WdlCoding, chess_table_bytes};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game as _, RulePlies, Tabled as _};
use peatee_rules::Budget;
use peatee_table::{Metric, Value, Wdl};
use tempfile::TempDir;

use super::counts::counts;
use super::dtz;
use super::plain::{Node, find_winners, nodes};
use crate::common::program::{fail, run, succeed};
use crate::common::rows;

/// Returns the plies of all positions, `None` for draws. Finds short distances first.
fn plies_of(nodes: &[Node], depth: Metric) -> Vec<Option<u16>> {
    let mut found: Vec<Option<u16>> = vec![None; nodes.len()];
    for plies in 0.. {
        let ends = |place: usize| found[place].is_none() && ends_in(nodes, &found, place, plies, depth);
        let new: Vec<usize> = (0..nodes.len()).filter(|&place| ends(place)).collect();
        // A mate after a promotion may take more plies than all distances found so far.
        let is_done = (0..nodes.len()).all(|place| found[place].is_some() || nodes[place].wdl == Wdl::Draw);
        if is_done {
            return found;
        }
        new.into_iter().for_each(|place| found[place] = Some(plies));
    }
    unreachable!("the plies end")
}

/// Returns true when best play reaches mate or a conversion in exactly `plies` plies. All positions
/// with fewer plies must be in `found`.
fn ends_in(nodes: &[Node], found: &[Option<u16>], place: usize, plies: u16, depth: Metric) -> bool {
    let node = &nodes[place];
    // True if the move takes at most `plies` plies.
    let in_time = |after: usize| {
        let converts = nodes[after].slice != node.slice.opposite();
        match depth {
            Metric::Dtc if converts => plies >= 1,
            _ => found[after].is_some_and(|found| found < plies),
        }
    };
    let mut moves = node.zeroing.iter().chain(&node.quiet).copied();
    match node.wdl {
        Wdl::Draw => false,
        Wdl::Loss if node.is_mate => plies == 0,
        Wdl::Loss => moves.all(in_time),
        Wdl::Win => moves.any(|after| nodes[after].wdl == Wdl::Loss && in_time(after)),
    }
}

fn solved(solver: &mut DepthSolver, men: u32) -> HashMap<Slice, NumberedValues> {
    let of_sets = sets(men).into_iter().flat_map(|set| solver.solve(set).expect("solved"));
    of_sets.map(|of_slice| (of_slice.slice, of_slice)).collect()
}

#[test]
fn depths_of_three_men_equal_those_of_a_brute_force() {
    let mut nodes = nodes();
    find_winners(&mut nodes);
    for (depth, longest) in [(Metric::Dtw, [55, 56]), (Metric::Dtc, [37, 38])] {
        let solved = solved(&mut DepthSolver::within(depth), 3);
        let mut found = [0, 0];
        for (node, plies) in nodes.iter().zip(plies_of(&nodes, depth)) {
            let expected = match (node.wdl, plies) {
                (Wdl::Win, Some(plies)) => Known::won(plies),
                (Wdl::Loss, Some(plies)) => Known::lost(plies),
                _ => Known::DRAW,
            };
            let entry = solved[&node.slice].entries[node.number as usize];
            assert_eq!(entry.value(), expected, "{} {} {}", depth.name(), node.slice, node.number);
            let longest = &mut found[usize::from(node.wdl == Wdl::Loss)];
            *longest = (*longest).max(plies.unwrap_or(0));
        }
        assert_eq!(found, longest, "{}", depth.name());
    }
}

#[test]
fn longest_mates_of_three_men_are_those_published() {
    assert_eq!(check_mates(3), 5);
}

#[test]
#[ignore = "7 CPU-seconds; scripts/check --full runs it"]
fn longest_mates_of_three_and_four_men_are_those_published_in_full() {
    assert_eq!(check_mates(4), 35);
}

/// Compares the longest mates and the numbers of won, drawn and lost positions of all sets of up to
/// `men` men with published numbers. Returns the number of sets.
fn check_mates(men: u32) -> usize {
    let solved = solved(&mut DepthSolver::within(Metric::Dtw), men);
    let mut published = rows(include_str!("../data/chess-mates-3-4.tsv"));
    published.retain(|row| Slice::parse(row[0]).is_ok_and(|slice| slice.men() <= men));
    let of_values: HashMap<&str, Vec<&str>> =
        rows(include_str!("../data/chess-3-4.tsv")).into_iter().map(|row| (row[0], row)).collect();
    for row in &published {
        let [name, white, black] = row[..] else { panic!("{row:?}") };
        let set = Slice::parse(name).expect("a slice");
        let of_side = |slice: Slice| solved.get(&slice).unwrap_or_else(|| &solved[&set]);
        for (slice, expected, side) in [(set, white, 1), (set.opposite(), black, 8)] {
            let [wins, draws, losses, longest_win, _] = counts(of_side(slice));
            assert_eq!(longest_win, expected, "{slice}");
            let of_values = &of_values[name][side..];
            assert_eq!([&wins[..], &draws, &losses], [of_values[0], of_values[2], of_values[4]], "{slice}");
        }
    }
    published.len()
}

/// Checks that the longest mates of five men are the published ones, which take 31, 107 and 115
/// moves.
#[test]
#[ignore = "half a minute; scripts/check sets runs it"]
fn longest_mates_of_five_men_are_those_known() {
    for (name, plies) in [("KRRvKR", 61), ("KBNvKN", 213), ("KNNvKP", 229)] {
        let of_both = DepthSolver::within(Metric::Dtw).solve(Slice::parse(name).expect("a slice")).expect("solved");
        let won = of_both[0].entries.iter().map(|entry| entry.value()).filter(|value| value.is_won());
        assert_eq!(won.map(|value| value.plies()).max(), Some(plies), "{name}");
    }
}

const GENERATE: &[&str] = &["generate", "--variant", "chess", "--wdl-coding", "quick-pages", "--metric"];
const VERIFY: &[&str] = &["verify", "--variant", "chess"];

/// Returns the folder of tables of four men with plies to mate, which are made once for all tests.
fn four_men() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        succeed(&[GENERATE, &["dtw", "--pieces", "4"]].concat(), root.path());
        root
    });
    made.path()
}

/// Verifies all values of pawns against pawns, in which captures en passant change distances.
#[test]
#[ignore = "21 CPU-seconds; scripts/check --full runs it"]
fn mates_of_four_men_agree_with_their_moves_in_full() {
    let said = succeed(&[VERIFY, &["--slice", "KPvKP"]].concat(), four_men());
    assert!(said.starts_with("2 tables") && said.contains(" 0 wrong"), "{said}");
    let said = succeed(&[VERIFY, &["--sample", "20000"]].concat(), four_men());
    assert!(said.starts_with("130 tables") && said.contains(" 0 wrong"), "{said}");
}

#[test]
fn tables_of_depths_are_made_verified_and_read_back() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let generate = [GENERATE, &["dtw,dtc", "--pieces", "3"]].concat();
    succeed(&generate, root.path());
    assert_eq!(succeed(VERIFY, root.path()), "30 tables, 1103604 values, 0 wrong\n");
    let file = |name: &str| root.path().join("chess").join(name);
    // Only one of the two files of a set has cells. A lost file must be made again with the same
    // bytes, also by one thread.
    for name in ["KPvK.dtw", "KvKP.dtw", "KPvK.dtc", "KvKP.dtc"] {
        let whole = std::fs::read(file(name)).expect("readable");
        std::fs::remove_file(file(name)).expect("removable");
        succeed(&[&generate[..], &["--threads", "1"]].concat(), root.path());
        assert!(std::fs::read(file(name)).expect("readable") == whole, "{name}");
    }
    let bytes =
        |names: [&str; 2]| names.map(|name| std::fs::metadata(file(name)).expect("there").len()).into_iter().min();
    assert_eq!(bytes(["KPvK.dtw", "KvKP.dtw"]), Some(320));
}

#[test]
fn wrong_depths_are_found() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["dtw", "--pieces", "3"]].concat(), root.path());
    let mut solved = DepthSolver::within(Metric::Dtw).solve(Slice::parse("KRvK").expect("a slice")).expect("solved");
    let place = solved[0].entries.iter().position(|entry| entry.value() == Known::won(21)).expect("such a position");
    solved[0].entries[place] = solved[0].entries[place].with_value(Known::won(23));
    let bytes = chess_table_bytes(&solved[0], Metric::Dtw, WdlCoding::Blocks).expect("a table");
    let files = TableFiles::open(root.path(), Chess.manifest()).expect("it can be opened");
    files.put("KRvK", Metric::Dtw, &bytes).expect("writable");
    let output = run(&[VERIFY, &["--slice", "KRvK"]].concat(), root.path());
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("win, DTM 23 plies") && said.contains("its moves say win, DTM 21 plies"), "{said}");
}

/// Checks that three commands read plies to mate: `stats` must find the longest mate of king and
/// rook, `mine` its positions, and `export` its plies.
#[test]
fn commands_take_the_metric_of_mates() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["dtw", "--pieces", "3"]].concat(), root.path());
    let of_mates =
        |command: &[&str]| succeed(&[command, &["--variant", "chess", "--metric", "dtw"]].concat(), root.path());
    let said = of_mates(&["stats", "--format", "tsv", "--pieces", "3"]);
    let of_slice =
        |name: &str| said.lines().find(|line| line.starts_with(name)).map(|line| line.rsplit('\t').collect());
    assert_eq!(of_slice("KRvK").map(|columns: Vec<&str>| columns[1]), Some("31"));
    assert_eq!(of_slice("KvKP").map(|columns: Vec<&str>| columns[0]), Some("56"));
    let mined = of_mates(&["mine", "longest", "--slice", "KRvK", "--count", "1", "--maximum", "0"]);
    assert!(mined.contains("\"wdl\":\"win\",\"dtw_plies\":31}"), "{mined}");
    let mined = of_mates(&["mine", "zugzwang", "--slice", "KPvK", "--type", "win-to-draw", "--limit", "1"]);
    assert!(mined.contains("\"dtw_plies\":null,\"other_wdl\":\"loss\",\"other_dtw_plies\":"), "{mined}");
    let mined = of_mates(&["mine", "only-move", "--slice", "KPvK", "--moves", "3", "--limit", "1"]);
    assert!(mined.contains("dtw_plies"), "{mined}");
    let exported = of_mates(&["export", "--slice", "KRvK"]);
    assert!(exported.starts_with("number,fen,wdl,dtw_plies\n"), "{}", &exported[..60]);
    assert_eq!(exported.lines().filter_map(|line| line.rsplit(',').next()?.parse().ok()).max(), Some(31));
}

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Checks probes in plies to mate. Each value must be that of the best move, also after double
/// steps. Moves must be rated by the positions after them. Best play must reach mate in the stated
/// number of plies.
#[test]
#[ignore = "11 CPU-seconds; scripts/check --full runs it"]
fn probes_of_mates_agree_with_moves_in_full() {
    let tables = Tables::open(four_men().join("chess")).expect("tables just made open");
    let of = |position: &Position| tables.value_in(position, Metric::Dtw).expect("a value");
    let by_moves = |position: &Position| {
        let rated = |mv| of(&position.after(mv)).before_move();
        let over = if position.is_check() { Value { wdl: Wdl::Loss, plies: Some(0) } } else { Value::DRAW };
        position.moves().into_iter().map(rated).min_by_key(|value| value.order()).unwrap_or(over)
    };
    let index = Index::new(Slice::parse("KPvKP").expect("a slice"));
    let (mut passed, mut changed) = (0, 0);
    for here in (0..index.numbers()).step_by(83).filter_map(|number| index.position(number)) {
        assert_eq!(of(&here), by_moves(&here), "{here}");
        for after in here.moves().into_iter().map(|mv| here.after(mv)).filter(Position::can_capture_en_passant) {
            assert_eq!(of(&after), by_moves(&after), "{after}");
            passed += 1;
            let fen = after.fen();
            let fields: Vec<&str> = fen.split(' ').take(3).collect();
            changed += u32::from(of(&position(&(fields.join(" ") + " -"))) != of(&after));
        }
    }
    assert!(passed > 250 && changed > 20, "{passed} positions after double steps, {changed} changed by the capture");
    // The position is one of the longest mates of bishop and knight.
    let slice = Slice::parse("KBNvK").expect("a slice");
    let index = Index::new(slice);
    let boards = || (0..index.numbers()).filter_map(|number| index.position(number));
    let mut here = boards().find(|position| of(position).plies == Some(65)).expect("published");
    for left in (0..65).rev() {
        let rated = |&mv: &_| of(&here.after(mv)).before_move().order();
        let best = here.moves().into_iter().min_by_key(rated).expect("a move");
        here = here.after(best);
        assert_eq!(of(&here).plies, Some(left));
    }
    assert!(here.ending().is_some());
}

#[test]
fn a_mate_takes_no_plies_with_any_clock() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["dtw", "--pieces", "3"]].concat(), root.path());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made open");
    let rules = Chess::fifty_moves();
    for clock in [0, 99, 100] {
        let mate = position(&format!("k6R/8/1K6/8/8/8/8/8 b - - {clock} 90"));
        let counters = Chess.counters(&rules, &mate);
        let value = tables.rule_value_until(&mate, &rules, &counters, &Budget::unlimited()).expect("a mate");
        assert!(matches!(value.plies, None | Some(RulePlies::Exact(0))), "{clock}: {value:?}");
        let plies = tables.plies_under_rules(&mate, &rules, &counters, &Budget::unlimited());
        assert!(matches!(plies, Ok(Some(RulePlies::Exact(0))) | Err(_)), "{clock}: {plies:?}");
    }
}

#[test]
fn what_has_no_depth_says_so() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["dtw", "--pieces", "3"]].concat(), root.path());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made open");
    let rook = position("8/8/8/8/8/2k5/8/K6R w - -");
    let depths = |tables: &Tables| {
        [Metric::Dtw, Metric::Dtc].map(|depth| tables.value_in(&rook, depth).map(|value| value.plies))
    };
    assert!(matches!(depths(&tables), [Ok(Some(plies)), Ok(None)] if plies % 2 == 1), "{:?}", depths(&tables));
    let refused = tables.plies(&rook, Metric::Dtc).expect_err("there is no such table");
    let said = refused.to_string();
    assert!(
        said.contains("no dtc table of KRvK") && said.contains("--variant chess --pieces 3 --metric dtc"),
        "{said}"
    );
    assert_eq!(tables.value_in(&rook, dtz()).expect("who wins").plies, None);
    let castling = tables.value_in(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Metric::Dtw);
    assert!(castling.is_err_and(|error| error.to_string().contains("castling")));
    assert!(fail(&[GENERATE, &["dtx", "--pieces", "3"]].concat(), root.path(), 2).contains("dtx"));
    // A missing file counts as a missing table. A damaged file gives an error that names it.
    for (change, expected) in [(None, "Ok(None)"), (Some(1), "KRvK.dtw")] {
        let names = ["KRvK.dtw", "KvKR.dtw"].map(|name| root.path().join("chess").join(name));
        for name in &names {
            let mut bytes = std::fs::read(name).unwrap_or_default();
            match change {
                None => std::fs::remove_file(name).expect("removable"),
                Some(place) => {
                    bytes.resize(400, place);
                    std::fs::write(name, bytes).expect("writable");
                }
            }
        }
        let tables = Tables::open(root.path().join("chess")).expect("a manifest");
        let said = format!("{:?}", depths(&tables)[0]);
        assert!(said.contains(expected), "{said}");
    }
}
