//! Tests of faults in files, tables and clients while a server runs. Every answer must be right or
//! an error, and the server must continue.

mod clients;
mod commands;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod disk;
mod files;
mod ready;
mod reload;

use std::path::{Path, PathBuf};

use peatee_probe::Tables;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ProbeRequest, Wdl};
use tonic::transport::Channel;
use tonic_types::StatusExt as _;

use crate::common::tables;

/// Positions of the slices whose tables are damaged.
const DAMAGED: [&str; 4] = ["W:W23:B5,6", "W:W31:B5,6", "B:W23,34:B6", "W:W45:B3,7"];
const WHOLE: [&str; 3] = ["W:WK1:BK2", "W:WK5:BK46", "B:WK7:BK8"];

/// Slices whose tables are damaged: one man against two.
const DAMAGED_SLICES: [&str; 2] = ["MvMM", "MMvM"];

/// Copies the tables of international draughts to a folder below `root`.
fn copied(root: &Path) -> PathBuf {
    let (from, to) = (tables().join("international"), root.join("international"));
    std::fs::create_dir_all(&to).expect("a directory can be made");
    for entry in std::fs::read_dir(from).expect("tables") {
        let path = entry.expect("an entry").path();
        std::fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("room on the disk");
    }
    to
}

/// Returns the value of a position from the library.
fn right(fen: &str) -> (Wdl, Option<u32>) {
    let tables = Tables::open(tables().join("international")).expect("tables");
    let value = tables.probe(&tables.game().parse_fen(fen).expect("a FEN")).expect("a value");
    let wdl = match value.wdl {
        peatee_probe::Wdl::Win => Wdl::Win,
        peatee_probe::Wdl::Draw => Wdl::Draw,
        peatee_probe::Wdl::Loss => Wdl::Loss,
    };
    (wdl, value.plies)
}

/// Requests the value of a position and checks it. Returns the reason of an error.
async fn probed(client: &mut TablebaseServiceClient<Channel>, fen: &str) -> Result<(), String> {
    let asked = ProbeRequest { variant: "international".into(), fen: fen.into(), ..ProbeRequest::default() };
    match client.probe(asked).await {
        Ok(answer) => {
            let value = answer.into_inner().value.expect("a value");
            assert_eq!((value.wdl(), value.dtw_plies), right(fen), "{fen}");
            Ok(())
        }
        Err(status) => {
            assert!(!status.message().contains('/'), "clients need not know where files are: {}", status.message());
            Err(status.get_details_error_info().map_or_else(|| status.to_string(), |info| info.reason))
        }
    }
}
