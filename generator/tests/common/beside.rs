//! Another program that a benchmark measures beside ours.

use std::io::Write;
use std::process::Command;

/// What a program writes that gets the path of a file with these lines. Its standard error goes on
/// to ours.
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
