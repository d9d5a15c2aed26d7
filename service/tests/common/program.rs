//! Running a program to its end, as a script does.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs a command on this input.
pub fn run(command: &mut Command, stdin: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("it is a pipe");
    let text = stdin.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that does not read its input closes it.
        let _ = pipe.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output
}

/// Returns the output of a program as text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// The objects it wrote, one per line.
pub fn jsonl(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}
