//! Tables of English draughts as they are published, and positions that they answer.

use std::path::{Path, PathBuf};

use peatee_probe::{HEADER_LIST_NAME, MANIFEST_NAME, Manifest, Position, Tables};
use peatee_table::HeaderList;
use tempfile::TempDir;

pub const FOLDERS: [&str; 2] = ["v4", "v4-pages"];
const ANSWERS: &str = include_str!("../data/v4/answers.tsv");
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

pub fn folder(name: &str) -> PathBuf {
    Path::new(DATA).join(name).join("english")
}

/// A copy of a folder of tables, with a list of headers.
pub fn published(name: &str) -> TempDir {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let out = root.path().join("english");
    std::fs::create_dir(&out).expect("a new folder");
    for file in std::fs::read_dir(folder(name)).expect("the tables are there") {
        let file = file.expect("an entry");
        std::fs::copy(file.path(), out.join(file.file_name())).expect("there is room");
    }
    let manifest = Manifest::read(&out).expect("readable").expect("it is there");
    let header = |name| *std::fs::read(out.join(name)).expect("readable").first_chunk().expect("a header");
    let headers = manifest.tables.keys().map(header).collect();
    let manifest = std::fs::read_to_string(out.join(MANIFEST_NAME)).expect("readable");
    std::fs::write(out.join(HEADER_LIST_NAME), HeaderList { manifest, headers }.to_bytes()).expect("writable");
    root
}

pub fn positions(tables: &Tables) -> Vec<Position> {
    let lines = ANSWERS.lines().filter(|line| !line.starts_with('#'));
    let fens = lines.map(|line| line.split('\t').next().expect("a FEN"));
    fens.map(|fen| tables.game().parse_fen(fen).expect("a FEN")).collect()
}

/// The text of a site with one folder for each game.
pub fn site(games: &[&str]) -> String {
    let game = r#"{"format_version":4,"rules_digest":"","pieces_max":3,"tables":1,"bytes":1,"manifest_blake3":"","signatures":{}}"#;
    let games: Vec<String> = games.iter().map(|id| format!("\"{id}\":{game}")).collect();
    format!(r#"{{"published_by":"a test","licence":"MIT","games":{{{}}}}}"#, games.join(","))
}
