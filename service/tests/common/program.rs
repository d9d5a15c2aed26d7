//! Runs programs to their end.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs a command with a text as its standard input.
pub fn run(command: &mut Command, stdin: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("it is a pipe");
    let text = stdin.to_owned();
    let writer = std::thread::spawn(move || {
        // An error means that the command does not read its input.
        let _ = pipe.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output
}

/// Converts the output of a program to text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Parses the JSON objects in the output, one per line.
pub fn jsonl(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}
