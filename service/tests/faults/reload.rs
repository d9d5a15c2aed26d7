//! Tests of tables that change while a server runs: it uses the new tables and drops no request.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use peatee_probe::Metric;
use peatee_proto::v1::{ListTablesRequest, ProbeRequest, ProbeStreamRequest};
use tokio_stream::wrappers::ReceiverStream;

use super::{copied, probed};
use crate::common::{PATIENCE, Server, fresh_directory, make_tables};
use crate::internet::{metric, operate};

/// Options with which the server checks the tables every second.
const POLL: [&str; 4] = ["--tables-poll-seconds", "1", "--log", "info"];

async fn sets(server: &Server) -> Vec<(String, u32, String)> {
    let answer = server.client().await.list_tables(ListTablesRequest::default()).await.expect("a list").into_inner();
    answer.sets.into_iter().map(|set| (set.variant, set.pieces_max, set.manifest_digest)).collect()
}

async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waited = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waited).await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_tables_are_taken_and_no_request_is_dropped() {
    let root = fresh_directory("grown");
    make_tables(&root, "russian", 2, &[Metric::Wdl]);
    let (server, operators) = Server::start_operated(&root, &POLL);
    let before = sets(&server).await;
    assert_eq!((before[0].0.as_str(), before[0].1), ("russian", 2));

    // One client sends requests all the time, another has an open stream.
    let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let asker = tokio::spawn({
        let (mut client, stop, answered) = (server.client().await, stop.clone(), answered.clone());
        async move {
            while !stop.load(Ordering::Relaxed) {
                let asked = ProbeRequest { variant: "russian".into(), fen: "W:WKa1:BKh8".into(), ..Default::default() };
                client.probe(asked).await.expect("no request is dropped");
                answered.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let mut stream_client = server.client().await;
    let mut answers =
        stream_client.probe_stream(ReceiverStream::new(receiver)).await.expect("it is let in").into_inner();
    let three = ProbeStreamRequest { variant: "russian".into(), fen: "W:WKa1,Kb2:BKh8".into() };
    sender.send(three.clone()).await.expect("the stream is open");
    let outcome = answers.message().await.expect("no failure").expect("an answer").outcome;
    assert!(format!("{outcome:?}").contains("Error"), "three pieces are not there yet: {outcome:?}");

    // The Russian tables grow, and English tables are added.
    make_tables(&root, "russian", 3, &[Metric::Wdl, Metric::Dtw]);
    make_tables(&root, "english", 2, &[Metric::Wdl]);
    until("the new tables are taken", async || sets(&server).await.len() == 2).await;
    until("three pieces are there", async || sets(&server).await.iter().any(|set| set.1 == 3)).await;
    let after = sets(&server).await;
    assert!(after.iter().all(|set| !before.contains(set)), "{after:?}");
    sender.send(three).await.expect("the stream is open");
    let outcome = answers.message().await.expect("no failure").expect("an answer").outcome;
    assert!(format!("{outcome:?}").contains("Value"), "an open stream has the new tables: {outcome:?}");

    let then = answered.load(Ordering::Relaxed);
    until("requests go on", async || answered.load(Ordering::Relaxed) > then).await;
    stop.store(true, Ordering::Relaxed);
    asker.await.expect("no request is dropped");
    let text = operate(&operators, "/metrics").await.text();
    assert!(metric(&text, "peatee_table_reloads_total", &["result=\"taken\""]) >= 1.0, "{text}");
}

#[tokio::test]
async fn a_damaged_manifest_is_refused_and_the_tables_stay() {
    let root = fresh_directory("refused");
    let directory = copied(&root);
    let args = [&POLL[..], &["--admin-listen", "127.0.0.1:0"]].concat();
    let (server, operators, log) = Server::start_operated_logged("refused-log", &root, &args);
    let mut client = server.client().await;
    let manifest = directory.join("manifest.json");
    let whole = std::fs::read_to_string(&manifest).expect("a manifest");
    let before = sets(&server).await;
    let refused = "the tables stay as before";

    std::fs::write(&manifest, &whole[..whole.len() / 2]).expect("writable");
    log.wait_for_count(refused, 1).await;
    probed(&mut client, "W:W23:B5,6").await.expect("the tables before answer");
    assert_eq!(sets(&server).await, before);
    // The same reason is logged only once, however often the manifest is checked.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(log.count(refused), 1);
    let text = operate(&operators, "/metrics").await.text();
    assert_eq!(metric(&text, "peatee_table_reloads_total", &["result=\"refused\""]), 1.0, "{text}");

    // The manifest lists a file that does not exist.
    std::fs::write(&manifest, &whole).expect("writable");
    let table = directory.join("MvMM.dtw");
    let hidden = directory.join("hidden");
    std::fs::rename(&table, &hidden).expect("the table is there");
    log.wait_for_count(refused, 2).await;
    assert_eq!(log.count("MvMM.dtw"), 1, "it is named");
    probed(&mut client, "W:W23:B5,6").await.expect("the tables before answer");

    // The repaired tables are used.
    std::fs::rename(&hidden, &table).expect("it is there");
    log.wait_for_count("opened anew", 1).await;
    probed(&mut client, "W:W23:B5,6").await.expect("the tables answer");
    assert_eq!(sets(&server).await, before);
}

#[tokio::test]
async fn a_game_whose_folder_vanishes_is_answered_as_before() {
    let root = fresh_directory("vanished");
    copied(&root);
    let english = Path::new(env!("CARGO_MANIFEST_DIR")).join("../probe/tests/data/v4/english");
    std::fs::create_dir(root.join("english")).expect("a folder");
    for file in std::fs::read_dir(english).expect("tables") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), root.join("english").join(file.file_name())).expect("writable");
    }
    let (server, log) = Server::start_logged("vanished-log", &root, &POLL);
    let before = sets(&server).await;
    std::fs::rename(root.join("english/manifest.json"), root.join("english/later.json")).expect("it is there");
    log.wait_for_count("the folder has no tables any more", 1).await;
    assert_eq!(sets(&server).await, before);
}

#[tokio::test]
async fn without_polls_tables_are_read_anew_at_sighup() {
    let root = fresh_directory("hup");
    make_tables(&root, "russian", 2, &[Metric::Wdl]);
    let server = Server::start(&root, &["--tables-poll-seconds", "0"]);
    make_tables(&root, "english", 2, &[Metric::Wdl]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sets(&server).await.len(), 1, "nobody looks");
    server.signal("HUP");
    until("the new tables are taken", async || sets(&server).await.len() == 2).await;
}
