//! Tests tables whose files are in memory or arrive in ranges.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

use peatee_table::{HeaderList, Manifest};

use peatee_probe::{
    AnyTables, ByteRange, OpenError, OpenOptions, Position, ProbeError, RangeFiles, Storage, TableFault, TableFiles,
    Tables, Wdl,
};

const FOLDERS: [&str; 2] = ["/tests/data/v4/english", "/tests/data/v4-pages/english"];
const ANSWERS: &str = include_str!("data/v4/answers.tsv");

/// All files of a folder by their names.
struct Files(HashMap<String, Vec<u8>>);

impl Files {
    fn read(folder: &str) -> Files {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder.trim_start_matches('/'));
        let files = std::fs::read_dir(folder).expect("the tables are there").map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("names are UTF-8").to_owned();
            (name, std::fs::read(path).expect("readable"))
        });
        Files(files.collect())
    }

    fn manifest(&self) -> &str {
        std::str::from_utf8(&self.0["manifest.json"]).expect("manifests are UTF-8")
    }

    fn range(&self, range: &ByteRange) -> Vec<u8> {
        self.0[&*range.file][range.offset as usize..][..range.length_bytes as usize].to_vec()
    }

    /// Returns the header list of these files, the content of `headers.bin`.
    fn header_list(&self) -> HeaderList {
        let manifest = Manifest::parse(Path::new("manifest.json"), self.manifest()).expect("a manifest");
        let header = |name| *self.0[name].first_chunk().expect("tables have headers");
        HeaderList { manifest: self.manifest().to_owned(), headers: manifest.tables.keys().map(header).collect() }
    }

    /// Opens the tables when only the headers have arrived.
    fn with_headers(&self) -> (RangeFiles, AnyTables) {
        let files = RangeFiles::new("english", self.manifest()).expect("a manifest");
        files.headers().for_each(|header| files.insert(&header, self.range(&header)));
        self.opened(files)
    }

    /// Opens the tables from only their header list.
    fn by_header_list(&self) -> (RangeFiles, AnyTables) {
        let files = RangeFiles::of_header_list("english", &self.header_list().to_bytes()).expect("a header list");
        assert_eq!(files.headers().count(), 0, "all headers are there");
        self.opened(files)
    }

    fn opened(&self, files: RangeFiles) -> (RangeFiles, AnyTables) {
        let tables = OpenOptions::new().open_files("english", &files).expect("the tables open");
        files.clear();
        (files, tables)
    }
}

impl TableFiles for Files {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        Ok(Box::new(self.0.get(name).ok_or(io::ErrorKind::NotFound)?.clone()))
    }
}

fn positions(tables: &Tables) -> Vec<Position> {
    let lines = ANSWERS.lines().filter(|line| !line.starts_with('#'));
    let fens = lines.map(|line| line.split('\t').next().expect("a FEN"));
    fens.map(|fen| tables.game().parse_fen(fen).expect("a FEN")).collect()
}

/// Calls `ask` until all ranges have arrived. Returns the answer and the ranges that were needed.
fn answer<T>((files, sent): (&RangeFiles, &Files), ask: impl Fn() -> Result<T, ProbeError>) -> (T, Vec<ByteRange>) {
    let mut ranges = Vec::new();
    loop {
        match ask() {
            Ok(value) => return (value, ranges),
            Err(error) => {
                let range = error.needed_range().unwrap_or_else(|| panic!("{error}")).clone();
                assert!(!ranges.contains(&range), "{range} is asked for twice");
                files.insert(&range, sent.range(&range));
                ranges.push(range);
            }
        }
    }
}

#[test]
fn tables_from_memory_and_in_ranges_answer_as_those_on_a_disk() {
    for folder in FOLDERS {
        let disk = Tables::open(format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))).expect("the tables open");
        let sent = Files::read(folder);
        let memory = OpenOptions::new().open_files("english", &sent).expect("the tables open");
        let memory = memory.draughts().expect("English is draughts");
        let (files, ranged) = if folder == FOLDERS[0] { sent.with_headers() } else { sent.by_header_list() };
        let ranged = ranged.draughts().expect("English is draughts");
        assert_eq!((memory.slices(), ranged.slices()), (disk.slices(), disk.slices()));
        let mut bytes_by_range = BTreeMap::new();
        for position in positions(&disk) {
            let expected = disk.probe(&position).expect("an answer");
            assert_eq!(memory.probe(&position).expect("an answer"), expected, "{position:?}");
            let (found, ranges) = answer((&files, &sent), || ranged.probe(&position));
            assert_eq!(found, expected, "{position:?}");
            let (moves, more) = answer((&files, &sent), || ranged.moves(&position));
            assert_eq!(moves, disk.moves(&position).expect("an answer"), "{position:?}");
            for range in ranges.into_iter().chain(more) {
                bytes_by_range.insert((range.file, range.offset), range.length_bytes);
            }
            files.clear();
        }
        assert!(!bytes_by_range.is_empty());
        assert_eq!(ranged.stats().expanded_bytes, 0, "nothing is read ahead");
    }
}

/// Tests that positions with captures need fewer turns than ranges, because a probe names the
/// ranges of all captures together.
#[test]
fn a_probe_names_the_ranges_of_all_captures_together() {
    for folder in FOLDERS {
        let sent = Files::read(folder);
        let files = RangeFiles::of_header_list("english", &sent.header_list().to_bytes()).expect("a header list");
        let tables = OpenOptions::new().memory_bytes(0).open_files("english", &files).expect("the tables open");
        let tables = tables.draughts().expect("English is draughts");
        let (mut turns, mut ranges_one_by_one) = (0, 0);
        for position in positions(tables) {
            let (expected, one_by_one) = answer((&files, &sent), || tables.probe(&position));
            files.clear();
            files.take_lacking();
            let found = loop {
                let found = tables.probe(&position);
                let lacking = files.take_lacking();
                if lacking.is_empty() {
                    break found.expect("an answer");
                }
                lacking.iter().for_each(|range| files.insert(range, sent.range(range)));
                turns += 1;
            };
            files.clear();
            assert_eq!(found, expected, "{position:?}");
            ranges_one_by_one += one_by_one.len();
        }
        assert!(turns < ranges_one_by_one, "{folder}: {turns} turns, {ranges_one_by_one} ranges");
    }
}

/// Tests that every damaged range gives an error with the name of the file, and never a value.
#[test]
fn a_range_that_is_damaged_on_its_way_is_an_error() {
    for folder in FOLDERS {
        let sent = Files::read(folder);
        let disk = Tables::open(format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))).expect("the tables open");
        let mut damaged = 0;
        for (number, position) in positions(&disk).into_iter().enumerate().take(200) {
            let (files, ranged) = sent.with_headers();
            let ranged = ranged.draughts().expect("English is draughts");
            let mut count = 0;
            let error = loop {
                match ranged.probe(&position) {
                    Ok(value) => {
                        assert_eq!(value, disk.probe(&position).expect("an answer"), "nothing was damaged");
                        break None;
                    }
                    Err(error) => match error.needed_range() {
                        None => break Some(error),
                        Some(range) => {
                            let mut bytes = sent.range(range);
                            if count == number % 3 {
                                let place = (number * 7919) % bytes.len();
                                bytes[place] ^= 1 << (number % 8);
                            }
                            count += 1;
                            files.insert(range, bytes);
                        }
                    },
                }
            };
            assert_eq!(error.is_some(), count > number % 3, "{position:?}");
            damaged += u32::from(error.is_some());
        }
        assert!(damaged > 50, "{damaged}");
    }
}

#[test]
fn bytes_that_do_not_fit_are_left_out_and_headers_that_lack_are_faults() {
    let sent = Files::read(FOLDERS[0]);
    let files = RangeFiles::new("english", sent.manifest()).expect("a manifest");
    let header = files.headers().next().expect("a table");
    files.insert(&header, [0; 3]);
    files.insert(&ByteRange { file: "other".into(), ..header.clone() }, sent.range(&header));
    let tables = OpenOptions::new().open_files("english", &files).expect("a manifest opens");
    let faults: Vec<String> = tables.draughts().expect("draughts").faults().map(TableFault::to_string).collect();
    assert_eq!(faults.len(), files.headers().count());
    assert!(faults[0].contains("have not arrived"), "{}", faults[0]);
    let empty = OpenOptions::new().open_files("nothing", &Files(HashMap::new()));
    assert!(matches!(empty, Err(OpenError::Empty { .. })), "{empty:?}");
    assert!(RangeFiles::new("english", "{}").is_err());
}

/// Tests that a probe fails with the name of the file if the header of a file differs from its
/// header in the header list.
#[test]
fn a_file_that_does_not_have_the_header_of_the_list_is_an_error_by_name() {
    for folder in FOLDERS {
        let sent = Files::read(folder);
        let (files, tables) = sent.by_header_list();
        let tables = tables.draughts().expect("English is draughts");
        let position = tables.game().parse_fen("W:WK1:BK32").expect("a FEN");
        let range =
            tables.probe_wdl(&position).expect_err("nothing has arrived").needed_range().expect("a range").clone();
        assert_eq!((&*range.file, range.offset), ("KvK.wdl", 0));
        assert!(range.length_bytes > 320, "the header comes with what follows it");
        // A valid header of another version of the table, with other counts.
        let mut other = sent.range(&range);
        other[32] ^= 1;
        let crc = crc32fast::hash(&other[..316]).to_le_bytes();
        other[316..320].copy_from_slice(&crc);
        files.insert(&range, other);
        let error = tables.probe_wdl(&position).expect_err("the header differs").to_string();
        assert!(error.contains("KvK.wdl") && error.contains("not the one in headers.bin"), "{error}");
        files.insert(&range, sent.range(&range));
        let (value, more) = answer((&files, &sent), || tables.probe_wdl(&position));
        assert_eq!(value, Wdl::Draw);
        assert!(more.iter().all(|range| range.offset > 0), "the header is compared once: {more:?}");
    }
}

#[test]
fn a_header_list_that_is_damaged_or_lacks_a_header_is_an_error_by_name() {
    let sent = Files::read(FOLDERS[0]);
    let (list, whole) = (sent.header_list(), sent.header_list().to_bytes());
    let refused = |bytes: &[u8], reason: &str| {
        let error = RangeFiles::of_header_list("english", bytes).expect_err("it is damaged").to_string();
        assert!(error.contains("headers.bin") && error.contains(reason), "{error}");
    };
    for place in (0..whole.len()).step_by(97).chain(0..20) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        refused(&bytes, if place < 8 { "first bytes" } else { "checksum" });
    }
    for length in [0, 8, 15] {
        refused(&whole[..length], "first bytes");
    }
    for length in [16, whole.len() - 1] {
        refused(&whole[..length], "checksum");
    }
    let less = HeaderList { headers: list.headers[1..].to_vec(), ..list.clone() };
    refused(&less.to_bytes(), "a header for each table");
    // Two exchanged headers of tables with equal lengths are detected, because each header names
    // its table.
    let mut exchanged = list;
    exchanged.headers.swap(0, 1);
    let files = RangeFiles::of_header_list("english", &exchanged.to_bytes()).expect("a header list");
    let tables = OpenOptions::new().open_files("english", &files).expect("the other tables open");
    assert_eq!(tables.draughts().expect("draughts").faults().count(), 2);
}
