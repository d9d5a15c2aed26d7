//! Engine process that a test drives through pipes, line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::PATIENCE;

/// A running engine, killed when dropped.
#[derive(Debug)]
pub struct Piped {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Piped {
    pub fn spawn(command: &mut Command) -> Piped {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Piped { child, input, lines }
    }

    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("the engine reads");
    }

    /// Closes the standard input of the engine.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the next line of the engine and returns it.
    pub fn hear(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Returns the lines of the engine up to and including the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
    }

    /// Waits until the engine ends by itself, and returns its exit code.
    pub fn exit_code(&mut self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                return status.code();
            }
            assert!(Instant::now() < end, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        // An error means that the engine has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
