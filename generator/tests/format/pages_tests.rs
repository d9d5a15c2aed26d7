//! Tests tables of coding 1 (pages). The second reader must read the same cells and values as the
//! library, and must refuse damaged files.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate, job_list, work};
use peatee_probe::Tables;
use peatee_table::format::Header;
use peatee_table::format::pages::{Effort, PageCoder, PageKind, PageTableBuilder, Run};
use peatee_table::{Metric, Slice, Wdl};
use rayon::prelude::*;

use super::pages::{Code, Layout, Symbol, cells, code};
use super::{PAGE, PageTable, PageTables, page_cells, page_directory, page_value, positions_by};
use crate::common::game;

/// Memory limit in bytes of a generator run.
const MEMORY_BYTES: u64 = 4 << 30;

/// Makes the WDL tables of 2 to `pieces` pieces, then those of `slices` and their opposites.
fn make_wdl(root: &Path, id: &str, pieces: u8, slices: &[&str], coding: WdlCoding) -> Tables {
    let mut settings = Settings::new(vec![Metric::Wdl], MEMORY_BYTES);
    settings.coding = coding;
    let directory = TableDirectory::open(root, &game(id)).expect("a new directory can be opened");
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
    for slice in slices {
        let slice = Slice::parse(&game(id), slice).expect("a slice");
        let jobs = job_list(directory.game(), slice, &settings.metrics).expect("a slice that can be made");
        work(&directory, &jobs, &settings, &NoProgress).expect("its dependencies are there");
    }
    Tables::open(root.join(id)).expect("tables just made open")
}

/// Returns the bytes that identify the table of a slice in checksums. `captures` is the header
/// field of this name.
fn what(id: &str, slice: &str, captures: u8) -> Vec<u8> {
    [id.as_bytes(), slice.as_bytes(), b"wdl", &[0, captures]].concat()
}

fn read(root: &Path, id: &str, slice: &str) -> Vec<u8> {
    std::fs::read(root.join(format!("{id}/{slice}.wdl"))).expect("readable")
}

/// Asserts that the library reads `cells` from the table of a slice.
fn assert_same_cells(tables: &Tables, slice: &str, cells: &[u32]) {
    let parsed = Slice::parse(tables.game(), slice).expect("a slice");
    let table = tables.table(parsed, Metric::Wdl).expect("there is a table");
    let mut read = 0;
    let check = |number: u64, cell| {
        assert_eq!(cell, cells[number as usize], "{slice} {number}");
        read += 1;
    };
    table.each_cell(check).expect("sound");
    assert_eq!(read, cells.len());
    for number in (0..cells.len()).step_by(97) {
        assert_eq!(table.cell(number as u64).expect("sound"), cells[number], "{slice} {number}");
    }
}

/// Returns the bytes that a line of `FORMAT.md` shows in hexadecimal. Ignores the remark after
/// them.
fn shown(line: &str) -> Vec<u8> {
    let words = line.split_whitespace().map_while(|word| u8::from_str_radix(word, 16).ok().filter(|_| word.len() == 2));
    words.collect()
}

#[test]
fn the_code_shown() {
    let (_, example) = PAGE.split_once("*Example.* A code of one class").expect("there is an example");
    let bytes: Vec<u8> = example.lines().skip_while(|line| !line.is_empty()).skip(1).take(6).flat_map(shown).collect();
    let code = Code::read(&bytes, false).expect("sound");
    let words = [((1, 0b0), 3), ((2, 0b10), 0), ((3, 0b110), 1), ((3, 0b111), 2)];
    assert_eq!(code.classes, [HashMap::from(words)]);
    let mut block = [0; 64];
    block[..2].copy_from_slice(&[0x07, 0x80]);
    let mut cells = Vec::new();
    code.expand_block(&block, 0, 10, &mut cells).expect("sound");
    assert_eq!(cells, [0, 0, 0, 1, 2, 2, 2, 2, 2, 2]);
    // A run of six positions does not fit into the block, and bits after the last symbol are not
    // allowed.
    for (positions, second) in [(9, 0x80), (10, 0x81)] {
        block[1] = second;
        assert!(code.expand_block(&block, 0, positions, &mut Vec::new()).is_err());
    }
    // The same cells are in a block that is read from both ends.
    let both_ends = [&bytes[..], &bytes[bytes.len() - 6..]].concat();
    let code_of_both = Code::read(&both_ends, true).expect("sound");
    let mut block = [0; 64];
    (block[0], block[63]) = (0x1e, 0x0f);
    let mut again = Vec::new();
    code_of_both.expand_two_ended_block(&block, 1, 16, 10, &mut again).expect("sound");
    assert_eq!(again, cells);
    // A run of six positions reaches beyond eight positions, and bits between the streams are not
    // allowed.
    for (positions, second) in [(8, 0), (10, 1)] {
        block[1] = second;
        assert!(code_of_both.expand_two_ended_block(&block, 1, 16, positions, &mut Vec::new()).is_err());
    }
    // The same cells are in a short page, as its first and as its second block.
    for first in [[0x01, 0xe0], [0x09, 0xe0]] {
        let mut block = [0; 16];
        block[..2].copy_from_slice(&first);
        let mut again = Vec::new();
        code.expand_block(&block, 2, 10, &mut again).expect("sound");
        assert_eq!(again, cells);
    }
}

#[test]
fn a_reader_written_from_the_page_gets_the_same_answers_from_pages() {
    assert_same_answers_from_pages(31);
}

#[test]
#[ignore = "12 CPU-seconds; scripts/check --full runs it"]
fn a_reader_written_from_the_page_gets_the_same_answers_from_all_of_pages_in_full() {
    assert_same_answers_from_pages(1);
}

/// Compares the library with the reader of this test, which follows `FORMAT.md`: all cells, and the
/// values of every `step`-th position.
fn assert_same_answers_from_pages(step: usize) {
    let mut widths = BTreeSet::new();
    for (id, slices) in [("english", 16), ("international", 16), ("konane", 3)] {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        let tables = make_wdl(root.path(), id, 3, &[], WdlCoding::QuickPages);
        let page: PageTables = page_directory(&root.path().join(id), id).remove("wdl").expect("there are tables");
        assert_eq!(page.len(), slices);
        for (slice, PageTable { left_out, cells, .. }) in &page {
            let bytes = read(root.path(), id, slice);
            assert_eq!((bytes[12], *left_out), (1, id != "konane"));
            widths.insert(bytes[272]);
            assert_same_cells(&tables, slice, cells);
        }
        page.par_iter().for_each(|(slice, PageTable { cells, .. })| {
            let slice = Slice::parse(tables.game(), slice).expect("a slice");
            for (fen, position) in positions_by(step, &tables, slice, cells.len()) {
                let expected = match tables.probe_wdl(&position).expect("there is a table") {
                    Wdl::Draw => None,
                    wdl => Some((wdl == Wdl::Win, 0)),
                };
                assert_eq!(page_value(tables.game(), &page, "wdl", &position), expected, "{id} {fen}");
            }
        });
    }
    assert_eq!(widths, BTreeSet::from([2, 4]), "narrow and wide pages");
}

/// Reads the tables of these slices with the library and with the reader of this test, and compares
/// the cells. Returns the number of pages and the width of the counts of each table.
fn read_both_ways(root: &Path, tables: &Tables, slices: &[&str]) -> Vec<(usize, u8)> {
    let id = tables.game().variant().id;
    let read_slice = |slice: &&str| {
        let bytes = read(root, id, slice);
        assert_eq!(bytes[12], 1, "{slice} is coded as pages");
        assert_same_cells(tables, slice, &page_cells(&bytes, id, slice, "wdl"));
        (Layout::of(&bytes).pages, bytes[272])
    };
    slices.iter().map(read_slice).collect()
}

#[test]
fn a_reader_written_from_the_page_gets_the_same_cells_from_phrases() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let slices = ["KKvKK", "KMvKK", "KKvKM", "KvKMM"];
    // The list includes the slices to which promotions from KMMvK lead.
    let made = ["KKvKK", "KMvKK", "KKKvK", "KKMvK", "KMMvK"];
    let tables = make_wdl(root.path(), "international", 3, &made, WdlCoding::SmallPages);
    let layouts = read_both_ways(root.path(), &tables, &slices);
    assert!(layouts[..3].iter().all(|&(pages, _)| pages > 1), "{layouts:?}");
    assert_eq!(layouts.iter().map(|&(_, width)| width).collect::<Vec<_>>(), [2, 2, 2, 4]);
    for slice in slices {
        let bytes = read(root.path(), "international", slice);
        let order: Vec<u8> = bytes[240..256].iter().copied().filter(|&place| place > 0).collect();
        let what = [what("international", slice, 1), order].concat();
        let code = code(&bytes, &what).expect("sound");
        assert_eq!(code.classes.len(), 9, "{slice}");
        assert!(code.symbols.iter().any(|symbol| matches!(symbol, Symbol::Phrase(_))), "{slice}");
    }
}

/// Tests large tables of short runs. In their code, several symbols stand for the same run.
#[test]
fn a_reader_written_from_the_page_gets_the_same_cells_from_a_dense_code() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let id = "international";
    let tables = make_wdl(root.path(), id, 3, &["KKvKK"], WdlCoding::QuickPages);
    let wanted = page_cells(&read(root.path(), id, "KKvKK"), id, "KKvKK", "wdl");
    let slice = Slice::parse(tables.game(), "KKvKK").expect("a slice");
    let header = tables.table(slice, Metric::Wdl).expect("there is a table").header().clone();
    let run = |same: &[u32]| Run { value: same[0] as u8, positions: same.len() as u32 };
    let runs: Vec<Run> = wanted.chunk_by(|a, b| a == b).map(run).collect();
    let coder = PageCoder::train(&[&runs], true, Effort::DENSE);
    let mut builder = PageTableBuilder::new(header, &coder).expect("the code is small");
    builder.push(&coder.encode(&runs));
    let bytes = builder.finish();
    let code = code(&bytes, &what(id, "KKvKK", 1)).expect("sound");
    assert_eq!(code.classes.len(), 15);
    let same = code.symbols.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(same > 0, "some runs have several symbols");
    assert_eq!(page_cells(&bytes, id, "KKvKK", "wdl"), wanted);
    let directory = TableDirectory::open(root.path(), &game(id)).expect("the directory opens again");
    directory.put(slice, Metric::Wdl, &bytes).expect("there is room for temporary files");
    let tables = Tables::open(root.path().join(id)).expect("a table of another coding opens");
    assert_same_cells(&tables, "KKvKK", &wanted);
}

/// Tests tables whose cells are in another order than that of position numbers.
#[test]
fn a_reader_written_from_the_page_gets_the_same_answers_from_other_orders_of_groups() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    // The list includes the slices to which promotions lead.
    let slices = ["KKvKK", "KMvKK", "KKvMM", "KMvKM", "KMvMM"];
    let tables = make_wdl(root.path(), "english", 3, &slices, WdlCoding::SmallPages);
    let page: PageTables =
        page_directory(&root.path().join("english"), "english").remove("wdl").expect("there are tables");
    let mut orders = BTreeSet::new();
    for slice in slices {
        let PageTable { cells, group_order, .. } = &page[slice];
        orders.insert(*group_order);
        let slice = Slice::parse(tables.game(), slice).expect("a slice");
        for (fen, position) in positions_by(97, &tables, slice, cells.len()) {
            let expected = match tables.probe_wdl(&position).expect("there is a table") {
                Wdl::Draw => None,
                wdl => Some((wdl == Wdl::Win, 0)),
            };
            assert_eq!(page_value(tables.game(), &page, "wdl", &position), expected, "{fen}");
        }
    }
    assert!(orders.iter().any(|order| order[0] > 1), "{orders:?}");
}

/// Tests a table of at least 64 pages. Its pages begin at multiples of 4096 bytes.
#[test]
fn a_reader_written_from_the_page_gets_the_same_cells_from_many_pages() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let tables = make_wdl(root.path(), "konane", 4, &["MMMvMM"], WdlCoding::QuickPages);
    let layouts = read_both_ways(root.path(), &tables, &["MMMvMM", "MMvMMM"]);
    assert!(layouts[0].0 >= 64 && layouts[1].0 < 64, "{layouts:?}");
}

/// Writes cells as a table of pages. The code is trained on the first `trained` cells.
fn pages_of(header: &Header, cells: &[u32], trained: usize, effort: Effort) -> Vec<u8> {
    let run = |same: &[u32]| Run { value: same[0] as u8, positions: same.len() as u32 };
    let runs = |cells: &[u32]| cells.chunk_by(|a, b| a == b).map(run).collect::<Vec<Run>>();
    let coder = PageCoder::train(&[&runs(&cells[..trained])], trained == cells.len(), effort);
    let runs = runs(cells);
    let mut builder = PageTableBuilder::new(header.clone(), &coder).expect("the code is small");
    builder.push(&coder.encode(&runs));
    builder.finish()
}

/// Options for two-ended pages in which every block has one pair of streams.
const ONE_PAIR: Effort =
    Effort { pages: PageKind::TwoEnded { word_bits: 9, two_pairs_below: 0 }, ..Effort::TWO_ENDED_DENSE };
/// Options for two-ended pages in which every block has two pairs of streams.
const TWO_PAIRS: Effort =
    Effort { pages: PageKind::TwoEnded { word_bits: 8, two_pairs_below: u64::MAX }, ..Effort::TWO_ENDED };

/// Returns the bytes that identify a table of short or two-ended pages in checksums. They include
/// the header bytes that describe the pages.
fn what_with_details(id: &str, slice: &str, bytes: &[u8]) -> Vec<u8> {
    [&what(id, slice, bytes[11])[..], &bytes[272..274]].concat()
}

/// Tests short pages, and two-ended blocks with one and with two pairs of streams. The tables have
/// few or many pages, with or without alignment, and short or long runs.
#[test]
fn a_reader_written_from_the_page_gets_the_same_cells_from_every_kind_of_pages() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let mut seen = BTreeSet::new();
    for (id, pieces, larger, names) in
        [("international", 3, "KKvKK", &["KvKM", "MvMM", "KKvKK"][..]), ("konane", 4, "MMMvMM", &["MMMvMM", "MMvMMM"])]
    {
        let tables = make_wdl(root.path(), id, pieces, &[larger], WdlCoding::QuickPages);
        let directory = TableDirectory::open(root.path(), &game(id)).expect("the directory opens again");
        for name in names {
            let wanted = page_cells(&read(root.path(), id, name), id, name, "wdl");
            let slice = Slice::parse(tables.game(), name).expect("a slice");
            let header = tables.table(slice, Metric::Wdl).expect("there is a table").header().clone();
            for effort in [Effort::FEW_CLASSES, ONE_PAIR, TWO_PAIRS] {
                let bytes = pages_of(&header, &wanted, wanted.len(), effort);
                let details = if bytes[272] == 1 { u8::from(bytes[273] >= 7) } else { bytes[273] };
                seen.insert((bytes[272], details, Layout::of(&bytes).pages >= 64));
                assert_eq!(page_cells(&bytes, id, name, "wdl"), wanted, "{name}");
                directory.put(slice, Metric::Wdl, &bytes).expect("there is room for temporary files");
                assert_same_cells(&Tables::open(root.path().join(id)).expect("pages open"), name, &wanted);
            }
        }
    }
    let short = [(1, 0, false), (1, 1, false), (1, 0, true)];
    let two_ended = [1, 2].map(|pairs| [(6, pairs, false), (6, pairs, true), (8, pairs, false)]);
    assert_eq!(seen, short.into_iter().chain(two_ended.into_iter().flatten()).collect());
}

#[test]
fn a_reader_written_from_the_page_reads_short_pages_that_are_not_full_and_refuses_flipped_bits() {
    check_flipped_bits_of(Effort::FEW_CLASSES, 9_973);
}

#[test]
fn a_reader_written_from_the_page_reads_two_ended_blocks_of_any_runs_and_refuses_flipped_bits() {
    check_flipped_bits_of(TWO_PAIRS, 39_983);
}

#[test]
#[ignore = "20 CPU-seconds; scripts/check --full runs it"]
fn a_reader_written_from_the_page_refuses_ten_times_as_many_flipped_bits_of_short_pages_in_full() {
    check_flipped_bits_of(Effort::FEW_CLASSES, 977);
}

/// Checks that a flipped bit is detected, for one bit in every `step` bytes. The table has full
/// pages and then pages that are closed before they are full.
fn check_flipped_bits_of(effort: Effort, step: usize) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let tables = make_wdl(root.path(), "international", 2, &[], WdlCoding::QuickPages);
    let slice = Slice::parse(tables.game(), "KvK").expect("a slice");
    let mut header = tables.table(slice, Metric::Wdl).expect("there is a table").header().clone();
    let dense = (1..60_000u32).map(|i| (i % 3, (i.wrapping_mul(0x9e37_79b1) >> 8) % 7 + 1));
    let sparse = (1..2000u32).map(|i| (i % 3, i * 7919 % 30_000 + 2000));
    let wanted: Vec<u32> =
        dense.chain(sparse).flat_map(|(value, count)| std::iter::repeat_n(value, count as usize)).collect();
    header.positions = wanted.len() as u64;
    let mut bytes = pages_of(&header, &wanted, 100_000, effort);
    let what = what_with_details("international", "KvK", &bytes);
    let layout = Layout::of(&bytes);
    let is_full = |page: usize| bytes[layout.page(page + 1).start - 16..layout.page(page + 1).start] != [0; 16];
    assert!(layout.pages > 10 && (effort != Effort::FEW_CLASSES || !(0..layout.pages - 1).all(is_full)));
    assert_eq!(cells(&bytes, &what).expect("sound"), wanted);
    for place in (256..316).chain((320..bytes.len()).step_by(step)) {
        let expected = match place {
            ..316 => "",
            _ if place < layout.pages_at => "checksum of the directory",
            _ => &format!("checksum of page {}", (place - layout.pages_at) / layout.page_bytes),
        };
        bytes[place] ^= 1 << (place % 8);
        let of_header = what_with_details("international", "KvK", &bytes);
        let refused = cells(&bytes, &of_header).expect_err("damaged");
        assert!(refused.starts_with(expected), "{place}: {refused}");
        bytes[place] ^= 1 << (place % 8);
    }
}

#[test]
fn a_flipped_bit_is_refused() {
    check_flipped_bits([11, 151]);
}

#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn a_flipped_bit_of_every_byte_is_refused_in_full() {
    check_flipped_bits([1, 13]);
}

/// Checks that a flipped bit is detected, for one bit in every `steps[0]` bytes of tables with one
/// page and in every `steps[1]` bytes of larger tables.
fn check_flipped_bits(steps: [usize; 2]) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    make_wdl(root.path(), "international", 3, &["KKvKK"], WdlCoding::QuickPages);
    // The tables have wide or narrow pages, and one page or several.
    for (slice, width, pages) in [("KvKM", 4, 1), ("MvMM", 2, 1), ("KKvKK", 2, 3)] {
        let (mut bytes, what) = (read(root.path(), "international", slice), what("international", slice, 1));
        let layout = Layout::of(&bytes);
        assert_eq!((bytes[272], layout.pages), (width, pages));
        let sound = cells(&bytes, &what).expect("sound");
        // Damage in later pages takes longer to find.
        let step = steps[usize::from(pages > 1)];
        for place in (256..320).chain((320..bytes.len()).step_by(step)) {
            // The checksums of the directory and of the pages detect the damage. The header has its
            // own checksum.
            let expected = match place {
                _ if (256..316).contains(&place) => "",
                316..320 => continue,
                _ if place < layout.pages_at => "checksum of the directory",
                _ => &format!("checksum of page {}", (place - layout.pages_at) / 4096),
            };
            bytes[place] ^= 1 << (place % 8);
            let refused = cells(&bytes, &what).expect_err("damaged");
            assert!(refused.starts_with(expected), "{slice} {place}: {refused}");
            bytes[place] ^= 1 << (place % 8);
        }
        assert_eq!(cells(&bytes, &what).expect("sound again"), sound);
    }
}

#[test]
fn a_page_in_another_place_is_refused() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    make_wdl(root.path(), "international", 3, &["KKvKK", "KKvKM"], WdlCoding::QuickPages);
    let (mut bytes, what_it_is) = (read(root.path(), "international", "KKvKM"), what("international", "KKvKM", 1));
    let pages_at = Layout::of(&bytes).pages_at;
    let (first, second) = bytes[pages_at..pages_at + 8192].split_at_mut(4096);
    first.swap_with_slice(second);
    assert_eq!(cells(&bytes, &what_it_is).expect_err("swapped"), "checksum of page 0");
    let other = cells(&bytes, &what("international", "KMvKK", 1)).expect_err("another table");
    assert_eq!(other, "checksum of the directory");
}
