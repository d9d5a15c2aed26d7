//! Tests tables on a web server, also on a server with faults.

use std::path::Path;

use peatee_probe::{Collection, OpenError, OpenOptions, ProbeError, Tables};
use peatee_table::SITE_NAME;

use crate::common::published::{FOLDERS, folder, positions, published, site};
use crate::common::web_server::{Fault, WebServer};

fn open(server: &WebServer) -> Tables {
    // No block is kept in memory, so each probe sends a request.
    OpenOptions::new().memory_bytes(0).open(format!("{}/english", server.url)).expect("the tables open")
}

#[test]
fn tables_on_a_web_server_answer_as_those_on_a_disk() {
    for name in FOLDERS {
        let root = published(name);
        let server = WebServer::start(root.path());
        let (disk, remote) = (Tables::open(folder(name)).expect("the tables open"), open(&server));
        assert_eq!(server.counts().requests, 1, "opening takes one request");
        assert_eq!(remote.slices(), disk.slices());
        assert_eq!(remote.directory(), Path::new(&format!("{}/english", server.url)));
        for position in positions(&disk) {
            assert_eq!(remote.probe(&position).unwrap(), disk.probe(&position).unwrap(), "{position:?}");
            assert_eq!(remote.moves(&position).unwrap(), disk.moves(&position).unwrap(), "{position:?}");
        }
        assert_eq!(server.counts().connections, 1, "one connection serves all requests");
        assert_eq!(remote.stats().expanded_bytes, 0, "nothing is read ahead");
    }
}

/// Returns the error of a probe of two kings, whose table has not been read before.
fn refused(tables: &Tables) -> ProbeError {
    let position = tables.game().parse_fen("W:WK1:BK32").expect("a FEN");
    tables.probe_wdl(&position).expect_err("the server fails")
}

#[test]
fn what_a_server_or_a_proxy_does_wrong_is_an_error_by_name() {
    let faults = [
        (Fault::WholeFile, "the whole file (status 200)", 1),
        (Fault::OtherRange, "sent `bytes ", 1),
        (Fault::OtherLength, "in the manifest", 1),
        (Fault::Encoded, "encoding gzip", 1),
        (Fault::Forbidden, "status 403", 1),
        (Fault::Damaged, "", 1),
        // These faults may be temporary, so the request is sent three times.
        (Fault::Cut, "cut off", 3),
        (Fault::Repeated, "longer than", 3),
        (Fault::Busy, "status 503", 3),
        (Fault::Silent, "", 3),
    ];
    let root = published("v4");
    // One thread for each fault, because each waits before it repeats a request.
    std::thread::scope(|scope| {
        for (fault, said, requests) in faults {
            let root = root.path();
            scope.spawn(move || {
                let server = WebServer::start(root);
                let tables = open(&server);
                server.fail(fault, usize::MAX);
                let before = server.counts().requests;
                let error = refused(&tables).to_string();
                assert!(error.contains("/english/KvK.wdl: ") && error.contains(said), "{fault:?}: {error}");
                assert_eq!(server.counts().requests - before, requests, "{fault:?}");
                server.recover();
                let position = tables.game().parse_fen("W:WK1:BK32").expect("a FEN");
                assert_eq!(tables.probe(&position).expect("the server has recovered").to_string(), "draw", "{fault:?}");
            });
        }
    });
}

#[test]
fn a_request_that_fails_for_a_moment_is_sent_again() {
    let root = published("v4-pages");
    std::thread::scope(|scope| {
        for (fault, times) in [(Fault::Cut, 1), (Fault::Repeated, 1), (Fault::Silent, 1), (Fault::Busy, 2)] {
            let root = root.path();
            scope.spawn(move || {
                let server = WebServer::start(root);
                let tables = open(&server);
                server.fail(fault, times);
                let position = tables.game().parse_fen("W:WK17,K5:BK31").expect("a FEN");
                assert_eq!(tables.probe(&position).expect("an answer").to_string(), "win in 31 plies", "{fault:?}");
            });
        }
    });
}

#[test]
fn a_file_that_changes_under_way_is_an_error_and_never_a_mixture() {
    for name in FOLDERS {
        let root = published(name);
        let server = WebServer::start(root.path());
        let tables = open(&server);
        let position = tables.game().parse_fen("W:WK1:BK32").expect("a FEN");
        assert_eq!(tables.probe_wdl(&position).expect("an answer").to_string(), "draw");
        server.fail(Fault::OtherVersion, 1);
        let error = refused(&tables).to_string();
        assert!(error.contains("KvK.wdl: ") && error.contains("has changed on the server"), "{error}");
        // Tables of the other coding replace these tables. They have other headers and other
        // lengths.
        let other = FOLDERS[usize::from(name == FOLDERS[0])];
        for file in std::fs::read_dir(folder(other)).expect("the tables are there") {
            let file = file.expect("an entry");
            std::fs::copy(file.path(), root.path().join("english").join(file.file_name())).expect("there is room");
        }
        let fresh = open(&server);
        for tables in [&tables, &fresh] {
            let mut changed = 0;
            for position in positions(tables) {
                match tables.probe_wdl(&position) {
                    Ok(value) => {
                        let disk = Tables::open(folder(name)).expect("the tables open");
                        assert_eq!(value, disk.probe_wdl(&position).expect("an answer"), "{position:?}");
                    }
                    Err(error) => {
                        let error = error.to_string();
                        assert!(error.contains(".wdl: ") && error.contains("open the tables again"), "{error}");
                        changed += 1;
                    }
                }
            }
            assert!(changed > 100, "{changed}");
        }
    }
}

#[test]
fn a_site_is_a_collection_and_a_plain_folder_of_tables_opens_too() {
    let root = published("v4");
    let server = WebServer::start(root.path());
    let empty = Collection::open(&server.url).expect_err("there is no list of games");
    assert!(matches!(&empty, OpenError::Empty { path } if *path == Path::new(&server.url)), "{empty}");
    std::fs::write(root.path().join(SITE_NAME), site(&["english", "russian"])).expect("writable");
    let site = Collection::open(&server.url).expect("one of the games is there");
    let disk = Tables::open(folder("v4")).expect("the tables open");
    assert_eq!(site.variant("english").expect("it is there").slices(), disk.slices());
    let unopened: Vec<String> = site.unopened().iter().map(ToString::to_string).collect();
    assert!(unopened.len() == 1 && unopened[0].contains("/russian"), "{unopened:?}");

    let before = server.counts().requests;
    server.hide("english/headers.bin");
    let plain = open(&server);
    let headers = disk.slices().iter().map(|info| info.metrics.len() as u64).sum::<u64>();
    assert_eq!(server.counts().requests - before, 2 + headers, "two lists that are not there or are, and the headers");
    for position in positions(&disk).into_iter().take(50) {
        assert_eq!(plain.probe(&position).unwrap(), disk.probe(&position).unwrap());
    }

    std::fs::write(root.path().join(SITE_NAME), r#"{"games":{"../english":{}}}"#).expect("writable");
    assert!(matches!(Collection::open(&server.url), Err(OpenError::Manifest { .. })));
    let nobody = Collection::open("http://127.0.0.1:1/tables").expect_err("nobody listens").to_string();
    assert!(nobody.contains("http://127.0.0.1:1/tables/headers.bin"), "{nobody}");
}
