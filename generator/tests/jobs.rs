//! Runs the program at work: stopped, started again, with bad directories and too little memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use crate::common::program::{fail, program, run, succeed};
use crate::common::{Random, game, generate_into};
use peatee_generator::explore::stats::{fen_of, position_of};
use peatee_generator::jobs::files::check::damaged_files;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate, generate_slice, plan};
use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_rules::draw::DrawRules;
use peatee_table::format::BlockEncoder;
use peatee_table::{MANIFEST_NAME, Manifest, Metric, RuleSet, Slice, TableBuilder};
use tempfile::TempDir;

/// Returns every file of a directory by name, except the locks.
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

#[test]
fn one_and_two_threads_write_the_same_bytes() {
    let (one, two) = (temporary(), temporary());
    for (variant, pieces, metrics) in [
        // Four kings have enough rows for threads to share them.
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

/// Counts that run to the end of the game need the distances of a few slices, which are made too.
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

/// With the minimum memory values are in files, and the slices that captures lead to are read unit
/// by unit.
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

/// Identifies a version of a file: it changes when the file is rewritten.
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

/// Returns the marks of all finished tables, whose digests must be right at any moment.
fn finished(directory: &Path) -> BTreeMap<String, Mark> {
    let Some(manifest) = Manifest::read(directory).expect("a manifest is whole or not there") else {
        return BTreeMap::new();
    };
    let damaged = damaged_files(directory, |_| true).expect("the manifest is whole");
    assert!(damaged.is_empty(), "what the manifest lists is whole: {damaged:?}");
    manifest.tables.keys().map(|name| (name.clone(), mark(&directory.join(name)))).collect()
}

#[test]
fn twenty_kills_lose_nothing_and_change_nothing() {
    // The solved part of a slice is saved after every layer, so that most kills leave some of it.
    const METRICS: &str = "wdl,dtw,dtr-WCDF";
    const GENERATE: [&str; 9] =
        ["generate", "--variant", "english", "--pieces", "4", "--metric", METRICS, "--save-every", "0"];
    let (whole, killed) = (temporary(), temporary());
    succeed(&GENERATE, whole.path());
    let directory = killed.path().join("english");
    let mut random = Random::from_clock();
    let mut kept = BTreeMap::new();
    let mut kills = 0;
    while kills < 20 {
        let mut child = program(&GENERATE, killed.path()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_micros(random.u64(..400_000)));
        if child.try_wait().expect("it can be asked").is_some() {
            // The run ended before it was killed: begin again with an empty directory.
            std::fs::remove_dir_all(&directory).expect("removable");
            kept.clear();
            continue;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        let now = if directory.exists() { finished(&directory) } else { BTreeMap::new() };
        for (name, mark) in &kept {
            assert_eq!(now.get(name), Some(mark), "{name} was finished before kill {kills}");
        }
        kept = now;
    }
    succeed(&GENERATE, killed.path());
    let now = finished(&directory);
    kept.iter().for_each(|(name, mark)| assert_eq!(now.get(name), Some(mark), "{name} was finished before the end"));
    assert_same_directory(&directory, &whole.path().join("english"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_what_is_solved() {
    const GENERATE: [&str; 5] = ["generate", "--variant", "russian", "--pieces", "4"];
    let (whole, stopped) = (temporary(), temporary());
    succeed(&GENERATE, whole.path());
    let mut stops = 0;
    for wait_ms in (0..60).map(|i| 50 + 25 * i) {
        let child = program(&GENERATE, stopped.path()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait_ms));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok(), "there is a command to send signals with");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(6) => {
                assert!(said.contains("run the same command again to continue"), "{said}");
                stops += 1;
            }
            // The interrupt came before the program could handle it.
            None => {}
            code => {
                assert_eq!(code, Some(0), "{said}");
                break;
            }
        }
    }
    assert!(stops > 0, "it was stopped at least once");
    succeed(&GENERATE, stopped.path());
    assert_same_directory(&stopped.path().join("russian"), &whole.path().join("russian"));
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
    // Tables without an entry in the manifest, because a run was killed in between, are entered as
    // they are.
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

/// Returns the number of jobs that a run reports as made.
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
fn another_generator_takes_over_what_a_killed_one_had() {
    const GENERATE: [&str; 9] =
        ["generate", "--variant", "english", "--pieces", "4", "--threads", "1", "--save-every", "0"];
    let (alone, shared) = (temporary(), temporary());
    succeed(&GENERATE, alone.path());
    let start = || program(&GENERATE, shared.path()).spawn().expect("the program starts");
    let mut random = Random::from_clock();
    for _ in 0..5 {
        let (mut killed, survivor) = (start(), start());
        std::thread::sleep(Duration::from_micros(random.u64(..400_000)));
        killed.kill().expect("it can be killed");
        killed.wait().expect("it ends");
        let output = survivor.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_same_directory(&shared.path().join("english"), &alone.path().join("english"));
        std::fs::remove_dir_all(shared.path().join("english")).expect("removable");
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

/// Every job then reads its successors from tables: of slices with the same number of pieces, only
/// positions after promotions.
#[test]
fn slices_made_one_by_one_are_those_of_the_set() {
    let under_rules = |name: &str| Metric::Dtr(RuleSet::new(&DrawRules::named(name).expect("a code")));
    for (variant, pieces, metrics) in [
        ("english", 4, &[Metric::Wdl][..]),
        ("english", 4, &[Metric::Wdl, under_rules("WCDF")]),
        ("brazilian", 3, &[Metric::Wdl, Metric::Dtw, under_rules("FMJD-64"), under_rules("USSR-1953-64")]),
        ("international", 3, &Metric::DEFAULT),
        ("corner", 3, &Metric::DEFAULT),
        ("gothic", 3, &Metric::DEFAULT),
    ] {
        let (whole, one_by_one) = (temporary(), temporary());
        let game = game(variant);
        let settings = Settings::new(metrics.to_vec(), 1 << 30);
        let directory = TableDirectory::open(whole.path(), &game).expect("a directory");
        generate(&directory, pieces, &settings, &NoProgress).expect("the set is made");
        let directory = TableDirectory::open(one_by_one.path(), &game).expect("a directory");
        for job in plan(&game, pieces, metrics) {
            generate_slice(&directory, job.slice, &settings, &NoProgress).expect("the slice is made");
        }
        assert_same_directory(&one_by_one.path().join(variant), &whole.path().join(variant));
    }
}

/// Does the jobs of chess as a scheduler does: each by a command of its own, in as much memory as
/// planned, after those it needs. Then tables that are there take no memory.
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

/// Returns a root with English tables of two pieces, and the folder in it.
fn english_two() -> (TempDir, PathBuf) {
    let root = temporary();
    generate_into(root.path(), "english", 2);
    let directory = root.path().join("english");
    (root, directory)
}

type Damage = fn(&Path);

#[test]
fn damaged_and_missing_files_are_made_again() {
    let (root, directory) = english_two();
    let whole = contents(&directory);
    let file = |name: &str| directory.join(name);
    let damage: [(&str, Damage); 4] = [
        ("KvK.dtw", |path| {
            let mut bytes = std::fs::read(path).expect("readable");
            let middle = bytes.len() - 20;
            bytes[middle] ^= 4;
            std::fs::write(path, bytes).expect("writable");
        }),
        ("KvM.wdl", |path| std::fs::write(path, b"nothing").expect("writable")),
        ("MvK.dtw", |path| std::fs::remove_file(path).expect("removable")),
        ("MvM.wdl", |path| {
            let bytes = std::fs::read(path).expect("readable");
            std::fs::write(path, &bytes[..bytes.len() - 1]).expect("writable");
        }),
    ];
    for (name, damage) in damage {
        damage(&file(name));
        let said = run(&["generate", "--variant", "english", "--pieces", "2"], root.path());
        let said = String::from_utf8(said.stderr).expect("text");
        assert!(said.contains(&format!("{name} was missing or damaged and has been made again")), "{said}");
        assert!(contents(&directory) == whole, "after damage to {name}");
    }
}

#[test]
fn what_an_interrupted_run_left_is_removed() {
    let (root, directory) = english_two();
    let whole = contents(&directory);
    for name in ["KvK.wdl.unfinished", "manifest.json.unfinished"] {
        std::fs::write(directory.join(name), b"half a file").expect("writable");
    }
    succeed(&["generate", "--variant", "english", "--pieces", "2"], root.path());
    assert!(contents(&directory) == whole);
}

#[test]
fn directories_of_other_rules_are_refused() {
    let (root, directory) = english_two();
    let generate = |variant| ["generate", "--variant", variant, "--pieces", "2"];
    let mut manifest = Manifest::read(&directory).expect("readable").expect("there");
    let digest = manifest.rules_digest.clone();
    manifest.rules_digest = "0".repeat(digest.len());
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    let said = fail(&generate("english"), root.path(), 2);
    assert!(said.contains("tables of english") && said.contains("other rules"), "{said}");

    manifest.rules_digest = digest;
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    succeed(&generate("english"), root.path());
    std::fs::rename(&directory, root.path().join("russian")).expect("movable");
    let said = fail(&generate("russian"), root.path(), 2);
    assert!(said.contains("english") && said.contains("russian"), "{said}");
    std::fs::write(root.path().join("russian").join(MANIFEST_NAME), b"{").expect("writable");
    let said = fail(&generate("russian"), root.path(), 5);
    assert!(said.contains(MANIFEST_NAME), "{said}");
}

/// Returns the file of a table with one cell changed and everything else valid.
fn with_one_cell_changed(table: &Table, place: u64, change: impl Fn(u32) -> u32) -> Vec<u8> {
    let header = table.header();
    let mut encoder = BlockEncoder::new(3).expect("zstd works");
    let mut builder = TableBuilder::new(header.clone());
    for block in 0..header.blocks() {
        let mut cells = table.decode(block).expect("the table is sound");
        if block == place / header.block_positions as u64 {
            let place = (place % header.block_positions as u64) as usize;
            let changed = change(header.cell.read(&cells, place));
            assert!(header.cell.write(&mut cells, place, changed), "{changed} fits a cell");
        }
        builder.push(&encoder.encode(header.cell, &cells).expect("it compresses"));
    }
    builder.finish()
}

/// Changes the stored value of the first position of a slice that has no capture; checksums and
/// manifest match the changed table.
fn flip(root: &Path, slice: &str, metric: Metric, change: impl Fn(u32) -> u32) -> String {
    let game = game("english");
    let slice = Slice::parse(&game, slice).expect("a slice");
    let tables = Tables::open(root.join("english")).expect("they open");
    let table = tables.table(slice, metric).expect("there");
    let is_quiet = |number: &u64| {
        let moves = game.moves(&position_of(&tables, slice, *number)).unwrap();
        moves.iter().all(|mv| mv.captured == 0)
    };
    let place = (0..table.header().positions).find(is_quiet).expect("most positions are quiet");
    let bytes = with_one_cell_changed(table, place, change);
    let directory = TableDirectory::open(root, &game).expect("nobody else is there");
    directory.put(slice, metric, &bytes).expect("writable");
    fen_of(&tables, slice, place)
}

/// A header whose digest does not match its values.
#[test]
fn a_signature_from_values_believes_no_header() {
    let (root, _) = english_two();
    let sign = |more: &[&str]| succeed(&[&["signature", "--variant", "english"], more].concat(), root.path());
    let whole = sign(&[]);
    assert_eq!(sign(&["--from-values"]), whole);
    flip(root.path(), "MvM", Metric::Dtw, |cell| cell + 2);
    assert_eq!(sign(&[]), whole);
    let found = sign(&["--from-values"]);
    let changed: Vec<bool> = found.lines().zip(whole.lines()).map(|(found, whole)| found != whole).collect();
    assert_eq!(changed, [false, true], "WDL and DTW: {found}");
}

#[test]
fn verify_finds_a_single_wrong_value() {
    const VERIFY: [&str; 3] = ["verify", "--variant", "english"];
    for (slice, metric) in [("KvK", Metric::Wdl), ("KvM", Metric::Dtw), ("MvM", Metric::Dtw), ("MvK", Metric::Wdl)] {
        let (root, _) = english_two();
        assert!(succeed(&VERIFY, root.path()).contains("8 tables, 6976 values, 0 wrong"));
        let change = |cell| if metric == Metric::Wdl { (cell + 1) % 3 } else { cell + 2 };
        let fen = flip(root.path(), slice, metric, change);
        let output = run(&VERIFY, root.path());
        let said = String::from_utf8(output.stdout).expect("it prints text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("{slice}.{metric}: ")), "{said}");
        assert!(said.contains(&format!("  {fen}: the table says ")), "{fen} is not in: {said}");
        assert!(!said.contains(" 0 wrong"), "{said}");
    }
}

#[test]
fn verify_names_a_file_with_a_flipped_bit() {
    let (root, directory) = english_two();
    let mut random = Random::new(77);
    for name in ["KvK.wdl", "MvK.dtw", "KvM.wdl"] {
        let path = directory.join(name);
        let whole = std::fs::read(&path).expect("readable");
        for _ in 0..10 {
            let mut bytes = whole.clone();
            let bit = random.below(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bytes).expect("writable");
            let said = fail(&["verify", "--variant", "english"], root.path(), 5);
            assert!(said.contains(name), "bit {bit} of {name}: {said}");
        }
        std::fs::write(&path, whole).expect("writable");
    }
    succeed(&["verify", "--variant", "english"], root.path());
}
