use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Returns the command `peatee-gen` with these arguments and tables.
pub fn program(arguments: &[&str], tables: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    command.args(arguments).arg("--tables").arg(tables);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(arguments: &[&str], tables: &Path) -> Output {
    program(arguments, tables).output().expect("the program starts")
}

/// Returns the standard output of a run that must succeed.
pub fn succeed(arguments: &[&str], tables: &Path) -> String {
    let output = run(arguments, tables);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Returns the standard error of a run that must fail with `code`.
pub fn fail(arguments: &[&str], tables: &Path, code: i32) -> String {
    let output = run(arguments, tables);
    let said = String::from_utf8(output.stderr).expect("it prints text");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    said
}
