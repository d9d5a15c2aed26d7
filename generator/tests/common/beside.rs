//! Runs another program for comparison in benchmarks.

use std::io::Write;
use std::process::Command;

/// Runs a program with the path of a file that holds `lines`. Returns the standard output of the
/// program, and passes its standard error through.
pub fn ask(program: &str, lines: impl IntoIterator<Item = String>) -> String {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    for line in lines {
        writeln!(file, "{line}").expect("there is room");
    }
    let out = Command::new(program).arg(file.path()).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{program}: {said}");
    eprint!("{said}");
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}
