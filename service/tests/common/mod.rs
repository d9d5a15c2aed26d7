//! Shared code of the tests: tables, and the real server.
#![allow(dead_code, unused_imports, reason = "each test binary uses some of it")]

mod log;
mod piped;
#[path = "../../../probe/rules/tests/common/random.rs"]
mod random;

pub use log::Log;
pub use piped::Piped;
pub use random::Random;

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::Metric;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_rules::{Draughts, Variant};
use tonic::transport::Channel;

/// Maximum time for which a test waits for an event.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Path of the program under test.
pub const PEATEE: &str = env!("CARGO_BIN_EXE_peatee");

pub fn flip_last_byte(path: &Path) {
    let mut bytes = std::fs::read(path).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(path, bytes).expect("writable");
}

/// Creates an empty directory for the calling test file. An existing directory with the same name
/// is replaced.
#[track_caller]
pub fn fresh_directory(name: &str) -> PathBuf {
    let file = Path::new(std::panic::Location::caller().file()).with_extension("");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file).join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the directory of the run before can be removed");
    }
    std::fs::create_dir_all(&path).expect("a directory can be made");
    path
}

/// Generates the tables of a variant in a folder below `root`.
pub fn make_tables(root: &Path, variant: &str, pieces: u8, metrics: &[Metric]) {
    let game = Draughts::new(Variant::named(variant).expect("the variant is known"));
    let directory = TableDirectory::open(root, &game).expect("the directory can be made");
    let settings = Settings::new(metrics.to_vec(), 1 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
}

/// Returns a directory with international tables up to 3 pieces (WDL and DTW) and Russian tables up
/// to 2 pieces (WDL).
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("tables");
        make_tables(&root, "international", 3, &[Metric::Wdl, Metric::Dtw]);
        make_tables(&root, "russian", 2, &[Metric::Wdl]);
        root
    })
}

/// A running `peatee serve`, killed when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts a server on a free port and waits until it listens.
    pub fn start(tables: &Path, more: &[&str]) -> Server {
        Server::start_with(tables, more, Stdio::inherit())
    }

    /// Starts a server that writes its log to a file in the directory `name`.
    pub fn start_logged(name: &str, tables: &Path, more: &[&str]) -> (Server, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        (Server::start_with(tables, more, file.into()), log)
    }

    /// Starts a server with additional environment variables, and with its log in a file.
    pub fn start_in(environment: &[(&str, &OsStr)], name: &str, tables: &Path, more: &[&str]) -> (Server, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        let (child, lines) = Server::spawn(tables, more, environment, file.into(), 1);
        (Server::listening(child, &lines[0]), log)
    }

    /// Starts a server with a second port for operators, and returns the address of this port too.
    pub fn start_operated(tables: &Path, more: &[&str]) -> (Server, String) {
        Server::start_operated_with(tables, more, Stdio::inherit())
    }

    /// Starts a server with a port for operators that writes its log to `log`.
    pub fn start_operated_with(tables: &Path, more: &[&str], log: Stdio) -> (Server, String) {
        let more = [&["--admin-listen", "127.0.0.1:0"], more].concat();
        let (child, lines) = Server::spawn(tables, &more, &[], log, 2);
        let operators = lines[0].strip_prefix("operators on ").expect("the first line says where").to_owned();
        (Server::listening(child, &lines[1]), operators)
    }

    /// Starts a server with a port for operators and with its log in a file. `more` must name the
    /// port.
    pub fn start_operated_logged(name: &str, tables: &Path, more: &[&str]) -> (Server, String, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        let (child, lines) = Server::spawn(tables, more, &[], file.into(), 2);
        let operators = lines[0].strip_prefix("operators on ").expect("the first line says where").to_owned();
        (Server::listening(child, &lines[1]), operators, log)
    }

    /// Starts a server whose address space is limited to `kib` KiB by `ulimit -v`. Allocations
    /// beyond this limit fail.
    pub fn start_confined(kib: u32, tables: &Path, more: &[&str]) -> Server {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {kib} && exec \"$0\" \"$@\""), PEATEE]);
        let (child, lines) = Server::spawn_by(command, tables, more, Stdio::inherit(), 1);
        Server::listening(child, &lines[0])
    }

    fn start_with(tables: &Path, more: &[&str], log: Stdio) -> Server {
        let (child, lines) = Server::spawn(tables, more, &[], log, 1);
        Server::listening(child, &lines[0])
    }

    fn listening(child: Child, line: &str) -> Server {
        let address = line.strip_prefix("listening on ").expect("the server says where it listens").to_owned();
        Server { child, address }
    }

    /// Starts the server and waits until it has printed `lines` lines.
    fn spawn(
        tables: &Path,
        more: &[&str],
        environment: &[(&str, &OsStr)],
        log: Stdio,
        lines: usize,
    ) -> (Child, Vec<String>) {
        let mut command = Command::new(PEATEE);
        command.envs(environment.iter().copied());
        Server::spawn_by(command, tables, more, log, lines)
    }

    fn spawn_by(mut command: Command, tables: &Path, more: &[&str], log: Stdio, lines: usize) -> (Child, Vec<String>) {
        command.arg("serve").arg("--tables").arg(tables).env("PEATEE_LOG", "warn");
        if !more.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut child = command.args(more).stdout(Stdio::piped()).stderr(log).spawn().expect("peatee starts");
        let stdout = child.stdout.take().expect("it is a pipe");
        let printed = BufReader::new(stdout).lines().take(lines).map(|line| line.expect("it can be read")).collect();
        (child, printed)
    }

    pub async fn channel(&self) -> Channel {
        let endpoint = Channel::from_shared(format!("http://{}", self.address)).expect("a valid address");
        endpoint.connect().await.expect("the server accepts connections")
    }

    pub async fn client(&self) -> TablebaseServiceClient<Channel> {
        TablebaseServiceClient::new(self.channel().await)
    }

    pub fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("sh runs").success());
    }

    /// Waits until the server has ended. The other tasks of the test run meanwhile. This is needed
    /// because the server ends only when the streams of the test are closed.
    pub async fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns the number of files and sockets that the server has open.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("the process runs, on Linux").count()
    }

    /// Returns the number of threads of the server.
    pub fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("the process runs, on Linux").count()
    }

    /// Returns the processor time that the server has used.
    pub fn cpu_time(&self) -> Duration {
        /// Number of clock ticks per second. Linux reports processor times to programs in such
        /// ticks.
        const TICKS_PER_SECOND: u64 = 100;
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).expect("the process runs, on Linux");
        // The program name in parentheses may contain blanks.
        let (_, fields) = stat.rsplit_once(')').expect("the name is in brackets");
        let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().expect("a number"));
        Duration::from_millis(ticks.sum::<u64>() * 1000 / TICKS_PER_SECOND)
    }

    /// Returns a field of `/proc/<pid>/status`, such as `VmRSS` or `VmHWM`, in bytes.
    pub fn memory_bytes(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("the process runs, on Linux");
        let line = status.lines().find(|line| line.starts_with(name)).expect("the size is there");
        let kib: u64 = line.split_whitespace().nth(1).expect("a number").parse().expect("a number");
        kib * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // An error means that the server has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
