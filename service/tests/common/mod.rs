//! Tables to test with, and the real server.
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

/// The longest that anything here may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The program under test.
pub const PEATEE: &str = env!("CARGO_BIN_EXE_peatee");

/// Damages a file.
pub fn flip_last_byte(path: &Path) {
    let mut bytes = std::fs::read(path).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(path, bytes).expect("writable");
}

/// A fresh directory with that name, in the folder of the test file that asks for it.
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

/// Makes the tables of a variant in a folder below `root`.
pub fn make_tables(root: &Path, variant: &str, pieces: u8, metrics: &[Metric]) {
    let game = Draughts::new(Variant::named(variant).expect("the variant is known"));
    let directory = TableDirectory::open(root, &game).expect("the directory can be made");
    let settings = Settings::new(metrics.to_vec(), 1 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
}

/// Tables made once: international to 3 pieces with both metrics, Russian to 2 with WDL alone.
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
    /// Starts it on a free port and waits until it listens.
    pub fn start(tables: &Path, more: &[&str]) -> Server {
        Server::start_with(tables, more, Stdio::inherit())
    }

    /// Starts a server with its log in a file of that name.
    pub fn start_logged(name: &str, tables: &Path, more: &[&str]) -> (Server, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        (Server::start_with(tables, more, file.into()), log)
    }

    /// Starts a server with variables of its environment.
    pub fn start_in(environment: &[(&str, &OsStr)], name: &str, tables: &Path, more: &[&str]) -> (Server, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        let (child, lines) = Server::spawn(tables, more, environment, file.into(), 1);
        (Server::listening(child, &lines[0]), log)
    }

    /// Starts a server with a port for operators, whose address comes with it.
    pub fn start_operated(tables: &Path, more: &[&str]) -> (Server, String) {
        Server::start_operated_with(tables, more, Stdio::inherit())
    }

    /// Starts a server with a port for operators, and its log there.
    pub fn start_operated_with(tables: &Path, more: &[&str], log: Stdio) -> (Server, String) {
        let more = [&["--admin-listen", "127.0.0.1:0"], more].concat();
        let (child, lines) = Server::spawn(tables, &more, &[], log, 2);
        let operators = lines[0].strip_prefix("operators on ").expect("the first line says where").to_owned();
        (Server::listening(child, &lines[1]), operators)
    }

    /// Starts a server with a port for operators and its log in a file of that name.
    pub fn start_operated_logged(name: &str, tables: &Path, more: &[&str]) -> (Server, String, Log) {
        let (log, file) = Log::create(&fresh_directory(name));
        let (child, lines) = Server::spawn(tables, more, &[], file.into(), 2);
        let operators = lines[0].strip_prefix("operators on ").expect("the first line says where").to_owned();
        (Server::listening(child, &lines[1]), operators, log)
    }

    /// Starts a server with so many KiB of addresses (`ulimit -v`): allocations beyond them fail.
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

    /// Starts it and waits until it has printed so many lines.
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

    /// Waits until it ends. The connections of the test go on meanwhile: a thread that only sleeps
    /// would keep a dropped stream from being reset, and the server from ending.
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

    /// Returns the number of files and sockets that it has open.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("the process runs, on Linux").count()
    }

    /// Returns the number of its threads.
    pub fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("the process runs, on Linux").count()
    }

    /// The time that it has had of processors.
    pub fn cpu_time(&self) -> Duration {
        /// Ticks of the processor clock in a second, as Linux shows them to every program.
        const TICKS_PER_SECOND: u64 = 100;
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).expect("the process runs, on Linux");
        // The name of the program, in brackets, may hold blanks.
        let (_, fields) = stat.rsplit_once(')').expect("the name is in brackets");
        let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().expect("a number"));
        Duration::from_millis(ticks.sum::<u64>() * 1000 / TICKS_PER_SECOND)
    }

    /// A size in bytes that the system keeps of the process: `VmRSS`, `VmHWM`.
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
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
