//! Tests runs of the generator with several threads and processes, with little memory, and job by
//! job.

mod damage;
mod stopped;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::time::SystemTime;

use crate::common::game;
use crate::common::program::{fail, program, run, succeed};
use peatee_generator::jobs::files::check::damaged_files;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate, plan, work};
use peatee_rules::draw::DrawRules;
use peatee_table::{MANIFEST_NAME, Manifest, Metric, RuleSet, Slice};
use tempfile::TempDir;

/// Returns the content of every file of a directory except the locks, by file name.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(directory).expect("it is there").map(|entry| entry.expect("readable"));
    files
        .map(|file| (file.file_name().into_string().expect("plain names"), file.path()))
        .filter(|(name, _)| name != ".lock" && name != ".claims")
        .map(|(name, path)| (name, std::fs::read(path).expect("readable")))
        .collect()
}

fn assert_same_directory(found: &Path, wanted: &Path) {
    let (found, wanted) = (contents(found), contents(wanted));
    assert!(found.keys().eq(wanted.keys()), "{:?} and {:?}", found.keys(), wanted.keys());
    for (name, bytes) in &wanted {
        assert!(&found[name] == bytes, "{name} differs");
    }
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// Identifies a version of a file. The mark changes when the file is rewritten.
type Mark = (u64, SystemTime);

#[cfg(unix)]
fn mark(path: &Path) -> Mark {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (metadata.ino(), metadata.modified().expect("times are kept"))
}

#[cfg(windows)]
fn mark(path: &Path) -> Mark {
    let metadata = std::fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (metadata.len(), metadata.modified().expect("times are kept"))
}

/// Returns the mark of every finished table, and checks the digests of all of them.
fn finished(directory: &Path) -> BTreeMap<String, Mark> {
    let Some(manifest) = Manifest::read(directory).expect("a manifest is whole or not there") else {
        return BTreeMap::new();
    };
    let damaged = damaged_files(directory, |_| true).expect("the manifest is whole");
    assert!(damaged.is_empty(), "what the manifest lists is whole: {damaged:?}");
    manifest.tables.keys().map(|name| (name.clone(), mark(&directory.join(name)))).collect()
}

#[test]
fn one_and_two_threads_write_the_same_bytes() {
    let (one, two) = (temporary(), temporary());
    for (variant, pieces, metrics) in [
        // Slices of four kings have enough rows for several threads.
        ("russian", "4", "wdl,dtw,dtr-FMJD-64,dtr-USSR-1953-64"),
        ("oneway", "3", "wdl,dtw"),
        ("giveaway", "3", "wdl,dtw"),
    ] {
        let generate = ["generate", "--variant", variant, "--pieces", pieces, "--metric", metrics, "--threads"];
        succeed(&[&generate[..], &["1"]].concat(), one.path());
        succeed(&[&generate[..], &["2"]].concat(), two.path());
        assert_same_directory(&two.path().join(variant), &one.path().join(variant));
    }
}

/// Checks that tables under draw rules bring the DTW tables that they depend on. These are the
/// tables of slices with a draw count that no move resets, so that it runs to the end of the game.
#[test]
fn values_under_draw_rules_bring_the_distances_that_they_depend_on() {
    let (asked_for_few, asked_for_all) = (temporary(), temporary());
    let generate = ["generate", "--variant", "russian", "--pieces", "4", "--metric"];
    succeed(&[&generate[..], &["wdl,dtr-USSR-1953-64"]].concat(), asked_for_few.path());
    succeed(&[&generate[..], &["wdl,dtw,dtr-USSR-1953-64"]].concat(), asked_for_all.path());
    let [few, all] = [&asked_for_few, &asked_for_all].map(|root| contents(&root.path().join("russian")));
    let distances = few.keys().filter(|name| name.ends_with(".dtw")).count();
    assert!(distances > 0 && distances < 20, "{distances}");
    for (name, bytes) in few.iter().filter(|(name, _)| *name != MANIFEST_NAME) {
        assert!(all[name] == *bytes, "{name} differs");
    }
    assert_eq!(all.len() - few.len(), all.keys().filter(|name| name.ends_with(".dtw")).count() - distances);
    let signed = succeed(&["signature", "--variant", "russian"], asked_for_few.path());
    assert!(signed.contains(" 2-4 wdl\n") && signed.contains(" 2-4 dtr-USSR-1953-64\n"), "{signed}");
    assert!(!signed.contains("dtw"), "{signed}");
}

/// Compares a run with the minimal memory with a run with much memory. With little memory, values
/// are in files, and slices after captures are read one unit (configuration of the men) at a time.
#[test]
fn little_memory_writes_the_same_bytes() {
    let (much, little) = (temporary(), temporary());
    for (variant, pieces) in [("english", 4), ("breakthrough", 4), ("russian", 4)] {
        let jobs = plan(&game(variant), pieces, &[Metric::Wdl]);
        let least = jobs.iter().map(|job| job.memory_bytes).max().expect("there are jobs");
        let fast = jobs.iter().map(|job| job.fast_memory_bytes).max().expect("there are jobs");
        assert!(least < fast, "{variant}: {least} and {fast}");
        let (pieces, least) = (pieces.to_string(), least.to_string());
        let generate = ["generate", "--variant", variant, "--pieces", &pieces, "--metric", "wdl"];
        succeed(&generate, much.path());
        succeed(&[&generate[..], &["--memory", &least]].concat(), little.path());
        assert_same_directory(&little.path().join(variant), &much.path().join(variant));
    }
}

#[test]
fn a_finished_set_is_left_alone() {
    let root = temporary();
    let generate = ["generate", "--variant", "italian", "--pieces", "2"];
    succeed(&generate, root.path());
    let directory = root.path().join("italian");
    let before = finished(&directory);
    assert_eq!(before.len(), 8);
    succeed(&generate, root.path());
    assert_eq!(finished(&directory), before);
    // A run was killed before it added these tables to the manifest. The next run must add them
    // unchanged.
    let manifest = std::fs::read(directory.join(MANIFEST_NAME)).expect("readable");
    std::fs::remove_file(directory.join(MANIFEST_NAME)).expect("removable");
    succeed(&generate, root.path());
    assert_eq!(finished(&directory), before);
    assert_eq!(std::fs::read(directory.join(MANIFEST_NAME)).expect("readable"), manifest);
}

#[test]
fn who_replaces_tables_is_alone() {
    let root = temporary();
    let generate = ["generate", "--variant", "english", "--pieces", "2"];
    let slice = ["slice", "KvK", "--variant", "english"];
    let recode = ["recode", "--variant", "english"];
    let refused = |arguments: &[&str]| {
        let said = fail(arguments, root.path(), 7);
        assert!(said.contains("another peatee-gen is at work in") && said.contains("english"), "{said}");
    };
    let alone = TableDirectory::open_alone(root.path(), &game("english")).expect("a new directory");
    [&generate[..], &slice, &recode].into_iter().for_each(refused);
    drop(alone);
    let shared = TableDirectory::open(root.path(), &game("english")).expect("nobody is alone there");
    succeed(&generate, root.path());
    refused(&recode);
    drop(shared);
    succeed(&recode, root.path());
    assert!(!root.path().join("english/.claims").exists(), "the last one removes the claims");
}

/// Returns the number of jobs that a run reports as done.
fn made(said: &str) -> u32 {
    let count = said.split(" made").next().and_then(|before| before.rsplit(' ').next());
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("says how many were made: {said}"))
}

#[test]
fn eight_generators_share_one_directory() {
    for (variant, pieces, metrics) in
        [("russian", "4", "wdl,dtw,dtr-FMJD-64,dtr-USSR-1953-64"), ("chess", "3", "wdl,dtr-FIDE-50,can-mate")]
    {
        let generate = ["generate", "--variant", variant, "--pieces", pieces, "--metric", metrics, "--threads", "1"];
        let (alone, shared) = (temporary(), temporary());
        let said = |output: Output| {
            let said = String::from_utf8(output.stderr).expect("text");
            assert!(output.status.success(), "{said}");
            said
        };
        let jobs = made(&said(run(&generate, alone.path())));
        let started: Vec<_> =
            (0..8).map(|_| program(&generate, shared.path()).spawn().expect("the program starts")).collect();
        let ended = started.into_iter().map(|child| child.wait_with_output().expect("it ends"));
        let each: Vec<u32> = ended.map(|output| made(&said(output))).collect();
        assert_eq!(each.iter().sum::<u32>(), jobs, "each job is done once: {each:?}");
        assert_same_directory(&shared.path().join(variant), &alone.path().join(variant));
    }
}

#[test]
fn too_little_memory_is_refused_before_anything_is_made() {
    let root = temporary();
    let generate = ["generate", "--variant", "international", "--pieces", "4", "--memory"];
    for memory in ["1M", "24M"] {
        let said = fail(&[&generate[..], &[memory]].concat(), root.path(), 4);
        let slice = said.strip_prefix("peatee-gen: ").and_then(|said| said.split(' ').next()).unwrap_or_default();
        assert!(Slice::parse(&game("international"), slice).is_ok(), "names no slice: {said}");
        assert!(said.contains("--memory allows"), "{said}");
    }
    assert_eq!(contents(&root.path().join("international")).len(), 0);
}

#[test]
fn a_slice_needs_those_it_leads_to() {
    let root = temporary();
    let slice = |name| ["slice", name, "--variant", "english"];
    let said = fail(&slice("KMvK"), root.path(), 3);
    assert!(said.contains("KMvK") || said.contains("KvKM"), "{said}");
    assert!(said.contains("table of KvK,") || said.contains("table of KKvK,"), "{said}");
    for name in ["KvK", "KMvK"] {
        // King and man lead to two kings, which have no table yet.
        let output = run(&slice(name), root.path());
        assert_eq!(output.status.code(), Some(if name == "KvK" { 0 } else { 3 }), "{name}");
    }
    assert!(fail(&slice("MKvK"), root.path(), 2).contains("kings are written first"));
    for name in ["KMvM", "MvM", "KvM", "KKvK", "KMvK"] {
        let output = run(&slice(name), root.path());
        let wanted = if ["KMvM", "MvM"].contains(&name) { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(wanted), "{name}");
    }
}

/// Checks that jobs that run one by one make the same tables as a run of the whole set. Each job
/// reads the slices that it needs from tables. Of slices with the same number of pieces, it reads
/// only the positions after promotions.
#[test]
fn slices_made_one_by_one_are_those_of_the_set() {
    assert_slices_are_those_of_the_set(&[
        ("english", 3, &[Metric::Wdl]),
        ("english", 4, &[Metric::Wdl, under_rules("WCDF")]),
        ("brazilian", 3, &[Metric::Wdl, Metric::Dtw, under_rules("FMJD-64"), under_rules("USSR-1953-64")]),
        ("corner", 3, &Metric::DEFAULT),
    ]);
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn slices_of_other_games_made_one_by_one_are_those_of_the_set_in_full() {
    assert_slices_are_those_of_the_set(&[
        ("english", 4, &[Metric::Wdl]),
        ("international", 3, &Metric::DEFAULT),
        ("gothic", 3, &Metric::DEFAULT),
    ]);
}

fn under_rules(name: &str) -> Metric {
    Metric::Dtr(RuleSet::new(&DrawRules::named(name).expect("a code")))
}

fn assert_slices_are_those_of_the_set(sets: &[(&str, u8, &[Metric])]) {
    for &(variant, pieces, metrics) in sets {
        let (whole, one_by_one) = (temporary(), temporary());
        let game = game(variant);
        let settings = Settings::new(metrics.to_vec(), 1 << 30);
        let directory = TableDirectory::open(whole.path(), &game).expect("a directory");
        generate(&directory, pieces, &settings, &NoProgress).expect("the set is made");
        let directory = TableDirectory::open(one_by_one.path(), &game).expect("a directory");
        for job in plan(&game, pieces, metrics) {
            work(&directory, &[job], &settings, &NoProgress).expect("the slice is made");
        }
        assert_same_directory(&one_by_one.path().join(variant), &whole.path().join(variant));
    }
}

/// Runs each job of chess by a command of its own, as a scheduler does, after the jobs that it
/// needs and with its planned memory. Then checks that jobs with existing tables need no memory.
#[test]
fn jobs_of_chess_make_the_files_of_the_whole_run() {
    let (whole, one_by_one) = (temporary(), temporary());
    let asked = ["--variant", "chess", "--metric", "wdl,dtr-FIDE-50,can-mate", "--pieces", "3"];
    let with = |command: &[&'static str]| [command, &asked[..]].concat();
    succeed(&with(&["generate", "--memory", "1G"]), whole.path());
    let plan = |format| {
        let output = Command::new(env!("CARGO_BIN_EXE_peatee-gen")).args(with(&["plan", "--format", format])).output();
        String::from_utf8(output.expect("the program starts").stdout).expect("it prints text")
    };
    let (tasks, workflow) = (plan("hyperqueue"), plan("snakemake"));
    let lists = |key: &'static str| tasks.lines().filter_map(move |line| line.strip_prefix(key));
    let deps: Vec<Vec<usize>> = lists("deps = ").map(|list| serde_json::from_str(list).expect("numbers")).collect();
    let mut names = Vec::new();
    for (number, command) in lists("command = ").enumerate() {
        let command: Vec<String> = serde_json::from_str(command).expect("words");
        assert!(deps[number].iter().all(|&need| need < number), "{number} needs {:?}", deps[number]);
        assert!(workflow.contains(&format!("\n    \"{}\": ([", command[2])), "{workflow}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
        let output = program.args(&command[1..]).current_dir(one_by_one.path()).output().expect("the program starts");
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        names.push(command[2].clone());
    }
    names.sort_unstable();
    assert_eq!(names, ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]);
    assert_eq!(deps.iter().map(Vec::len).max(), Some(4), "a pawn becomes one of four pieces");
    assert_same_directory(&one_by_one.path().join("tables/chess"), &whole.path().join("chess"));
    succeed(&with(&["generate", "--memory", "1K"]), whole.path());
    std::fs::remove_file(whole.path().join("chess/KQvK.wdl")).expect("it is there");
    assert!(fail(&with(&["generate", "--memory", "1K"]), whole.path(), 4).contains("KQvK needs"));
}
