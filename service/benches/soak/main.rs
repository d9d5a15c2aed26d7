//! Soak test: runs a server for a long time with all kinds of clients at once. See `scripts/check
//! soak`.

#[path = "../load/attack.rs"]
mod attack;
#[path = "../load/client.rs"]
#[allow(dead_code, reason = "shared with the benchmark `load`, which uses more of it")]
mod client;
#[path = "../load/questions.rs"]
#[allow(dead_code, reason = "shared with the benchmark `load`, which uses more of it")]
mod questions;
#[path = "../load/server.rs"]
#[allow(dead_code, reason = "shared with the benchmark `load`, which uses more of it")]
mod server;

mod clients;
mod watchdog;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clients::{Counts, ask, attacks, flood, json, reset, silent, vanish};
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{Metric, Tables};
use peatee_rules::{Draughts, Variant};
use questions::Kind;
use server::{PLENTY, Server};

const PIECES: u8 = 3;

/// Time between two replacements of the table manifest.
const REPLACED_EVERY: Duration = Duration::from_secs(20);
/// Time between two printed lines of the report.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// Memory budget of the server for tables, in MiB.
const TABLES_MIB: u64 = 64;
const MEMORY_BYTES_MAX: u64 = (256 + TABLES_MIB) << 20;

/// Maximum growth of the server's memory, in bytes, after the first tenth of the test. Some growth
/// is normal, because freed memory does not go back to the system at once.
const MEMORY_SLACK_BYTES: u64 = 48 << 20;
/// Minimum duration of the first tenth of the test. If it is shorter, the memory is not compared,
/// because the server has not filled its buffers and caches yet.
const WARM: Duration = Duration::from_secs(60);
/// Maximum growth of the number of threads. Probing threads start and end with the work: two for
/// each processor, and one more that opens tables.
const THREADS_SLACK: usize = 8;
/// Time after the last request in which all connections close and memory goes back to the system.
const CALM: Duration = Duration::from_secs(60);

/// Time by which the test can exceed its planned duration before it counts as hanging.
const LATE: Duration = Duration::from_secs(240);

/// Generates the tables of a game.
fn make(root: &Path, variant: &str, metrics: &[Metric]) {
    let game = Draughts::new(Variant::named(variant).expect("the variant is known"));
    let directory = TableDirectory::open(root, &game).expect("the directory can be made");
    let settings = Settings::new(metrics.to_vec(), 1 << 30);
    generate(&directory, PIECES, &settings, &NoProgress).expect("small tables can be made");
}

/// Replaces the manifest by an identical file, or by half of it if `is_damaged` is true. The server
/// opens the tables again, or refuses the damaged manifest.
fn replace_manifest(root: &Path, whole: &[u8], is_damaged: bool) {
    let directory = root.join("international");
    let new = directory.join("manifest.new");
    let bytes = if is_damaged { &whole[..whole.len() / 2] } else { whole };
    std::fs::write(&new, bytes).expect("writable");
    std::fs::rename(new, directory.join("manifest.json")).expect("it takes the place");
}

/// Memory, threads and open files of the server at one moment.
#[derive(Debug, Clone, Copy)]
struct Held {
    memory_bytes: u64,
    memory_peak_bytes: u64,
    descriptors: usize,
    threads: usize,
}

impl Held {
    fn of(server: &Server) -> Held {
        Held {
            memory_bytes: server.memory_bytes(),
            memory_peak_bytes: server.memory_peak_bytes(),
            descriptors: server.descriptors(),
            threads: server.threads(),
        }
    }
}

/// Starts the clients, which run until `stop` is set.
fn start(server: &Server, kinds: &Arc<Vec<Kind>>, stop: &Arc<AtomicBool>, counts: &Arc<Counts>) -> Vec<Client> {
    let shared = clients::Shared {
        address: server.address.clone(),
        kinds: kinds.clone(),
        stop: stop.clone(),
        counts: counts.clone(),
    };
    let mut all = Vec::new();
    for kind in 0..kinds.len() {
        all.push(tokio::spawn(ask(shared.clone(), kind)));
    }
    all.push(tokio::spawn(json(shared.clone())));
    all.push(tokio::spawn(flood(shared.clone())));
    all.push(tokio::spawn(reset(shared.clone())));
    all.push(tokio::spawn(vanish(shared.clone())));
    all.push(tokio::spawn(silent(shared.clone())));
    all.push(tokio::spawn(attacks(shared)));
    all
}

type Client = tokio::task::JoinHandle<()>;

/// Runs all clients for the given time while the manifest is replaced, then waits until they have
/// ended and the server is idle. Returns the memory, threads and open files of the idle server.
async fn work(root: &Path, server: &Server, kinds: &Arc<Vec<Kind>>, counts: &Arc<Counts>, time: Duration) -> Held {
    let whole = std::fs::read(root.join("international/manifest.json")).expect("a manifest");
    let stop = Arc::new(AtomicBool::new(false));
    let clients = start(server, kinds, &stop, counts);
    let began = Instant::now();
    let (mut replaced, mut told) = (0, began);
    while began.elapsed() < time && clients.iter().all(|client| !client.is_finished()) {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if began.elapsed() >= REPLACED_EVERY * (replaced + 1) {
            replaced += 1;
            replace_manifest(root, &whole, replaced % 3 == 0);
            if replaced % 2 == 0 {
                server.signal("HUP");
            }
        }
        if told.elapsed() >= TOLD_EVERY {
            told = Instant::now();
            println!("{:>6} s: {counts}; {:?}", began.elapsed().as_secs(), Held::of(server));
        }
    }
    stop.store(true, Ordering::Relaxed);
    for client in clients {
        client.await.expect("every answer is right, and none is missing");
    }
    replace_manifest(root, &whole, false);
    let calm = Instant::now();
    let mut held = Held::of(server);
    // In this time, the last connections close and memory goes back to the system.
    while calm.elapsed() < CALM {
        tokio::time::sleep(Duration::from_secs(1)).await;
        held = Held::of(server);
    }
    println!("after {} s: {counts}; {held:?}", began.elapsed().as_secs());
    assert!(held.memory_peak_bytes <= MEMORY_BYTES_MAX, "more than {} MiB: {held:?}", MEMORY_BYTES_MAX >> 20);
    held
}

fn main() {
    let seconds = std::env::var("PEATEE_SOAK_SECONDS").ok().map_or(3600, |text| text.parse().expect("a number"));
    let whole = Duration::from_secs(seconds);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = directory.path();
    make(root, "international", &[Metric::Wdl, Metric::Dtw]);
    make(root, "russian", &[Metric::Wdl]);
    let tables = Tables::open(root.join("international")).expect("tables that open");
    let kinds = Arc::new(questions::kinds(&tables, PIECES));
    let memory = TABLES_MIB.to_string();
    let args =
        ["--tables-poll-seconds", "1", "--memory-mib", &memory, "--unread-seconds", "5", "--handshake-seconds", "5"];
    let mut server = Server::start(root, &[&PLENTY[..], &args].concat(), None);
    let id = server.id();
    watchdog::end_within(whole + 2 * CALM + LATE, move || server::signal(id, "KILL"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    let counts = Arc::new(Counts::default());
    runtime.block_on(async {
        let before = work(root, &server, &kinds, &counts, whole / 10).await;
        let after = work(root, &server, &kinds, &counts, whole * 9 / 10).await;
        if whole / 10 >= WARM {
            assert!(after.memory_bytes <= before.memory_bytes + MEMORY_SLACK_BYTES, "memory: {before:?}, {after:?}");
        }
        assert!(after.descriptors <= before.descriptors, "descriptors: {before:?}, {after:?}");
        assert!(after.threads <= before.threads + THREADS_SLACK, "threads: {before:?}, {after:?}");
    });
    counts.check();
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0), "the server ends well");
    println!("soak: passed");
}
