//! Tests of chess tables that are listed, counted, damaged and replaced while a server uses them.

use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_proto::v1::*;
use tonic::Code;

use super::{ROOK, probe, refused};
use crate::chess::{make_chess, tables};
use crate::common::{Server, flip_last_byte, fresh_directory};
use crate::internet::{get, metric, operate};

#[tokio::test]
async fn tables_are_listed_with_those_of_other_games() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let all = client.list_tables(ListTablesRequest::default()).await.expect("tables").into_inner();
    let sets: Vec<_> = all.sets.iter().map(|set| (set.variant.as_str(), set.pieces_max)).collect();
    assert_eq!(sets, [("english", 2), ("chess", 3)]);
    assert!(all.sets.iter().all(|set| set.manifest_digest.len() == 64));
    let request = ListTablesRequest { variant: "chess".into(), page_size: 4, ..ListTablesRequest::default() };
    let page = client.list_tables(request.clone()).await.expect("tables").into_inner();
    assert_eq!((page.tables.len(), page.next_page_token.as_str()), (4, "4"));
    let request = ListTablesRequest { page_size: 0, ..request };
    let of_chess = client.list_tables(request).await.expect("tables").into_inner().tables;
    assert_eq!(of_chess.len(), 10);
    assert_eq!(all.tables.len(), 10 + all.tables.iter().filter(|table| table.variant == "english").count());
    let rook = of_chess.iter().find(|table| table.slice == "KRvK").expect("it was made");
    assert_eq!(rook.metrics, ["wdl", "dtr-FIDE-50"]);
    let on_disk = |name: &str| std::fs::metadata(tables().join("chess").join(name)).expect("a file").len();
    assert_eq!(rook.size_bytes, on_disk("KRvK.wdl") + on_disk("KRvK.dtr-FIDE-50"));
}

#[tokio::test]
async fn damaged_tables_are_named_and_counted_and_do_not_take_the_place_of_whole_ones() {
    let root = fresh_directory("replaced");
    make_chess(&root, 3, default_metrics());
    let folder = root.join("chess");
    let args = ["--admin-listen", "127.0.0.1:0", "--tables-poll-seconds", "1", "--log", "info"];
    let (server, operators, log) = Server::start_operated_logged("replaced-log", &root, &args);
    let mut client = server.client().await;
    client.probe(probe(ROOK)).await.expect("a value");
    assert_eq!(get(&server, "/standard?fen=8/8/8/8/8/2k5/8/K6R_w_-_-").await.status, 200);
    log.wait_for_count("tables opened", 1).await;
    let text = operate(&operators, "/metrics").await.text();
    assert!(metric(&text, "peatee_table_cache_bytes", &[]) > 0.0, "{text}");
    assert!(metric(&text, "peatee_table_cache_misses_total", &[]) > 0.0, "{text}");
    assert_eq!(metric(&text, "peatee_requests_total", &["method=\"lila-tablebase\"", "code=\"OK\""]), 1.0);

    // The changed manifest lists a table with a damaged header.
    let table = folder.join("KRvK.wdl");
    let whole = std::fs::read(&table).expect("readable");
    let manifest = folder.join("manifest.json");
    let listed = std::fs::read_to_string(&manifest).expect("a manifest");
    std::fs::remove_file(&table).expect("removable");
    std::fs::write(&table, b"not a table").expect("writable");
    std::fs::write(&manifest, listed.clone() + "\n").expect("writable");
    log.wait_for_count("the tables stay as before", 1).await;
    assert!(log.count("KRvK.wdl") > 0, "it is named");
    client.probe(probe(ROOK)).await.expect("the tables before answer");
    // The manifest cannot be read.
    std::fs::write(&manifest, "{").expect("writable");
    log.wait_for_count("the tables stay as before", 2).await;
    client.probe(probe(ROOK)).await.expect("the tables before answer");
    // The repaired tables are used.
    std::fs::remove_file(&table).expect("removable");
    std::fs::write(&table, whole).expect("writable");
    std::fs::write(&manifest, listed).expect("writable");
    log.wait_for_count("opened anew", 1).await;
    client.probe(probe(ROOK)).await.expect("the tables answer");
}

#[tokio::test]
async fn a_damaged_block_is_an_error_and_the_other_tables_answer() {
    let root = fresh_directory("damaged");
    make_chess(&root, 3, default_metrics());
    flip_last_byte(&root.join("chess/KQvK.dtr-FIDE-50"));
    std::fs::remove_file(root.join("chess/KPvK.wdl")).expect("removable");
    let server = Server::start(&root, &["--log", "off"]);
    let mut client = server.client().await;
    let queen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let status = refused(client.probe(probe(queen)).await, Code::DataLoss, "DAMAGED_TABLE", None);
    assert!(status.message().starts_with("table KQvK.dtr-FIDE-50: "), "{}", status.message());
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    refused(client.probe(probe(pawn)).await, Code::NotFound, "MISSING_TABLE", None);
    client.probe(probe(ROOK)).await.expect("the other tables answer");
    let listed = client.list_tables(ListTablesRequest::default()).await.expect("a page").into_inner().tables;
    let pawn = listed.iter().find(|table| table.slice == "KPvK").expect("it is listed");
    assert_eq!(
        (pawn.metrics.as_slice(), pawn.unusable_metrics.as_slice()),
        (&["dtr-FIDE-50".to_owned()][..], &["wdl".to_owned()][..])
    );
}
