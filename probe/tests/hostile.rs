//! Tests files that are made to do harm and have correct checksums. Each must be refused, and none
//! may make a reader take as much memory as it claims to need.

mod common;

use std::fs::File;
use std::path::Path;

#[cfg(target_os = "linux")]
use common::peak_bytes;
use common::storage_kinds;
use peatee_probe::internals::{Table, open_storage};
use peatee_probe::{FileError, Metric, OpenError, Slice, StorageKind, Tabled as _, Tables};
use peatee_rules::{Draughts, Variant, with_kernel};
use peatee_table::format::pages::{BlockStarts, CountWidth, PageParameters, PageShape, PageTableBuilder, StreamPairs};
use peatee_table::format::{BlockEncoder, CaptureCells, Cell, Counts, FileCoding, HEADER_BYTES, Header, file_name};
use peatee_table::index::{GroupOrder, SliceIndex};
use peatee_table::{MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestEntry, TableBuilder};

fn english() -> Draughts {
    Draughts::new(Variant::named("english").unwrap())
}

/// Returns the header of a KvK table of English draughts with one block.
fn header(metric: Metric, cell: Cell) -> Header {
    let game = english();
    let slice = Slice::parse(&game, "KvK").unwrap();
    let positions = with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size());
    Header {
        positions,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.identity(slice, metric), cell, CaptureCells::Stored)
    }
}

/// Makes a file of these encoded blocks. For each block, the block list states the length that
/// `claimed` computes from the true length.
fn file(header: Header, stored: &[Vec<u8>], claimed: impl Fn(u32) -> u32) -> Vec<u8> {
    let mut builder = TableBuilder::new(header);
    for bytes in stored {
        builder.push_claiming(bytes, claimed(bytes.len() as u32));
    }
    builder.finish()
}

/// Opens a table from a file, which is first extended with a hole to the length in its header.
fn open(path: &Path, bytes: &[u8], kind: StorageKind) -> Result<Table, FileError> {
    std::fs::write(path, bytes).unwrap();
    let length = u64::from_le_bytes(*bytes[24..].first_chunk().unwrap());
    File::options().write(true).open(path).unwrap().set_len(length).unwrap();
    Table::open(path, open_storage(path, kind)?, 1 << 20)
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

/// Tests a file whose block list is a hole: a range of zeros that takes no space on the disk. Such
/// a list can have any length.
#[test]
fn a_list_of_blocks_in_a_hole_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for (positions, block_positions) in [(1u64 << 36, 4), (u64::MAX, 4), (u64::MAX, 1 << 24)] {
        let counts = Counts { wins: positions, ..Counts::default() };
        let mut header = Header { positions, block_positions, counts, ..header(Metric::Dtw, Cell::Short) };
        // At most the length that file systems allow.
        header.file_bytes = header.blocks().saturating_mul(10).min(1 << 40) + HEADER_BYTES as u64;
        let opened = open(&directory.path().join("table"), &header.to_bytes(), StorageKind::PREAD);
        match opened {
            Ok(table) => drop(table.cell(0).unwrap_err()),
            Err(error) => assert!(matches!(error, FileError::Header { .. }), "{error}"),
        }
    }
}

#[test]
fn a_file_that_is_cut_off_while_it_is_open_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    let bytes = file(header(Metric::Dtw, Cell::Short), &[vec![0, 1]], |length| length);
    let table = open(&path, &bytes, StorageKind::PREAD).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(bytes.len() as u64 - 1).unwrap();
    let error = table.cell(0).unwrap_err();
    assert!(error.to_string().starts_with("it ends too early: "), "{error}");
    assert!(!error.is_unreadable());
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

/// Makes a table of pages with this code and these blocks, even if they do not fit together.
fn page_file(code: &[u8], shape: PageShape, blocks: &[([u8; 64], u32)]) -> Vec<u8> {
    let mut header = header(Metric::Wdl, Cell::Wdl);
    header.positions = blocks.iter().map(|&(_, positions)| positions as u64).sum();
    header.counts = Counts { wins: header.positions, ..Counts::default() };
    let mut builder = PageTableBuilder::of_code(header, code, shape).unwrap();
    builder.push(blocks);
    builder.finish()
}

/// The example code of `FORMAT.md`. It has one class (Huffman code) and symbols for three runs: 3
/// losses, 1 draw, and 4 to 7 wins. A fourth symbol stands for the first two runs together.
const CODE: [u8; 21] = [1, 3, 0, 1, 0, 0, 1, 0x0a, 3, 1, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0x32, 0x13];

/// Returns the code for a shape of pages. Two-ended blocks, which are read from both ends, get the
/// same code words for reading forward and backward.
fn code_of(shape: PageShape, code: &[u8]) -> Vec<u8> {
    let symbols = usize::from(code[1]) + usize::from(code[3]);
    let words_at = code.len().saturating_sub(symbols + symbols.div_ceil(2));
    match shape {
        PageShape::TwoEnded(..) => [code, &code[words_at..]].concat(),
        _ => code.to_vec(),
    }
}

/// Returns a block with these first two bytes. A two-ended block gets `ends` as its first and last
/// byte.
fn block_of(shape: PageShape, first: [u8; 2], ends: [u8; 2]) -> [u8; 64] {
    let mut block = [0; 64];
    match shape {
        PageShape::TwoEnded(..) => (block[0], block[63]) = ends.into(),
        _ => block[..2].copy_from_slice(&first),
    }
    block
}

/// Returns the example block of `FORMAT.md`.
fn good_block(shape: PageShape) -> [u8; 64] {
    block_of(shape, [0x07, 0x80], [0x1e, 0x0f])
}

#[test]
fn codes_of_pages_that_cannot_be_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    let changed = |place: usize, byte: u8| {
        let mut code = CODE.to_vec();
        code[place] = byte;
        code
    };
    let shapes = [
        PageShape::Long(CountWidth::Narrow),
        PageShape::Short(BlockStarts::new(0).unwrap()),
        PageShape::TwoEnded(CountWidth::Narrow, StreamPairs::One),
    ];
    for shape in shapes {
        let good = page_file(&code_of(shape, &CODE), shape, &[(good_block(shape), 10)]);
        let table = open(&path, &good, StorageKind::PREAD).unwrap();
        let cells: Vec<u32> = (0..10).map(|place| table.cell(place).unwrap()).collect();
        assert_eq!(cells, [0, 0, 0, 1, 2, 2, 2, 2, 2, 2], "{shape:?}");
    }
    let bad_codes = [
        ("no class", changed(0, 0)),
        ("too many classes", changed(0, 200)),
        ("too many runs", changed(2, 0xff)),
        ("a value that is none", changed(5, 3)),
        ("too many extra bits", changed(7, 0xfe)),
        ("a run of nothing", changed(8, 0)),
        ("a base that goes on", changed(8, 0x80)),
        ("a phrase of itself", changed(11, 3)),
        ("a phrase with extra bits", changed(13, 2)),
        ("a class behind that is none", changed(15, 1)),
        ("a word of 11 bits", changed(19, 0x3b)),
        ("too many short words", changed(19, 0x11)),
        ("cut off", CODE[..20].to_vec()),
        ("too long", [&CODE[..], &[0]].concat()),
    ];
    for ((what, code), shape) in bad_codes.iter().flat_map(|bad| shapes.map(|shape| (bad, shape))) {
        let bytes = page_file(&code_of(shape, code), shape, &[(good_block(shape), 10)]);
        let table = open(&path, &bytes, StorageKind::PREAD).unwrap();
        let error = table.cell(0).expect_err(what);
        assert!(matches!(error, FileError::Header { .. }), "{what}: {error}");
        assert!(table.decode(0).is_err(), "{what}");
    }
    // Invalid blocks: a class that does not exist, positions beyond the last bit, bits without a
    // code word.
    let words = [1, 1, 0, 0, 0, 0, 1, 0, 0x02];
    for (what, code, first, ends, positions) in [
        ("a class", &CODE[..], [0x17, 0x80], [0x5e, 0x0f], 10),
        ("positions", &CODE, [0x07, 0x80], [0x1e, 0x0f], 5000),
        ("a code word", &words, [0x0f, 0], [0, 0xff], 2),
    ] {
        for (kind, shape) in storage_kinds().into_iter().flat_map(|kind| shapes.map(|shape| (kind, shape))) {
            let bytes = page_file(&code_of(shape, code), shape, &[(block_of(shape, first, ends), positions)]);
            let table = open(&path, &bytes, kind).unwrap();
            let error = table.cell(positions as u64 / 2).expect_err(what);
            assert!(matches!(error, FileError::Page { page: 0, .. }), "{what}: {error}");
            assert!(matches!(table.decode(0), Err(FileError::Page { .. })), "{what}");
        }
    }
}

/// Tests short pages with a correct checksum in which a block starts at an impossible position.
#[test]
fn starts_of_blocks_that_cannot_be_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    let block = std::array::from_fn(|i| [0x07, 0x80].get(i).copied().unwrap_or(0));
    let shape = PageShape::Short(BlockStarts::new(0).unwrap());
    let good = page_file(&CODE, shape, &[(block, 10), (block, 10)]);
    let page_at = good.len() - 128 - 2 * 16;
    let cells = |bytes: &[u8]| {
        let table = open(&path, bytes, StorageKind::PREAD).unwrap();
        (0..20).map(|place| table.cell(place)).collect::<Result<Vec<u32>, FileError>>()
    };
    assert_eq!(cells(&good).unwrap(), [0, 0, 0, 1, 2, 2, 2, 2, 2, 2].repeat(2));
    // The start of the first block, of the second block, and of a block that does not exist.
    for (place, start) in [(0, 1u16), (1, 0), (1, 20), (1, 21), (2, 15), (55, 15)] {
        let mut bytes = good.clone();
        bytes[page_at + 4 + 2 * place..][..2].copy_from_slice(&start.to_le_bytes());
        let mut covered = b"englishKvKwdl".to_vec();
        covered.extend([Cell::Wdl as u8, CaptureCells::Stored as u8]);
        // The fields for short pages and for blocks without lowest bits.
        covered.extend([1, 0]);
        covered.extend(0u64.to_le_bytes());
        covered.extend(&bytes[page_at + 4..]);
        bytes[page_at..][..4].copy_from_slice(&crc32fast::hash(&covered).to_le_bytes());
        let error = cells(&bytes).expect_err("a start that cannot be");
        assert!(matches!(error, FileError::Page { page: 0, reason } if !reason.contains("checksum")), "{error}");
    }
}

/// Tests that small files that claim to have a huge number of positions do not make the reader
/// allocate much memory. The claims are nested phrases (symbols that stand for two other symbols),
/// and headers with huge counts.
#[test]
#[cfg(target_os = "linux")]
fn pages_take_no_memory_for_what_they_claim() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    // Each phrase is the previous phrase twice. After 16 times it has 65536 positions, too many for
    // a phrase.
    for (phrases, is_refused) in [(15u8, false), (16, true), (100, true)] {
        let mut code = vec![1, 1, 0, phrases, 0, 0, 1];
        (0..phrases).for_each(|symbol| code.extend([symbol, 0, symbol, 0]));
        code.extend(vec![0; 1 + phrases as usize]);
        let lengths: Vec<u8> = (0..=phrases).map(|symbol| (symbol == phrases) as u8).collect();
        code.extend(lengths.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4));
        let bytes = page_file(&code, PageShape::Long(CountWidth::Wide), &[([0; 64], 1 << 15)]);
        let table = open(&path, &bytes, StorageKind::PREAD).unwrap();
        assert_eq!(table.cell(32_767).is_err(), is_refused, "{phrases}");
        assert_eq!(table.decode(0).is_err(), is_refused, "{phrases}");
    }
    // Headers with as many positions as pages can count, in a file of a few hundred bytes and a
    // hole.
    let game = english();
    let slice = Slice::parse(&game, "KvK").unwrap();
    for (pages, positions) in [(1u32, 1u64 << 32), (1 << 20, 1 << 52), (u32::MAX, u64::MAX)] {
        let parameters = PageParameters {
            code_bytes: 100,
            code_expanded_bytes: 1 << 15,
            pages,
            directory_crc: 0,
            shape: PageShape::Long(CountWidth::Wide),
        };
        let header = Header {
            positions,
            counts: Counts { wins: positions, ..Counts::default() },
            file_bytes: parameters.pages_at() + (pages as u64 - 1) * 4096 + 320,
            coding: FileCoding::Pages(parameters),
            ..Header::new(game.identity(slice, Metric::Wdl), Cell::Wdl, CaptureCells::Stored)
        };
        if header.file_bytes > 1 << 40 {
            continue;
        }
        if let Ok(table) = open(&path, &header.to_bytes(), StorageKind::PREAD) {
            assert!(table.cell(0).is_err() && table.decode(0).is_err());
        }
    }
    let peak = peak_bytes();
    assert!(peak < 512 << 20, "{peak} bytes for files of a few hundred");
}

#[test]
fn tables_of_draughts_have_no_form_of_chess() {
    let directory = tempfile::tempdir().unwrap();
    let (game, path) = (english(), directory.path().join("table"));
    let plain = header(Metric::Dtw, Cell::Short);
    let positions = plain.positions;
    let of_blocks = |header: Header| file(header, &[vec![0, 3]], |length| length);
    let without_cells = Header { coding: FileCoding::Derived, file_bytes: HEADER_BYTES as u64, ..plain.clone() };
    let forms = [
        (of_blocks(Header { captures: CaptureCells::Bound, ..plain.clone() }), "chess alone"),
        (without_cells.to_bytes().to_vec(), "chess alone"),
        (of_blocks(Header { group_order: GroupOrder::all(2)[1], ..plain.clone() }), "table order"),
    ];
    let slice = Slice::parse(&game, "KvK").unwrap();
    for (bytes, reason) in forms {
        let table = open(&path, &bytes, StorageKind::PREAD).expect("the header is one of some game");
        let error = game.order_of(slice, Metric::Dtw, positions, &table).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
    let table = open(&path, &of_blocks(plain), StorageKind::PREAD).unwrap();
    game.order_of(slice, Metric::Dtw, positions, &table).expect("a table of draughts");
}

#[test]
fn a_position_past_the_end_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let header = header(Metric::Dtw, Cell::Short);
    let bytes = file(header.clone(), &[vec![0, 3]], |length| length);
    let table = open(&directory.path().join("table"), &bytes, StorageKind::PREAD).unwrap();
    let positions = header.positions;
    assert_eq!(table.cell(positions - 1).unwrap(), 3);
    // The first probe reads the block from the file, and the later ones find it in memory.
    for index in [positions, positions + 1, 1 << 15, u64::MAX] {
        let error = table.cell(index).unwrap_err();
        assert!(matches!(error, FileError::NoPosition { .. }), "{index}: {error}");
    }
}

fn manifest(bytes: u64) -> Manifest {
    let game = english();
    let mut manifest = game.manifest();
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

/// Tests that error messages contain no control characters, because a terminal may execute them.
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

#[cfg(unix)]
#[test]
fn a_missing_directory_is_told_from_an_empty_one() {
    let directory = tempfile::tempdir().unwrap();
    let error = Tables::open(directory.path()).unwrap_err();
    assert!(matches!(error, OpenError::Empty { .. }), "{error}");
    let error = Tables::open(directory.path().join("tables")).unwrap_err();
    assert!(matches!(error, OpenError::Absent { .. }), "{error}");
    assert!(error.to_string().contains("there is no directory"), "{error}");
}

type Put<'a> = &'a dyn Fn(&str);

/// Tests files that block a reader, never end, or are not regular files.
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
