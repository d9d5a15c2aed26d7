//! Starts the program `peatee serve` for benchmarks, if possible on one processor.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// Number of clock ticks per second. Linux reports processor times to programs in such ticks.
const TICKS_PER_SECOND: f64 = 100.0;

/// Options that raise the limits for each client address, so that these limits do not distort the
/// measurement.
pub const PLENTY: [&str; 6] =
    ["--peer-in-flight-max", "256", "--peer-connections-max", "512", "--connection-streams-max", "256"];

/// A running `peatee serve`, killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts a server. If `processor` is given, `taskset` binds the server to this processor.
    pub fn start(tables: &Path, more: &[&str], processor: Option<usize>) -> Server {
        let program = env!("CARGO_BIN_EXE_peatee");
        let mut command = match processor {
            Some(number) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &number.to_string(), program]);
                command
            }
            None => Command::new(program),
        };
        command.args(["serve", "--listen", "127.0.0.1:0", "--tables"]).arg(tables).args(more);
        let mut child = command.env("PEATEE_LOG", "error").stdout(Stdio::piped()).spawn().expect("the server starts");
        let lines = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
        let first = lines.map_while(Result::ok).next().expect("the server says where it listens");
        let address = first.strip_prefix("listening on ").expect("the server says where it listens").to_owned();
        Server { child, address }
    }

    fn proc(&self, file: &str) -> String {
        let path = PathBuf::from(format!("/proc/{}/{file}", self.id()));
        std::fs::read_to_string(path).expect("the server runs, on Linux")
    }

    /// Returns the processor time that the server has used.
    pub fn cpu_time(&self) -> Duration {
        let stat = self.proc("stat");
        // The program name in parentheses may contain blanks.
        let (_, fields) = stat.rsplit_once(')').expect("the name is in brackets");
        let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<f64>().expect("a number"));
        Duration::from_secs_f64(ticks.sum::<f64>() / TICKS_PER_SECOND)
    }

    fn status(&self, name: &str) -> u64 {
        let status = self.proc("status");
        let line = status.lines().find(|line| line.starts_with(name)).expect("the line is there");
        line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
    }

    /// Returns the maximum memory that the server has used so far, in bytes.
    pub fn memory_peak_bytes(&self) -> u64 {
        self.status("VmHWM") * 1024
    }

    /// Returns the memory that the server uses now, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        self.status("VmRSS") * 1024
    }

    /// Returns the number of threads of the server.
    pub fn threads(&self) -> usize {
        self.status("Threads") as usize
    }

    /// Returns the number of files and sockets that the server has open.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.id())).expect("the server runs, on Linux").count()
    }

    /// Returns the process id of the server.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, such as `TERM`, to the server.
    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
    }

    /// Waits until the server has ended.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("the child is ours")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // An error means that the server has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal, such as `TERM`, to a process.
pub fn signal(process: u32, name: &str) {
    let kill = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(kill.expect("there is a kill").success());
}

/// Binds the first thread of this program to one processor, by `taskset`. Returns false if this
/// fails.
pub fn pin_first_thread(processor: usize) -> bool {
    let mut command = Command::new("taskset");
    command.args(["-c", "-p", &processor.to_string(), &std::process::id().to_string()]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
