//! Runs the program with wrong, unusual and incomplete input, and checks its messages and exit
//! codes.

use crate::common;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::generate_into;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::internals::most_threads;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints text")
}

/// Runs the program, which must exit with `code`. Returns standard output and standard error.
fn ends_with(code: i32, arguments: &[&str]) -> (String, String) {
    let output = run(arguments);
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    (out, said)
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn path(directory: &Path) -> &str {
    directory.to_str().expect("plain names")
}

#[test]
fn more_threads_than_the_processors_can_use_are_refused() {
    let root = temporary();
    let (most, root) = (most_threads(), path(root.path()));
    for threads in ["100000".to_owned(), (most + 1).to_string()] {
        let generate = ["generate", "--variant", "english", "--pieces", "2", "--tables", root, "--threads", &threads];
        let (_, said) = ends_with(2, &generate);
        assert!(said.contains(&format!("at most {most} threads")), "{said}");
        ends_with(2, &["slice", "KvK", "--variant", "english", "--tables", root, "--threads", &threads]);
    }
    let most = most.to_string();
    ends_with(0, &["generate", "--variant", "english", "--pieces", "2", "--tables", root, "--threads", &most]);
}

#[test]
fn an_unknown_metric_is_answered_with_all_there_are() {
    let (_, said) = ends_with(2, &["plan", "--variant", "english", "--pieces", "2", "--metric", "foo"]);
    for metric in ["`foo`", "wdl", "dtw", "dtc", "dtr-CODE"] {
        assert!(said.contains(metric), "{metric} is not in: {said}");
    }
}

#[test]
fn a_metric_whose_name_table_files_cannot_hold_is_refused() {
    let long = "dtr-USSR-1953-100+together+restarts+ends-with-three";
    let (_, said) = ends_with(2, &["plan", "--variant", "international", "--pieces", "2", "--metric", long]);
    assert!(said.contains("has 51 bytes, and table files have room for 48; leave a reading out"), "{said}");
}

#[test]
fn missing_tables_end_a_command_with_3() {
    let root = temporary();
    generate_into(root.path(), "english", 2);
    let (root, inner) = (path(root.path()), root.path().join("english"));
    let commands: [&[&str]; 4] = [&["verify"], &["stats"], &["signature"], &["report", "--rules", "WCDF"]];
    for command in commands {
        let with = |variant, tables| [command, &["--variant", variant, "--tables", tables]].concat();
        let (_, said) = ends_with(3, &with("russian", root));
        assert!(said.contains("no russian tables") && said.contains(&format!("--tables {root}`")), "{said}");
        let (_, said) = ends_with(3, &with("russian", "nowhere"));
        assert!(said.contains("--tables nowhere`"), "{said}");
        // The argument is the folder of a variant instead of its parent directory. The hint must
        // not name a folder inside this folder.
        let (_, said) = ends_with(2, &with("english", path(&inner)));
        assert!(said.contains(&format!("the directory above it, {root}\n")), "{said}");
        assert!(!said.contains("english/english"), "{said}");
    }
    for command in ["verify", "stats"] {
        let (_, said) = ends_with(3, &[command, "--variant", "english", "--tables", root, "--slice", "KKvK"]);
        assert!(said.contains("KKvK"), "{said}");
    }
    std::fs::remove_file(inner.join("KvM.dtw")).expect("removable");
    let (_, said) = ends_with(3, &["verify", "--variant", "english", "--tables", root]);
    assert!(said.contains("KvM.dtw"), "{said}");
}

#[test]
fn statistics_of_single_slices_are_lines_of_those_of_all() {
    let root = temporary();
    generate_into(root.path(), "english", 3);
    let stats = ["stats", "--variant", "english", "--tables", path(root.path()), "--format", "tsv"];
    let (all, _) = ends_with(0, &stats);
    let (some, _) = ends_with(0, &[&stats[..], &["--slice", "KvKM", "--slice", "KKvK"]].concat());
    let of_slices = |name: &&str| ["KKvK\t", "KvKM\t"].iter().any(|slice| name.starts_with(slice));
    let expected: Vec<&str> = all.lines().filter(of_slices).collect();
    assert_eq!(some.lines().skip(2).collect::<Vec<_>>(), expected);
    assert_eq!((expected.len(), some.lines().next()), (2, Some("# english, dtw")));
}

#[test]
fn a_report_says_first_what_it_could_not_look_at() {
    let root = temporary();
    generate_into(root.path(), "brazilian", 4);
    let page = root.path().join("page");
    let report = ["report", "--variant", "brazilian", "--tables", path(root.path()), "--rules"];
    let (out, said) = ends_with(3, &[&report[..], &["FMJD-100"]].concat());
    let first = out.lines().next().unwrap_or_default();
    assert!(first.starts_with("INCOMPLETE: 35 of 41 slices were not looked at"), "{out}");
    assert!(first.contains("dtr-FMJD-100") && said.contains("--metric wdl,dtw,dtr-FMJD-100 "), "{first}\n{said}");
    assert!(!out.contains("binds in none"), "{out}");
    assert!(out.contains(", none of which was looked at"), "{out}");
    let with_page = [&report[..], &["FMJD-100", "--format", "markdown", "--page", path(&page)]].concat();
    assert!(ends_with(3, &with_page).0.contains("**Incomplete: "), "the page says it too");
    // With a code that needs DTR tables in every slice, there must be no report at all.
    let (out, said) = ends_with(3, &[&report[..], &["FMJD-64"]].concat());
    assert!(out.is_empty() && said.contains("dtr-FMJD-64"), "{out}{said}");
}

#[test]
fn a_whole_report_ends_with_0() {
    let root = temporary();
    let rules = DrawRules::named("FMJD-64").expect("a code");
    let metrics = [&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(&rules))]].concat();
    let directory = TableDirectory::open(root.path(), &common::game("brazilian")).expect("a new directory");
    generate(&directory, 3, &Settings::new(metrics, 1 << 30), &NoProgress).expect("few pieces");
    let report = ["report", "--variant", "brazilian", "--tables", path(root.path()), "--rules", "FMJD-64"];
    let (out, said) = ends_with(0, &report);
    assert!(out.starts_with("brazilian under FMJD-64") && !out.contains("not looked at,"), "{out}");
    assert!(said.is_empty(), "{said}");
}

#[test]
fn codes_of_other_games_give_a_warning() {
    let root = temporary();
    let tables = path(root.path());
    let generate = |rules| ["generate", "--variant", "english", "--pieces", "2", "--tables", tables, "--metric", rules];
    let (_, said) = ends_with(0, &generate("wdl,dtw,dtr-WCDF"));
    assert!(!said.contains("warning"), "{said}");
    let (_, said) = ends_with(0, &generate("wdl,dtw,dtr-FMJD-64"));
    assert!(said.contains("warning: FMJD-64 was not written for english"), "{said}");
    let report = ["report", "--variant", "english", "--tables", tables, "--rules", "FMJD-64"];
    let (_, said) = ends_with(0, &report);
    assert!(said.contains("warning: FMJD-64 was not written for english"), "{said}");
    let plan = ["plan", "--variant", "international", "--pieces", "2", "--metric", "dtr-FMJD-64+drawn"];
    assert!(ends_with(0, &plan).1.contains("written for it: FMJD-100"));
}

#[test]
fn a_plan_is_written_in_units_that_people_read() {
    let plan = ["plan", "--variant", "international", "--pieces", "4"];
    let (out, _) = ends_with(0, &plan);
    assert!(out.contains(" MB") && out.contains(" KB") && out.contains("42,786,345 positions"), "{out}");
    let memory = out.split("With --memory ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    assert!(memory.ends_with('M'), "{memory}");
    assert!(!out.contains("bytes"), "{out}");
    let (json, _) = ends_with(0, &[&plan[..], &["--format", "json"]].concat());
    assert!(json.contains("\"memory_bytes\": "), "{json}");
}

/// Checks that calibration changes the planned times of jobs and nothing else.
#[test]
fn a_plan_is_corrected_by_a_measurement() {
    for (variant, pieces) in [("english", "4"), ("chess", "3")] {
        let plan = |more: &[&str]| {
            let arguments = ["plan", "--variant", variant, "--pieces", pieces, "--metric", "wdl", "--format", "json"];
            let jobs: serde_json::Value =
                serde_json::from_str(&ends_with(0, &[&arguments[..], more].concat()).0).expect("JSON");
            jobs.as_array().expect("a list").clone()
        };
        let (estimated, measured) = (plan(&[]), plan(&["--calibrate"]));
        let mut factors = Vec::new();
        for (mut estimated, mut measured) in estimated.into_iter().zip(measured) {
            let seconds = |job: &mut serde_json::Value| job["cpu_seconds"].take().as_f64().expect("seconds");
            factors.push(seconds(&mut measured) / seconds(&mut estimated));
            assert_eq!(measured, estimated);
        }
        assert!(factors.iter().all(|factor| factor.is_finite() && *factor > 0.0), "{factors:?}");
        assert!(factors[0] != 1.0, "{factors:?}");
    }
}

/// Checks the plan in the formats of two job schedulers, with WDL and DTC tables.
#[test]
fn a_plan_is_written_for_schedulers() {
    let plan = |format| {
        let arguments = ["plan", "--variant", "english", "--pieces", "2", "--metric", "wdl,dtc", "--format", format];
        ends_with(0, &arguments).0
    };
    insta::assert_snapshot!("plan_snakemake", plan("snakemake"));
    let tasks = plan("hyperqueue");
    insta::assert_snapshot!("plan_hyperqueue", tasks);
}

#[test]
fn a_plan_counts_the_files_that_are_made() {
    let root = temporary();
    let disk_bytes = |metrics: &str| {
        let plan = ["plan", "--variant", "english", "--pieces", "2", "--format", "json", "--metric", metrics];
        let jobs: serde_json::Value = serde_json::from_str(&ends_with(0, &plan).0).expect("JSON");
        jobs.as_array().expect("a list").iter().map(|job| job["disk_bytes"].as_u64().expect("bytes")).sum::<u64>()
    };
    assert_eq!(disk_bytes("dtc"), disk_bytes("wdl,dtc"));
    assert_eq!(disk_bytes("dtc"), disk_bytes("dtc,wdl,dtc"));
    assert!(disk_bytes("dtc") > disk_bytes("wdl"));
    let generate = ["generate", "--variant", "english", "--pieces", "2", "--metric", "dtc"];
    ends_with(0, &[&generate[..], &["--tables", path(root.path())]].concat());
    for file in ["KvM.dtc", "KvM.wdl"] {
        assert!(root.path().join("english").join(file).exists(), "{file}");
    }
}

/// Tests the disk check with tables of seven pieces on 72 squares, which take several terabytes.
#[test]
fn a_disk_that_seems_too_small_can_be_ignored() {
    let root = temporary();
    let generate = ["generate", "--variant", "canadian", "--pieces", "7", "--metric", "wdl,dtw,dtc", "--memory", "64M"];
    let generate = [&generate[..], &["--tables", path(root.path())]].concat();
    let (_, said) = ends_with(5, &generate);
    assert!(said.contains(" TB") && said.contains("--ignore-disk-check"), "{said}");
    // Without the disk check, the run must continue to the next check, which fails.
    let (_, said) = ends_with(4, &[&generate[..], &["--ignore-disk-check"]].concat());
    assert!(said.contains("--memory allows 64M"), "{said}");
}

/// Waits until a program handles interrupts, on systems that show this.
#[cfg(unix)]
fn wait_for_handler(program: &mut std::process::Child) {
    const INTERRUPT: u64 = 1 << 1;
    let status = format!("/proc/{}/status", program.id());
    while program.try_wait().is_ok_and(|end| end.is_none()) {
        let Ok(status) = std::fs::read_to_string(&status) else { return };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
        if u64::from_str_radix(caught.trim(), 16).is_ok_and(|signals| signals & INTERRUPT != 0) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Checks that an interrupt stops commands that only read tables.
#[cfg(unix)]
#[test]
fn an_interrupt_stops_a_command_that_reads() {
    let root = temporary();
    generate_into(root.path(), "english", 4);
    for command in ["verify", "stats"] {
        let mut stops = 0;
        for wait_ms in (0..60).map(|i| 10 * i) {
            let mut program = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
            program.args([command, "--variant", "english", "--tables", path(root.path())]);
            program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = program.spawn().expect("the program starts");
            wait_for_handler(&mut child);
            std::thread::sleep(std::time::Duration::from_millis(wait_ms));
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.is_ok(), "there is a command to send signals with");
            let output = child.wait_with_output().expect("it ends");
            let said = text(&output.stderr);
            match output.status.code() {
                Some(6) => {
                    assert!(said.contains("stopped by an interrupt after "), "{said}");
                    stops += 1;
                    break;
                }
                // The interrupt came before the program could handle it.
                None => {}
                // The interrupt came after the program had ended.
                code => assert_eq!(code, Some(0), "{said}"),
            }
        }
        assert!(stops > 0, "{command} was stopped at least once");
    }
}
