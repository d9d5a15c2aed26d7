//! Tests tables of requirements: wrong values that the verifier finds, damage, and the output of
//! commands that show distances.

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::program::{fail, succeed};
use crate::common::{Made, copy_files, game, generate_metrics_into, rows};
use peatee_generator::TableDirectory;
use peatee_generator::explore::signature::{DigestSource, signature};
use peatee_generator::solver::draughts::requirements::RequirementSolution;
use peatee_generator::tables::read::cells::each_cell;
use peatee_generator::tables::write::requirement_table_bytes;
use peatee_generator::verify::draughts::verify;
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::requirement::{Requirement, Way};
use peatee_table::{Metric, RuleSet, Slice, Wdl};
use tempfile::TempDir;

fn rules() -> DrawRules {
    DrawRules::named("FMJD-64-Russian").expect("a code")
}

fn metric() -> Metric {
    Metric::Dtr(RuleSet::new(&rules()))
}

/// Returns a copy of tables that are made once for all tests.
fn make() -> Made {
    static MADE: LazyLock<TempDir> = LazyLock::new(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        generate_metrics_into(root.path(), "russian", 3, &[Metric::Wdl, Metric::Dtw, metric()]);
        root
    });
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_files(&MADE.path().join("russian"), &root.path().join("russian"));
    let tables = open(&root);
    Made { tables, root }
}

fn open(root: &TempDir) -> Tables {
    Tables::open(root.path().join("russian")).expect("tables just made open")
}

/// Returns the content of the table of a slice: its requirements (conditions of wins) and its
/// cells. A test can change them and write the table again.
fn solution(made: &Made, slice: Slice) -> RequirementSolution {
    let table = made.tables.need(slice, metric()).expect("made");
    let mut solution = RequirementSolution {
        slice,
        values: Vec::new(),
        list: table.requirements().expect("sound").to_vec(),
        cells: Vec::new(),
    };
    table.each_cell(|_, cell| solution.cells.push(cell as u16)).expect("sound");
    each_cell(&made.tables, slice, Metric::Wdl, |_, cell| solution.values.push(Wdl::of_cell(cell))).expect("sound");
    solution
}

/// Replaces the table of a slice and opens all tables.
fn replaced(made: &Made, solution: &RequirementSolution) -> Tables {
    let bytes = requirement_table_bytes(&game("russian"), solution, metric()).expect("zstd works");
    let directory = TableDirectory::open(made.root.path(), &game("russian")).expect("it opens");
    directory.put(solution.slice, metric(), &bytes).expect("writable");
    open(&made.root)
}

/// Replaces the list of requirements of a table by `list`, sorted, and changes the cells to the new
/// indices.
fn renumbered(list: &[Requirement], table: RequirementSolution) -> RequirementSolution {
    let mut ordered = list.to_vec();
    ordered.sort();
    ordered.dedup();
    let cell = |&cell: &u16| match (cell as usize).checked_sub(1) {
        None => 0,
        Some(place) => ordered.binary_search(&list[place]).expect("it is in the list") as u16 + 1,
    };
    let cells = table.cells.iter().map(cell).collect();
    RequirementSolution { list: ordered, cells, ..table }
}

#[test]
fn the_verifier_finds_a_way_of_one_ply_more_or_less() {
    let made = make();
    let slice = Slice::parse(made.tables.game(), "KKvK").expect("a slice");
    assert_eq!(verify(&made.tables, slice, metric()).expect("sound").wrong, 0);
    let sound = solution(&made, slice);
    let of_seven_two_eight = rules().code.counts.iter().position(|rule| rule.article == "7.2.8").expect("an article");
    // The requirement must allow changes by two plies up and down, because the moves of one side
    // leave only numbers of plies of one parity.
    let is_inside = |cell: &usize| (3..=7).contains(&sound.list[cell - 1].ways()[0].left_plies[of_seven_two_eight]);
    let occurs = |cell: &usize| sound.cells.iter().filter(|&&other| usize::from(other) == *cell).count();
    let often = (1..=sound.list.len()).filter(is_inside).max_by_key(occurs).expect("wins are in time") - 1;
    let changed = |change: &dyn Fn(&mut Way)| {
        let mut list = sound.list.clone();
        let mut ways = list[often].ways().to_vec();
        change(&mut ways[0]);
        list[often] = Requirement::new(ways);
        let wrong = renumbered(&list, solution(&made, slice));
        verify(&replaced(&made, &wrong), slice, metric()).expect("sound but wrong").wrong
    };
    assert!(changed(&|way| way.left_plies[of_seven_two_eight] += 2) > 0);
    assert!(changed(&|way| way.left_plies[of_seven_two_eight] -= 2) > 0);
    assert_eq!(verify(&replaced(&made, &sound), slice, metric()).expect("sound").wrong, 0);
}

#[test]
fn a_number_beyond_the_list_is_damage() {
    let made = make();
    let slice = Slice::parse(made.tables.game(), "KKvK").expect("a slice");
    let mut wrong = solution(&made, slice);
    let beyond = wrong.list.len() as u16 + 1;
    let place = wrong.cells.iter().position(|&cell| cell > 0).expect("some are decided");
    wrong.cells[place] = beyond;
    let tables = replaced(&made, &wrong);
    let position = peatee_generator::explore::stats::position_of(&tables, slice, place as u64);
    let error = tables.rule_value(&position, &rules(), &rules().start(&position)).expect_err("no such requirement");
    assert!(error.to_string().contains("KKvK.dtr-FMJD-64-Russian"), "{error}");
    assert!(verify(&tables, slice, metric()).is_err());
}

#[test]
fn every_changed_byte_of_the_list_is_noticed() {
    let made = make();
    let path: PathBuf = made.root.path().join("russian/KMvK.dtr-FMJD-64-Russian");
    let good = std::fs::read(&path).expect("readable");
    let field = |offset: usize| u32::from_le_bytes(std::array::from_fn(|i| good[offset + i])) as usize;
    let slice = Slice::parse(made.tables.game(), "KMvK").expect("a slice");
    let decided = solution(&made, slice).cells.iter().position(|&cell| cell > 0).expect("some are");
    let position = peatee_generator::explore::stats::position_of(&made.tables, slice, decided as u64);
    for place in good.len() - field(264)..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        std::fs::write(&path, bad).expect("writable");
        let error = open(&made.root).rule_value(&position, &rules(), &rules().start(&position)).expect_err("damaged");
        assert!(error.to_string().contains("list of requirements"), "byte {place}: {error}");
    }
    // The next run makes the table again.
    generate_metrics_into(made.root.path(), "russian", 3, &[Metric::Wdl, Metric::Dtw, metric()]);
    assert_eq!(std::fs::read(&path).expect("readable"), good);
}

/// Checks the plies that commands show for positions in which all counts are at 0. They must be the
/// plies that the win needs of the binding count (the running count with the fewest plies left).
#[test]
fn commands_show_the_plies_needed_with_fresh_counts() {
    let made = make();
    let code = "dtr-FMJD-64-Russian";
    let lines = succeed(
        &["export", "--variant", "russian", "--slice", "KMvK", "--metric", code, "--format", "csv"],
        made.root.path(),
    );
    let mut cursed = 0;
    for line in lines.lines().skip(1).step_by(101) {
        let fields: Vec<&str> = line.split(',').collect();
        let (fen, [wdl, plies]) =
            (fields[1..fields.len() - 2].join(","), [fields[fields.len() - 2], fields[fields.len() - 1]]);
        let position = made.tables.game().parse_fen(fen.trim_matches('"')).expect("legal");
        let found = made.tables.rule_value(&position, &rules(), &rules().start(&position)).expect("made");
        let is_in_time = matches!(found.outcome, RuleOutcome::Win | RuleOutcome::Loss);
        let expected = found.needed_plies.filter(|_| is_in_time).map_or(String::new(), |plies| plies.to_string());
        assert_eq!((wdl, plies), (found.value.wdl.name(), &*expected), "{fen}");
        cursed += matches!(found.outcome, RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) as u32;
    }
    assert_eq!(cursed, 0, "with fresh counts no win of three pieces is lost");
    let stats = succeed(&["stats", "--variant", "russian", "--metric", code], made.root.path());
    assert!(stats.contains("KMvK"), "{stats}");
}

#[test]
fn a_code_of_another_board_is_refused() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let said = fail(
        &["generate", "--variant", "international", "--pieces", "2", "--metric", "wdl,dtw,dtr-FMJD-64-Russian"],
        root.path(),
        2,
    );
    assert!(said.contains("main road") && said.contains("peatee variants international"), "{said}");
}

/// Compares signatures with recorded ones, so that no change to the program alters a value
/// unnoticed. `scripts/check sets` compares the signatures of four pieces; this test only checks
/// that `proofs.md` lists them.
#[test]
fn signatures_of_three_pieces() {
    let listed = rows(include_str!("data/signatures.tsv"));
    let of_codes = || listed.iter().filter(|row| row[2].starts_with("dtr-"));
    let expected: Vec<_> = of_codes().filter(|row| row[1] == "3").collect();
    let proofs = include_str!("../../probe/rules/docs/proofs.md");
    for row in of_codes().filter(|row| row[1] == "4") {
        assert!(proofs.contains(&format!("| `{}` | `{}` |", row[2], row[3])), "{row:?} is not on the page of proofs");
    }
    let mut wrong = String::new();
    for row in &expected {
        let [variant, "3", metric, signed] = row[..] else { panic!("{row:?}") };
        let metric = Metric::named(metric).expect("a metric");
        let root = tempfile::tempdir().expect("there is room for temporary files");
        generate_metrics_into(root.path(), variant, 3, &[Metric::Wdl, Metric::Dtw, metric]);
        let tables = Tables::open(root.path().join(variant)).expect("they open");
        for source in [DigestSource::Header, DigestSource::Values] {
            let found = signature(&tables, 3, metric, source).expect("all tables are there");
            if found != signed {
                wrong += &format!("{variant}\t3\t{metric}\t{found}\n");
            }
        }
    }
    assert_eq!(wrong, "", "the values of these sets are not those of tests/data/signatures.tsv");
    assert_eq!(expected.len(), 6);
}
