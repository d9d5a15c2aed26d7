//! Runs `peatee-gen generate` and `verify` for chess as a user does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use peatee_chess::{Index, Slice};
use peatee_generator::TableFiles;
use peatee_generator::jobs::files::check::damaged_files;
use peatee_generator::solver::chess::Solver;
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::{WdlCoding, chess_table_bytes};
use peatee_probe::Tabled as _;
use peatee_probe::chess::{Chess, Tables};
use peatee_table::{Manifest, Metric};

use super::{copy_three_men_into, dtz, four_men};
use crate::common::program::{fail, program, run, succeed};
use crate::common::{Random, rows};

const VERIFY: &[&str] = &["verify", "--variant", "chess"];
const GENERATE: &[&str] = &["generate", "--variant", "chess", "--pieces", "3"];

#[test]
fn tables_are_made_verified_kept_and_repaired() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(GENERATE, root.path());
    assert_eq!(succeed(VERIFY, root.path()), "20 tables, 735736 values, 0 wrong\n");
    let said = succeed(&[VERIFY, &["--slice", "KRvK"]].concat(), root.path());
    assert_eq!(said, "2 tables, 43918 values, 0 wrong\n");
    let file = root.path().join("chess").join("KRvK.dtr-FIDE-50");
    let whole = std::fs::read(&file).expect("readable");
    // The table is first whole, then missing, then damaged. In the last two cases it must be made
    // again with the same bytes.
    let said = |output: std::process::Output| String::from_utf8(output.stderr).expect("text");
    assert!(said(run(GENERATE, root.path())).contains("0 made (0 positions"));
    std::fs::remove_file(&file).expect("removable");
    assert!(fail(VERIFY, root.path(), 3).contains("KRvK.dtr-FIDE-50"));
    assert!(said(run(GENERATE, root.path())).contains("KRvK.dtr-FIDE-50 was missing or damaged"));
    assert_eq!(std::fs::read(&file).expect("readable"), whole);
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("not empty") ^= 1;
    std::fs::write(&file, damaged).expect("writable");
    assert!(fail(VERIFY, root.path(), 5).contains("KRvK.dtr-FIDE-50"));
    succeed(GENERATE, root.path());
    succeed(VERIFY, root.path());
}

#[test]
fn one_slice_is_made_with_all_that_it_leads_to() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let made = || {
        let files = std::fs::read_dir(root.path().join("chess")).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
        names.filter_map(|name| Some(name.strip_suffix(".wdl")?.to_owned())).collect::<BTreeSet<String>>()
    };
    succeed(&["slice", "KvKR", "--variant", "chess"], root.path());
    assert_eq!(made(), ["KRvK", "KvKR"].map(str::to_owned).into());
    succeed(&["slice", "KPvK", "--variant", "chess"], root.path());
    assert_eq!(made().len(), 10);
    assert_eq!(succeed(VERIFY, root.path()), "20 tables, 735736 values, 0 wrong\n");
    let said = fail(&["slice", "KQQPvKR", "--variant", "chess"], root.path(), 2);
    assert!(said.contains("3 to 5 men"), "{said}");
    fail(&["slice", "KZvK", "--variant", "chess"], root.path(), 2);
}

#[test]
fn distances_under_the_75_move_rule_stand_beside_those_under_50_moves() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let both = ["--metric", "dtr-FIDE-50,dtr-FIDE-75"];
    succeed(&[GENERATE, &both].concat(), root.path());
    assert_eq!(succeed(VERIFY, root.path()), "30 tables, 1103604 values, 0 wrong\n");
    // No win of three men takes 50 moves, so only the names of the rules differ.
    let folder = root.path().join("chess");
    let tables = Tables::open(&folder).expect("tables");
    let index = Index::new(Slice::parse("KRvK").expect("a slice"));
    for position in (0..index.numbers()).step_by(97).filter_map(|number| index.position(number)) {
        let [of_50, of_75] =
            ["FIDE-50", "FIDE-75"].map(|code| tables.value_in(&position, Metric::dtz(code)).expect("a value"));
        assert_eq!(of_50, of_75, "{position}");
    }
    // If made alone, these metrics include WDL.
    let alone = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["--metric", "dtr-FIDE-75"]].concat(), alone.path());
    assert_eq!(succeed(VERIFY, alone.path()), "20 tables, 735736 values, 0 wrong\n");
    for file in ["KRvK.wdl", "KRvK.dtr-FIDE-75"] {
        let [one, other] = [&folder, &alone.path().join("chess")].map(|folder| std::fs::read(folder.join(file)));
        assert_eq!(one.expect("made"), other.expect("made"), "{file}");
    }
}

/// Returns the content of every file of a directory except the lock, by file name.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(directory).expect("it is there").map(|entry| entry.expect("readable"));
    let named = files.map(|file| (file.file_name().into_string().expect("plain names"), file.path()));
    named
        .filter(|(name, _)| name != ".lock")
        .map(|(name, path)| (name, std::fs::read(path).expect("readable")))
        .collect()
}

/// Checks that a killed run loses no finished table. The next run must read the tables back, and
/// must write the same bytes as a run that is not killed.
#[test]
#[ignore = "13 CPU-seconds; scripts/check --full runs it"]
fn kills_lose_nothing_and_change_nothing_in_full() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let generate = ["generate", "--variant", "chess", "--pieces", "4", "--wdl-coding", "quick-pages"];
    let directory = root.path().join("chess");
    let finished =
        || Manifest::read(&directory).expect("whole or not there").map_or(0, |manifest| manifest.tables.len());
    let mut random = Random::from_clock();
    let (mut kills, mut before) = (0, 0);
    while kills < 4 {
        let mut child = program(&generate, root.path()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_micros(random.u64(..1_000_000)));
        if child.try_wait().expect("it can be asked").is_some() {
            break;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        let now = finished();
        // Before the first set is written there may be no manifest.
        let is_whole = || damaged_files(&directory, |_| true).is_ok_and(|damaged| damaged.is_empty());
        assert!(now >= before && (now == 0 || is_whole()));
        before = now;
    }
    assert!(kills > 0, "it was done before it could be killed");
    succeed(&generate, root.path());
    let (found, wanted) = (contents(&directory), contents(&four_men()));
    assert!(found.keys().eq(wanted.keys()), "{:?} and {:?}", found.keys(), wanted.keys());
    wanted.iter().for_each(|(name, bytes)| assert!(&found[name] == bytes, "{name} differs"));
}

/// Compares counts and longest distances of all sets of four men with published numbers.
#[test]
fn statistics_are_those_published() {
    let root = four_men().parent().expect("the folder is in a directory").to_owned();
    let said = succeed(&["stats", "--variant", "chess", "--format", "tsv"], &root);
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in said.lines().skip(1) {
        let (slice, counts) = line.split_once('\t').expect("columns");
        found.insert(slice, counts.split('\t').collect());
    }
    let published = rows(include_str!("../data/chess-3-4.tsv"));
    for row in &published {
        let set = Slice::parse(row[0]).expect("a slice");
        assert_eq!(found[row[0]], row[1..8], "{set}");
        assert_eq!(found[&set.opposite().name()[..]], row[8..15], "{}", set.opposite());
    }
    assert_eq!((published.len(), found.len()), (35, 66 - 1));
    let said = fail(&["stats", "--variant", "chess", "--metric", "wdl"], &root, 2);
    assert!(said.contains("not wdl"), "{said}");
}

/// Checks that signatures depend only on the values, and not on the coding of files or on how the
/// values are read.
#[test]
fn tables_have_signatures_of_their_values() {
    let roots = [(); 2].map(|()| tempfile::tempdir().expect("there is room for temporary files"));
    let metrics = "wdl,dtw,dtc,dtr-FIDE-50,dtr-FIDE-75,can-mate";
    let generate = ["generate", "--variant", "chess", "--pieces", "3", "--metric", metrics, "--wdl-coding"];
    for (root, coding) in roots.iter().zip(["pages", "blocks"]) {
        succeed(&[&generate[..], &[coding]].concat(), root.path());
    }
    let sign = |root: &Path, more: &[&str]| succeed(&[&["signature", "--variant", "chess"], more].concat(), root);
    let [pages, blocks] = roots.each_ref().map(|root| sign(root.path(), &[]));
    assert_eq!(pages, blocks);
    assert_eq!(sign(roots[0].path(), &["--from-values"]), pages);
    let signed: Vec<(&str, &str)> = pages.lines().filter_map(|line| line.split_once(' ')).collect();
    let names: Vec<&str> = signed.iter().map(|(_, name)| name.trim()).collect();
    let expected = ["wdl", "dtw", "dtc", "dtr-FIDE-50", "dtr-FIDE-75", "can-mate"];
    assert_eq!(names, expected.map(|metric| format!("chess 3-3 {metric}")));
    let digests: BTreeSet<&str> = signed.iter().map(|(digest, _)| *digest).collect();
    assert!(digests.len() == 6 && digests.iter().all(|digest| digest.len() == 64), "{pages}");
    let index = Index::new(Slice::parse("KRvK").expect("a slice"));
    let number = (20_000..).find(|&number| index.board(number).is_some()).expect("a position");
    put_wrong(roots[1].path(), number, Known::DRAW, Metric::Wdl);
    let changed = sign(roots[1].path(), &[]);
    let differ: Vec<bool> = changed.lines().zip(pages.lines()).map(|(one, other)| one != other).collect();
    assert_eq!(differ, [true, false, false, false, false, false], "{changed}");
    let table = roots[1].path().join("chess/KQvK.dtc");
    let mut bytes = std::fs::read(&table).expect("readable");
    *bytes.last_mut().expect("not empty") ^= 1;
    std::fs::write(&table, bytes).expect("writable");
    assert!(fail(&["signature", "--variant", "chess"], roots[1].path(), 5).contains("KQvK.dtc"));
    assert!(
        fail(&["signature", "--variant", "chess", "--metric", "dtr-WCDF"], roots[0].path(), 2).contains("dtr-WCDF")
    );
}

#[test]
fn plans_say_what_sets_take() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let plan = |more: &[&str]| {
        let output = program_alone(&[&["plan", "--variant", "chess"], more].concat());
        String::from_utf8(output.stdout).expect("text")
    };
    let six = plan(&["--pieces", "6"]);
    // 35 sets of three and four men, 110 of five, 365 of six.
    assert_eq!(six.lines().filter(|line| line.starts_with('K')).count(), 35 + 110 + 365);
    assert!(six.contains("510 jobs, 6,416,084,036,880 positions"), "{six}");
    // A run must not start with a little less memory than planned. With plies to mate, successors
    // need more memory.
    let mut before = 0;
    for metrics in ["wdl,dtr-FIDE-50", "wdl,dtw"] {
        let asked = ["--pieces", "4", "--metric", metrics];
        let jobs: serde_json::Value =
            serde_json::from_str(&plan(&[&asked[..], &["--format", "json"]].concat())).expect("JSON");
        let jobs = jobs.as_array().expect("a list");
        let most = jobs.iter().map(|job| job["memory_bytes"].as_u64().expect("a number")).max().expect("sets");
        let memory = (most - 1).to_string();
        let generate = [&["generate", "--variant", "chess", "--memory", &memory], &asked[..]].concat();
        let said = fail(&generate, root.path(), 4);
        assert!(said.contains("allow more") && most > before, "{said}");
        assert!(!root.path().join("chess/manifest.json").exists(), "{metrics}");
        before = most;
    }
    let output = program_alone(&["plan", "--variant", "chess", "--pieces", "7"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.code() == Some(2) && said.contains("planned for 3 to 6"), "{said}");
}

/// Runs a command that takes no directory of tables.
fn program_alone(arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_peatee-gen")).args(arguments).output().expect("the program starts")
}

/// Writes a table of KRvK in which the position number `number` has the value `value`.
fn put_wrong(root: &Path, number: u64, value: Known, metric: Metric) {
    let mut solved = Solver::default().solve(Slice::parse("KRvK").expect("a slice")).expect("solved");
    let mut of_slice = solved.remove(0);
    let entry = &mut of_slice.entries[number as usize];
    *entry = entry.with_value(value);
    let bytes = chess_table_bytes(&of_slice, metric, WdlCoding::Blocks).expect("a table");
    let files = TableFiles::open(root, Chess.manifest()).expect("it can be opened");
    files.put("KRvK", metric, &bytes).expect("writable");
}

#[test]
fn wrong_values_are_found() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let index = Index::new(Slice::parse("KRvK").expect("a slice"));
    let number = (20_000..).find(|&number| index.board(number).is_some()).expect("a position");
    for (metric, value) in [(dtz(), Known::won(33)), (dtz(), Known::won(1)), (Metric::Wdl, Known::DRAW)] {
        put_wrong(root.path(), number, value, metric);
        let output = run(VERIFY, root.path());
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("KRvK: ") && said.contains("its moves say win, DTZ"), "{said}");
        // Only one table is wrong at a time.
        put_wrong(root.path(), 0, Known::DRAW, metric);
    }
    // No position has the number 0, so no table has a wrong value.
    assert!(index.board(0).is_none());
    succeed(VERIFY, root.path());
}

#[test]
fn wrong_arguments_are_answered() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    fn generate<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["generate", "--variant"], more].concat()
    }
    for (arguments, code, reason) in [
        (generate(&["chess", "--pieces", "6"]), 2, "3 to 5 men"),
        (generate(&["chess", "--pieces", "3", "--metric", "dtr-WCDF"]), 2, "dtr-FIDE-75, dtw (DTM), dtc and can-mate"),
        (generate(&["chess", "--pieces", "4", "--memory", "1M"]), 4, "allow more"),
        (generate(&["english", "--pieces", "2", "--metric", "dtr-FIDE-50"]), 2, "only chess"),
        (generate(&["chest", "--pieces", "2"]), 2, "chest"),
        (VERIFY.to_vec(), 3, "generate --variant chess"),
    ] {
        let said = fail(&arguments, root.path(), code);
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
    copy_three_men_into(root.path());
    for (more, code, reason) in
        [(["--slice", "KKvK"], 2, "not a slice of chess"), (["--slice", "KQvKR"], 3, "no wdl table of KQvKR")]
    {
        let said = fail(&[VERIFY, &more].concat(), root.path(), code);
        assert!(said.contains(reason), "{said}");
    }
}
