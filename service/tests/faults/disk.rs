//! Test of a disk that fails while tables are read from it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use peatee_proto::v1::ProbeRequest;
use tonic_types::StatusExt as _;

use super::{DAMAGED, DAMAGED_SLICES, WHOLE, copied, probed};
use crate::common::{PEATEE, Server, fresh_directory};

/// Text in the names of the files that cannot be read: those of the slices without kings.
const FAILING: &str = "MvM";

/// Compiles a library that makes a program fail to read the files in `FAILING`. The program loads
/// the library by `LD_PRELOAD`.
fn library(directory: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/broken_disk.c");
    let library = directory.join("broken_disk.so");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
    assert!(command.status().expect("Rust links by a C compiler").success());
    library
}

#[tokio::test]
async fn a_broken_disk_gives_errors_that_name_the_table_and_heals() {
    let root = fresh_directory("broken-disk");
    copied(&root);
    let (library, broken) = (library(&root), root.join("broken"));
    let environment: [(&str, &OsStr); 3] =
        [("LD_PRELOAD", library.as_os_str()), ("FAILING", FAILING.as_ref()), ("BROKEN", broken.as_os_str())];
    // Without memory for tables, every probe reads its file.
    let (server, log) = Server::start_in(&environment, "broken-disk-log", &root, &["--memory-mib", "0"]);
    let mut client = server.client().await;
    for fen in DAMAGED.iter().chain(&WHOLE) {
        probed(&mut client, fen).await.expect("the disk is whole");
    }

    fs::write(&broken, "").expect("writable");
    for _ in 0..50 {
        for fen in DAMAGED {
            let asked = ProbeRequest { variant: "international".into(), fen: fen.into(), ..Default::default() };
            let status = client.probe(asked).await.expect_err("nothing is left to answer from");
            let reason = status.get_details_error_info().expect("a reason").reason;
            assert_eq!(reason, "TABLE_IO", "{status:?}");
            assert!(DAMAGED_SLICES.iter().any(|slice| status.message().contains(slice)), "{status:?}");
        }
        for fen in WHOLE {
            probed(&mut client, fen).await.expect("other tables answer");
        }
    }
    // The log names the file and the reason.
    log.wait_for(&["os error 5", "MvMM"]).await;

    let output = Command::new(PEATEE)
        .envs(environment)
        .args(["probe", "--variant", "international", DAMAGED[0], "--tables"])
        .arg(&root)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "input or output failed: {said}");
    assert!(said.contains("MvM") && said.contains("os error 5"), "{said}");

    fs::remove_file(&broken).expect("it is there");
    for fen in DAMAGED {
        probed(&mut client, fen).await.expect("the disk is whole again");
    }
}
