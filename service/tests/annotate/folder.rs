//! Tests of `peatee annotate --out`: an output for each file, and runs that were stopped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::{ROOK, annotate};
use crate::common::fresh_directory;
use crate::program::text;

const FAULTY: &str = "[FEN \"nonsense\"]\n\n1. e4 *\n\n";

/// Folder of files, and the folders and files that runs over it write.
struct Archive {
    root: PathBuf,
}

impl Archive {
    fn new(name: &str) -> Archive {
        let root = fresh_directory(name);
        std::fs::create_dir_all(root.join("games/b")).expect("writable");
        let archive = Archive { root };
        archive.write("games/a.pgn", ROOK);
        archive.write("games/b/c.pgn", &[ROOK, FAULTY, ROOK].concat());
        archive.write("games/d.pdn", "");
        archive.write("games/e.pgn", &ROOK.replace("1/2-1/2", "*"));
        archive
    }

    fn path(&self, name: &str) -> String {
        self.root.join(name).to_str().expect("a path").to_owned()
    }

    fn write(&self, name: &str, content: &str) {
        std::fs::write(self.root.join(name), content).expect("writable");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.root.join(name)).expect("it is there")
    }

    /// Annotates the folder of games. The outputs go to the folder `out`, sums and faults to files
    /// beside it.
    fn run(&self, out: &str, more: &[&str]) -> Output {
        let [sums, faults] = ["sums.json", "faults.csv"].map(|name| self.path(&format!("{out}-{name}")));
        let (games, out) = (self.path("games"), self.path(out));
        let args = [&*games, "--out", &*out, "--sums", &*sums, "--faults", &*faults];
        annotate(crate::chess::tables(), &[&args, more].concat(), "")
    }

    /// Returns all files that a run has written, by their names.
    fn written(&self, out: &str) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.root.join(out)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => {
                        let name = path.strip_prefix(self.root.join(out)).expect("it is below").display().to_string();
                        files.insert(name, std::fs::read_to_string(path).expect("readable"));
                    }
                }
            }
        }
        for name in ["sums.json", "faults.csv"] {
            files.insert(name.to_owned(), self.read(&format!("{out}-{name}")));
        }
        files
    }
}

fn code_and_errors(output: &Output) -> (Option<i32>, &str) {
    (output.status.code(), text(&output.stderr))
}

#[test]
fn outputs_are_those_of_single_files() {
    let archive = Archive::new("outputs");
    let told = "peatee: 5 games, 16 moves that start in the tables, 1 faults\n";
    assert_eq!(code_and_errors(&archive.run("csv", &["--format", "csv"])), (Some(1), told));
    let files = archive.written("csv");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let outputs = ["a.pgn.csv", "b/c.pgn.csv", "d.pdn.csv", "e.pgn.csv"];
    let with_metadata = outputs.map(|name| [name.to_owned(), format!("{name}-metadata.json")]).concat();
    assert_eq!(names, [&with_metadata[..], &["faults.csv", "finished.jsonl", "sums.json"].map(str::to_owned)].concat());
    assert!(files["b/c.pgn.csv-metadata.json"].contains("\"url\": \"c.pgn.csv\""));
    for name in outputs {
        let input = archive.path("games").to_owned() + "/" + name.trim_end_matches(".csv");
        let alone = annotate(crate::chess::tables(), &[&input, "--format", "csv"], "");
        assert_eq!(files[name], text(&alone.stdout), "{name}");
    }
    archive.run("pgn", &[]);
    let whole = annotate(crate::chess::tables(), &[&archive.path("games")], "");
    let files = archive.written("pgn");
    let parts: String = ["a.pgn", "b/c.pgn", "d.pdn", "e.pgn"].map(|name| &*files[name]).concat();
    assert_eq!(parts, text(&whole.stdout));
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let archive = Archive::new("stopped");
    archive.run("out", &[]);
    let whole = archive.written("out");
    let list = &whole["finished.jsonl"];
    assert_eq!(list.lines().count(), 5, "{list}");
    let ends: Vec<usize> = list.match_indices('\n').map(|(end, _)| end + 1).collect();
    let outputs = ["a.pgn", "b/c.pgn", "d.pdn", "e.pgn"];
    // Stopped in the first line, after it, in the entry of a file, and after each entry.
    for (length, finished) in [(9, 0), (ends[0], 0), (ends[1], 1), (ends[2] - 5, 1), (ends[3], 3)] {
        archive.write("out/finished.jsonl", &list[..length]);
        // The next output may be complete although the list does not have it.
        for name in &outputs[(finished + 1).min(outputs.len())..] {
            std::fs::remove_file(archive.root.join("out").join(name)).expect("it is there");
        }
        archive.write(&format!("out/{}.unfinished", outputs[finished]), "half a ga");
        let output = archive.run("out", &[]);
        let told = text(&output.stderr);
        assert_eq!(told.contains(&format!("{finished} of 4 files are complete already")), finished > 0, "{told}");
        assert_eq!((output.status.code(), archive.written("out")), (Some(1), whole.clone()), "{length}");
    }
    // Complete outputs stay as they are, until their files change.
    archive.write("out/a.pgn", "mine");
    archive.write("out/e.pgn", "mine");
    archive.write("games/e.pgn", &ROOK.repeat(2));
    archive.run("out", &[]);
    let written = archive.written("out");
    assert_eq!((&*written["a.pgn"], written["e.pgn"].matches("only move").count()), ("mine", 2));
    let sums: serde_json::Value = serde_json::from_str(&written["sums.json"]).expect("JSON");
    assert_eq!((&sums["games"], &sums["faults"]), (&6.into(), &1.into()));
}

#[test]
fn damaged_files_are_annotated_again() {
    let archive = Archive::new("damaged");
    std::fs::write(archive.root.join("games/b/cut.pgn.gz"), [0x1f, 0x8b, 8]).expect("writable");
    let first = archive.run("out", &[]);
    let second = archive.run("out", &[]);
    let told = "peatee: 4 of 5 files are complete already\n";
    assert_eq!(code_and_errors(&second), (Some(5), &*format!("{told}{}", text(&first.stderr))));
    assert!(archive.read("out-faults.csv").contains("cut.pgn.gz,,,,the file cannot be read"));
}

#[test]
#[cfg(unix)]
fn a_killed_run_leaves_whole_outputs() {
    use std::process::{Command, Stdio};
    let root = fresh_directory("killed");
    let archive = Archive { root };
    std::fs::create_dir(archive.root.join("games")).expect("writable");
    for number in 0..24 {
        archive.write(&format!("games/{number:02}.pgn"), &ROOK.repeat(number));
    }
    // Nobody writes into this pipe, so the run waits there for ever.
    let pipe = archive.path("games/24.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let mut command = Command::new(crate::common::PEATEE);
    command.args(["annotate", &archive.path("games"), "--out", &archive.path("out"), "--threads", "1"]);
    command.env("PEATEE_TABLES", crate::chess::tables()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().expect("it starts");
    let list = archive.root.join("out/finished.jsonl");
    let finished = || std::fs::read_to_string(&list).map_or(0, |list| list.lines().count());
    while finished() < 9 {
        assert!(run.try_wait().expect("a process").is_none(), "it waits for the pipe");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    run.kill().expect("it is killed");
    run.wait().expect("it ends");
    std::fs::remove_file(&pipe).expect("it is there");
    archive.write("games/24.pgn", ROOK);
    let before = finished() - 1;
    let told = text(&archive.run("out", &[]).stderr).to_owned();
    assert!(told.starts_with(&format!("peatee: {before} of 25 files are complete already\n")), "{told}");
    archive.run("whole", &[]);
    assert_eq!(archive.written("out"), archive.written("whole"));
}

#[test]
fn folders_that_cannot_be_gone_on_with_are_refused() {
    let archive = Archive::new("refused");
    archive.run("out", &[]);
    let refused = |inputs: &[&str], out: &str, more: &[&str]| {
        let args = [inputs, &["--out", out], more].concat();
        let output = annotate(crate::chess::tables(), &args, "");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        text(&output.stderr).to_owned()
    };
    let (games, out) = (archive.path("games"), archive.path("out"));
    let told = refused(&[&games], &out, &["--format", "csv", "--variant", "chess"]);
    assert!(told.contains("another --format, peatee.variant"), "{told}");
    let told = refused(&["-"], &out, &[]);
    assert!(told.contains("standard input"), "{told}");
    let told = refused(&[&games], &archive.path("games/out"), &[]);
    assert!(told.contains("name a folder outside"), "{told}");
    let told = refused(&[&archive.path("games/a.pgn")], &games, &[]);
    assert!(told.contains("is a file that is read"), "{told}");
    let told = refused(&[&games, &archive.path("games/a.pgn")], &out, &[]);
    assert!(told.contains("would have the same output"), "{told}");
    assert_eq!(archive.read("games/a.pgn"), ROOK);
    // A list that someone has changed.
    let list = archive.read("out/finished.jsonl").replace("\"bytes\"", "\"length\"");
    archive.write("out/finished.jsonl", &list);
    let output = archive.run("out", &[]);
    assert!(text(&output.stderr).contains("finished.jsonl") && output.status.code() == Some(5), "{output:?}");
    let locked = std::fs::File::open(Path::new(&out).join("finished.jsonl")).expect("it is there");
    locked.try_lock().expect("nobody else has it");
    let output = archive.run("out", &[]);
    assert!(text(&output.stderr).contains("another run writes into this folder"), "{output:?}");
}
