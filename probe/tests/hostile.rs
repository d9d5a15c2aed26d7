//! Files made to do harm, every checksum right: each is refused, and no memory is taken for what
//! they claim.

mod common;

use std::fs::File;
use std::path::Path;

use common::storage_kinds;
use peatee_probe::internals::{Table, open_storage};
use peatee_probe::{FileError, Metric, OpenError, Slice, StorageKind, Tables};
use peatee_rules::{Game, Variant, with_kernel};
use peatee_table::format::{BlockEncoder, CaptureCells, Cell, Counts, HEADER_BYTES, Header, file_name};
use peatee_table::index::SliceIndex;
use peatee_table::{MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestEntry, TableBuilder};

fn english() -> Game {
    Game::new(Variant::named("english").unwrap())
}

/// The header of the KvK table of English draughts in one block.
fn header(metric: Metric, cell: Cell) -> Header {
    let game = english();
    let slice = Slice::parse(&game, "KvK").unwrap();
    let positions = with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size());
    Header {
        positions,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.variant(), slice, metric, cell, CaptureCells::Stored)
    }
}

/// A file of these stored blocks, each listed with the length that `claimed` gives its own.
fn file(header: Header, stored: &[Vec<u8>], claimed: impl Fn(u32) -> u32) -> Vec<u8> {
    let mut builder = TableBuilder::new(header);
    for bytes in stored {
        builder.push_claiming(bytes, claimed(bytes.len() as u32));
    }
    builder.finish()
}

/// Opens a table from a file that is filled up with a hole to the length its header says.
fn open(path: &Path, bytes: &[u8], kind: StorageKind) -> Result<Table, FileError> {
    std::fs::write(path, bytes).unwrap();
    let length = u64::from_le_bytes(*bytes[24..].first_chunk().unwrap());
    File::options().write(true).open(path).unwrap().set_len(length).unwrap();
    Table::open(path, open_storage(path, kind)?, 1 << 20)
}

/// The most memory that this process has had, in bytes.
#[cfg(target_os = "linux")]
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
#[cfg(target_os = "linux")]
fn a_block_is_never_longer_than_its_cells() {
    let directory = tempfile::tempdir().unwrap();
    let header = header(Metric::Dtw, Cell::Short);
    for claimed in [3 << 30, u32::MAX, header.positions as u32 + 2, 1, 0] {
        for kind in storage_kinds() {
            let bytes = file(header.clone(), &[vec![0, 1]], |_| claimed);
            match open(&directory.path().join("table"), &bytes, kind) {
                Ok(table) => {
                    let error = table.cell(0).unwrap_err();
                    assert!(matches!(error, FileError::Block { block: 0, .. }), "{claimed}: {error}");
                    assert!(error.to_string().contains("length"), "{claimed}: {error}");
                    assert!(table.decode(0).is_err(), "{claimed}");
                }
                Err(error) => {
                    assert!(claimed < 2 && matches!(error, FileError::Header { .. }), "{claimed}: {error}");
                }
            }
        }
    }
    let peak = peak_bytes();
    assert!(peak < 512 << 20, "{peak} bytes for blocks of a few hundred");
}

/// A hole takes no room on the disk: a list of blocks as long as one likes.
#[test]
fn a_list_of_blocks_in_a_hole_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for (positions, block_positions) in [(1u64 << 36, 4), (u64::MAX, 4), (u64::MAX, 1 << 24)] {
        let counts = Counts { wins: positions, ..Counts::default() };
        let mut header = Header { positions, block_positions, counts, ..header(Metric::Dtw, Cell::Short) };
        // As long as file systems allow.
        header.file_bytes = header.blocks().saturating_mul(10).min(1 << 40) + HEADER_BYTES as u64;
        let opened = open(&directory.path().join("table"), &header.to_bytes(), StorageKind::PREAD);
        match opened {
            Ok(table) => drop(table.cell(0).unwrap_err()),
            Err(error) => assert!(matches!(error, FileError::Header { .. }), "{error}"),
        }
    }
}

#[test]
fn what_a_coding_may_not_be_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |header: Header, stored: Vec<u8>| {
        let bytes = file(header, &[stored], |length| length);
        let table = open(&directory.path().join("table"), &bytes, StorageKind::PREAD).unwrap();
        let error = table.cell(0).unwrap_err();
        assert!(matches!(error, FileError::Block { block: 0, .. }), "{error}");
        error.to_string()
    };
    let wdl = header(Metric::Wdl, Cell::Wdl);
    let dtw = header(Metric::Dtw, Cell::Short);
    let cells: Vec<u8> = (0..dtw.positions).map(|place| (place / 100) as u8).collect();
    let zstd = BlockEncoder::new(3).unwrap().encode(Cell::Short, &cells).unwrap();
    assert_eq!(zstd[0], 2);
    assert!(refused(dtw.clone(), [&zstd[..], b"\x50\x2a\x4d\x18\0\0\0\0"].concat()).contains("zstd frame"));
    assert!(refused(dtw.clone(), [&zstd[..], b"more"].concat()).contains("zstd frame"));
    let quarters = vec![0b0101_0101; wdl.block_bytes(0) / 2].into_iter().chain(vec![0; wdl.block_bytes(0)]);
    let runs: Vec<u8> = quarters.take(wdl.block_bytes(0)).collect();
    let runs = BlockEncoder::new(3).unwrap().encode(Cell::Wdl, &runs).unwrap();
    assert_eq!(runs[0], 3);
    assert!(refused(dtw, runs).contains("WDL"));
}

#[test]
fn a_position_past_the_end_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let header = header(Metric::Dtw, Cell::Short);
    let bytes = file(header.clone(), &[vec![0, 3]], |length| length);
    let table = open(&directory.path().join("table"), &bytes, StorageKind::PREAD).unwrap();
    let positions = header.positions;
    assert_eq!(table.cell(positions - 1).unwrap(), 3);
    // Before and after the block is in memory.
    for index in [positions, positions + 1, 1 << 15, u64::MAX] {
        let error = table.cell(index).unwrap_err();
        assert!(matches!(error, FileError::NoPosition { .. }), "{index}: {error}");
    }
}

fn manifest(bytes: u64) -> Manifest {
    let game = english();
    let mut manifest = Manifest::new(game.variant());
    let slice = Slice::parse(&game, "KvK").unwrap();
    let entry = ManifestEntry { slice: slice.name(), metric: Metric::Wdl.name(), bytes, blake3: String::new() };
    manifest.tables.insert(file_name(slice, Metric::Wdl), entry);
    manifest
}

#[test]
fn a_manifest_has_a_bounded_length() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(MANIFEST_NAME);
    let refused = || match Tables::open(directory.path()) {
        Err(OpenError::Manifest { reason, .. }) => assert!(reason.contains("more than"), "{reason}"),
        other => panic!("{other:?}"),
    };
    File::create(&path).unwrap().set_len(10 << 30).unwrap();
    refused();
    let text = manifest(0).to_text();
    let spaces = MANIFEST_BYTES_MAX as usize + 1 - text.len();
    std::fs::write(&path, text.clone() + &" ".repeat(spaces)).unwrap();
    refused();
    std::fs::write(&path, text + &" ".repeat(spaces - 1)).unwrap();
    Manifest::read(directory.path()).unwrap().unwrap();
}

/// A terminal does what control characters say.
#[test]
fn what_a_manifest_says_is_shown_without_control_characters() {
    let directory = tempfile::tempdir().unwrap();
    let text = manifest(0).to_text();
    for (from, to) in
        [("\"KvK\"", "\"K\\u001b[2Jv\""), ("\"slice\"", "\"\\u001b]0;title\\u0007\""), ("english", "\\u009b1m")]
    {
        std::fs::write(directory.path().join(MANIFEST_NAME), text.replacen(from, to, 1)).unwrap();
        let said = Tables::open(directory.path()).unwrap_err().to_string();
        assert!(!said.contains(char::is_control), "{said:?}");
    }
    std::fs::write(directory.path().join(MANIFEST_NAME), text.replace("english", &"x".repeat(1 << 20))).unwrap();
    assert!(Tables::open(directory.path()).unwrap_err().to_string().len() < 2000);
}

/// Puts something in place of a file of that name.
#[cfg(unix)]
type Put<'a> = &'a dyn Fn(&str);

/// What blocks a reader, never ends, or is no file at all.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let pipe = |name: &str| assert!(std::process::Command::new("mkfifo").arg(at(name)).status().unwrap().success());
    symlink("loop", at("loop")).unwrap();
    let put: [(&str, Put); 5] = [
        ("pipe", &pipe),
        ("directory", &|name| std::fs::create_dir(at(name)).unwrap()),
        ("device", &|name| symlink("/dev/zero", at(name)).unwrap()),
        ("loop of links", &|name| symlink(at("loop"), at(name)).unwrap()),
        ("link to a directory", &|name| symlink("..", at(name)).unwrap()),
    ];
    for (what, put) in put {
        put("KvK.wdl");
        for kind in storage_kinds() {
            assert!(open_storage(&at("KvK.wdl"), kind).is_err(), "{what}");
        }
        std::fs::rename(at("KvK.wdl"), at(MANIFEST_NAME)).unwrap();
        let error = Tables::open(directory.path()).unwrap_err();
        assert!(matches!(error, OpenError::Io { .. }) && error.to_string().contains(MANIFEST_NAME), "{what}: {error}");
        match at(MANIFEST_NAME).symlink_metadata().unwrap().is_dir() {
            true => std::fs::remove_dir(at(MANIFEST_NAME)).unwrap(),
            false => std::fs::remove_file(at(MANIFEST_NAME)).unwrap(),
        }
    }
}
