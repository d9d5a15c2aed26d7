//! Tests `probe/table/FORMAT.md`. A second reader, written from that page alone, must read the same
//! values from tables of every metric. The worked examples and the header on the page must match
//! real tables.

mod numbers;
mod pages;
mod pages_tests;
mod requirements;
mod run_patterns;

use std::collections::HashMap;
use std::path::Path;

use crate::common::{Made, game, generate_metrics_into, make};
use numbers::{page_number, page_place};
use peatee_generator::units::hex;
use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Kind, Position, Side, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{MANIFEST_NAME, Metric, RuleSet, Slice, Wdl};

const PAGE: &str = include_str!("../../probe/table/FORMAT.md");

/// Returns the cells of those table rows of `FORMAT.md` whose first column is a FEN.
fn examples() -> Vec<Vec<String>> {
    let lines = PAGE.lines().filter(|line| line.starts_with("| `W:") || line.starts_with("| `B:"));
    lines
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect())
        .collect()
}

#[test]
fn worked_examples() {
    let game = game("international");
    let examples = examples();
    assert_eq!(examples.len(), 3);
    for row in examples {
        let position = game.parse_fen(&row[0]).expect("legal");
        let slice = Slice::of(&game, &position);
        assert_eq!(slice.name(), row[1], "{}", row[0]);
        let number = with_kernel!(game, kernel => {
            let mut setup = position.setup.convert();
            if position.side == Side::Black {
                setup = kernel.mirrored(&setup);
            }
            SliceIndex::new(kernel, slice).rank(&setup)
        });
        assert_eq!(number.to_string(), row[2], "{}", row[0]);
        assert_eq!(page_number(&game, &position).1.to_string(), row[2], "{} by the page", row[0]);
    }
}

/// Compares the beginning of a file with the hexadecimal lines in `FORMAT.md`.
#[test]
fn header_shown() {
    let made = make("english", 2);
    let bytes = std::fs::read(made.root.path().join("english/MvM.dtw")).expect("readable");
    let dump: String = bytes[..320]
        .chunks(16)
        .enumerate()
        .map(|(i, line)| format!("    {:03x}  {}\n", 16 * i, spaced(line)))
        .collect();
    assert!(PAGE.contains(&dump), "FORMAT.md should show:\n{dump}");
}

/// Compares the encoding of the rules of English draughts with that in `FORMAT.md`.
#[test]
fn encoding_of_rules_shown() {
    let identity = game("english").variant().identity();
    let dump: String = identity.chunks(24).map(|line| format!("    {}\n", spaced(line))).collect();
    let shown = format!("has {} bytes:\n\n{dump}", identity.len());
    assert!(PAGE.contains(&shown), "FORMAT.md should show:\n{shown}");
    let made = make("english", 2);
    let bytes = std::fs::read(made.root.path().join("english/MvM.dtw")).expect("readable");
    assert_eq!(&bytes[64..96], blake3::hash(&identity).as_bytes());
}

fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| hex(&[byte])).collect::<Vec<_>>().join(" ")
}

pub fn at<const N: usize>(bytes: &[u8], offset: usize) -> u64 {
    (0..N).fold(0, |value, i| value | (bytes[offset + i] as u64) << (8 * i))
}

fn name_at(bytes: &[u8], offset: usize, length: usize) -> String {
    let name = bytes[offset..offset + length].split(|&byte| byte == 0).next().expect("at least one part");
    String::from_utf8(name.to_vec()).expect("ASCII")
}

/// Decoder of binary decisions, written as `FORMAT.md` specifies.
struct Decisions<'a> {
    bytes: std::slice::Iter<'a, u8>,
    width: u32,
    offset: u32,
    /// Probability and count of each model. The key is the name of the model with its indices.
    models: HashMap<(&'static str, [u32; 3]), (u32, u32)>,
}

impl Decisions<'_> {
    fn ask(&mut self, name: &'static str, indices: [u32; 3]) -> bool {
        let (p, n) = self.models.entry((name, indices)).or_insert((2048, 0));
        let split = (self.width >> 12) * *p;
        let yes = self.offset < split;
        if yes {
            self.width = split;
        } else {
            self.offset -= split;
            self.width -= split;
        }
        while self.width < 1 << 24 {
            self.width <<= 8;
            self.offset = self.offset << 8 | self.bytes.next().copied().unwrap_or(0) as u32;
        }
        *n = (*n + 1).min(4);
        *p = if yes { (*p + ((4096 - *p) >> *n)).min(4064) } else { (*p - (*p >> *n)).max(32) };
        yes
    }

    fn length(&mut self, value: u32, before: u32) -> u32 {
        let mut size = 0;
        while size < 24 && self.ask("more", [value, before, size]) {
            size += 1;
        }
        (0..size).fold(1, |number, done| {
            let yes = match done {
                0..5 => self.ask("digit", [value, size, number]),
                _ => self.ask("low", [size, size - 1 - done, 0]),
            };
            number << 1 | yes as u32
        })
    }
}

/// Decodes a block of runs as `FORMAT.md` specifies, and returns its bytes.
fn page_runs(stored: &[u8], cells: usize) -> Vec<u8> {
    let mut bytes = stored[1..].iter();
    let offset = (0..4).fold(0, |offset, _| offset << 8 | bytes.next().copied().unwrap_or(0) as u32);
    let mut decisions = Decisions { bytes, width: u32::MAX, offset, models: HashMap::new() };
    let (mut value, mut before) = (stored[0] as u32, stored[0] as u32);
    let mut sizes = [0; 2];
    let mut decoded = Vec::new();
    loop {
        let length = decisions.length(value, sizes[1]);
        sizes = [length.ilog2(), sizes[0]];
        decoded.extend(std::iter::repeat_n(value as u8, length as usize));
        if decoded.len() >= cells {
            break;
        }
        let mut others = [0, 1, 2].into_iter().filter(|&other| other != value);
        let next = if decisions.ask("next", [before, value, 0]) { others.next_back() } else { others.next() };
        (before, value) = (value, next.expect("there are two others"));
    }
    assert_eq!((decoded.len(), decisions.bytes.next()), (cells, None));
    decoded.chunks(4).map(|four| four.iter().rev().fold(0, |byte, value| byte << 2 | value)).collect()
}

/// Returns all cells of a file, read as `FORMAT.md` specifies.
fn page_cells(bytes: &[u8], variant: &str, slice: &str, metric: &str) -> Vec<u32> {
    assert_eq!(bytes[..8], [0x89, 0x50, 0x54, 0x42, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert_eq!((at::<2>(bytes, 8), at::<8>(bytes, 24)), (4, bytes.len() as u64));
    assert_eq!(at::<4>(bytes, 316), crc32fast::hash(&bytes[..316]) as u64);
    assert!(bytes[13..16].iter().all(|&byte| byte == 0));
    let (order, padding) = bytes[240..256].split_at(bytes[240..256].iter().take_while(|&&place| place > 0).count());
    assert!((1..=order.len() as u8).all(|place| order.contains(&place)) && padding.iter().all(|&byte| byte == 0));
    let names = [name_at(bytes, 96, 40), name_at(bytes, 136, 40), name_at(bytes, 176, 48)];
    assert_eq!(names, [variant, slice, metric]);
    assert_eq!(at::<8>(bytes, 32) + at::<8>(bytes, 40) + at::<8>(bytes, 48), at::<8>(bytes, 16));
    let what = [variant.as_bytes(), slice.as_bytes(), metric.as_bytes(), &bytes[10..12], order].concat();
    match bytes[12] {
        0 if !order.is_empty() => panic!("{slice}: blocks in another order than table order"),
        0 => block_cells(bytes, &what),
        1 => {
            let kind = if pages::has_details(bytes) { &bytes[272..274] } else { &[][..] };
            let what = [&what, kind].concat();
            pages::cells(bytes, &what).unwrap_or_else(|refused| panic!("{slice}: {refused}"))
        }
        other => panic!("coding {other}"),
    }
}

/// Returns all cells of a file of coding 0 (blocks). `what` holds the bytes that identify the table
/// in checksums.
pub fn block_cells(bytes: &[u8], what: &[u8]) -> Vec<u32> {
    assert!(bytes[272..316].iter().all(|&byte| byte == 0));
    assert_eq!(bytes[264..272] != [0; 8], bytes[10] >= 3);
    let (cell, per_block, positions) = (bytes[10], at::<4>(bytes, 256), at::<8>(bytes, 16));
    let blocks = positions.div_ceil(per_block);
    let list = [&bytes[10..12], &bytes[320..320 + 8 * blocks as usize]].concat();
    assert_eq!(at::<4>(bytes, 260), crc32fast::hash(&list) as u64);
    let mut cells = Vec::new();
    let mut start = 320 + 8 * blocks as usize;
    for block in 0..blocks {
        let entry = 320 + 8 * block as usize;
        let stored = &bytes[start..start + at::<4>(bytes, entry) as usize];
        start += stored.len();
        let covered = [what, &bytes[256..260], &block.to_le_bytes()[..], stored].concat();
        assert_eq!(at::<4>(bytes, entry + 4), crc32fast::hash(&covered) as u64);
        let here = per_block.min(positions - block * per_block) as usize;
        let length = match cell {
            0 => here.div_ceil(4),
            1 => here,
            2..=6 => 2 * here,
            _ => panic!("unknown cells {cell}"),
        };
        let decoded = match stored[0] {
            0 => vec![stored[1]; length],
            1 => stored[1..].to_vec(),
            3 => page_runs(&stored[1..], 4 * length),
            2 => zstd::stream::decode_all(&stored[1..]).expect("a zstd frame"),
            4 => {
                assert_eq!(cell, 6);
                let planes = zstd::stream::decode_all(&stored[1..]).expect("a zstd frame");
                (0..length).map(|i| planes[i / 2 + i % 2 * here]).collect()
            }
            other => panic!("coding {other}"),
        };
        assert_eq!(decoded.len(), length);
        cells.extend((0..here).map(|i| match cell {
            0 => (decoded[i / 4] >> (2 * (i % 4)) & 3) as u32,
            1 => decoded[i] as u32,
            _ => at::<2>(&decoded, 2 * i) as u32,
        }));
    }
    assert_eq!(start + at::<4>(bytes, 264) as usize, bytes.len());
    cells
}

/// A table that was read as `FORMAT.md` specifies.
struct PageTable {
    /// True if the cells of positions with captures are arbitrary.
    left_out: bool,
    group_order: [u8; 16],
    /// Cells in the order that `group_order` defines.
    cells: Vec<u32>,
}

impl PageTable {
    fn cell(&self, game: &Draughts, position: &Position) -> u32 {
        self.cell_of_state(game, position, (0, 1))
    }

    /// Returns the cell of a state in a table that has several cells for each position.
    fn cell_of_state(&self, game: &Draughts, position: &Position, (state, states): (usize, usize)) -> u32 {
        let (positions, place) = page_place(game, position, &self.group_order);
        assert_eq!(positions * states as u64, self.cells.len() as u64);
        self.cells[place as usize * states + state]
    }
}

/// The tables of one metric, by name of the slice.
type PageTables = HashMap<String, PageTable>;

/// Returns the value of a position as `FORMAT.md` specifies: true and the plies for a win, false
/// and the plies for a loss, or `None` for a draw. In `wdl` tables all plies are 0.
fn page_value(game: &Draughts, tables: &PageTables, metric: &str, position: &Position) -> Option<(bool, u32)> {
    let side = |side: Side| Kind::ALL.into_iter().any(|kind| position.setup.get(side, kind) != 0);
    let plies = |plies: u32| if metric == "wdl" { 0 } else { plies };
    let moves = game.moves(position).unwrap();
    if !side(position.side) {
        return Some((false, 0));
    }
    let table = &tables[&Slice::of(game, position).name()];
    if table.left_out && moves.iter().any(|mv| mv.captured != 0) {
        let after = |mv| page_value(game, tables, metric, &game.play(position, mv));
        let values: Vec<_> = moves.iter().map(after).collect();
        let wins = values.iter().flatten().filter(|(is_win, _)| !is_win).map(|(_, after)| plies(after + 1));
        let losses = values.iter().flatten().filter(|(is_win, _)| *is_win).map(|(_, after)| plies(after + 1));
        return match (wins.min(), values.contains(&None)) {
            (Some(plies), _) => Some((true, plies)),
            (None, true) => None,
            (None, false) => Some((false, losses.max().expect("some move, and it loses"))),
        };
    }
    match (metric, table.cell(game, position)) {
        ("wdl", 0) => Some((false, 0)),
        ("wdl", 2) => Some((true, 0)),
        ("wdl", 1) | ("dtw", 0) => None,
        ("dtw", cell) => Some((cell % 2 == 0, cell - 1)),
        (metric, cell) => panic!("{cell} in a {metric} table"),
    }
}

/// Reads all files that a manifest lists. Returns the tables by metric.
fn page_directory(directory: &Path, id: &str) -> HashMap<String, PageTables> {
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(directory.join(MANIFEST_NAME)).expect("readable")).expect("JSON");
    assert_eq!((manifest["format_version"].as_u64(), manifest["variant"].as_str()), (Some(4), Some(id)));
    let mut tables: HashMap<String, PageTables> = HashMap::new();
    for (name, entry) in manifest["tables"].as_object().expect("an object") {
        let (slice, metric) = (entry["slice"].as_str().expect("text"), entry["metric"].as_str().expect("text"));
        assert_eq!(*name, format!("{slice}.{metric}"));
        let bytes = std::fs::read(directory.join(name)).expect("readable");
        assert_eq!(entry["bytes"].as_u64(), Some(bytes.len() as u64));
        assert_eq!(entry["blake3"].as_str(), Some(hex(blake3::hash(&bytes).as_bytes()).as_str()));
        // The digests of `dtr-` and `wdl-` tables also cover the draw rules.
        let has_digest_of_variant = hex(&bytes[64..96]) == manifest["rules_digest"].as_str().expect("text");
        assert_eq!(has_digest_of_variant, !metric.contains('-'));
        let cells = page_cells(&bytes, id, slice, metric);
        assert!(bytes[11] < 2);
        tables.entry(metric.to_owned()).or_default().insert(
            slice.to_owned(),
            PageTable { left_out: bytes[11] == 1, group_order: bytes[240..256].try_into().expect("16 bytes"), cells },
        );
    }
    tables
}

/// Yields positions of a slice with `size` positions: all of a small slice, and every 97th of a
/// larger one. Checks that their numbers as computed by `FORMAT.md` equal those of the library.
fn positions(tables: &Tables, slice: Slice, size: usize) -> impl Iterator<Item = (String, Position)> {
    // The step shares no factor with the sizes of slices.
    positions_by(if size < 5_000 { 1 } else { 97 }, tables, slice, size)
}

/// Yields every `step`-th position of a slice with `size` positions. Checks that their numbers as
/// computed by `FORMAT.md` equal those of the library.
fn positions_by(step: usize, tables: &Tables, slice: Slice, size: usize) -> impl Iterator<Item = (String, Position)> {
    (0..size).step_by(step).map(move |number| {
        let fen = peatee_generator::explore::stats::fen_of(tables, slice, number as u64);
        let position = tables.game().parse_fen(&fen).expect("legal");
        assert_eq!(page_number(tables.game(), &position), (size as u64, number as u64), "{fen}");
        (fen, position)
    })
}

/// Makes tables of 2 to 3 pieces in these metrics. Opens them with the library, and reads them with
/// the reader of this test, which follows `FORMAT.md`.
fn read_twice(id: &str, metrics: &[Metric]) -> (Made, HashMap<String, PageTables>) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), id, 3, metrics);
    let directory = root.path().join(id);
    let page = page_directory(&directory, id);
    (Made { tables: Tables::open(&directory).expect("tables just made open"), root }, page)
}

#[test]
fn a_reader_written_from_the_page_gets_the_same_answers() {
    for id in ["english", "international"] {
        let Made { tables, root } = make(id, 3);
        let by_metric = page_directory(&root.path().join(id), id);
        assert_eq!(by_metric.values().map(HashMap::len).sum::<usize>(), 32);
        for (metric, page) in &by_metric {
            for (slice, PageTable { left_out, cells, .. }) in page {
                assert!(left_out, "captures are left out of these tables");
                let slice = Slice::parse(tables.game(), slice).expect("a slice");
                for (fen, position) in positions(&tables, slice, cells.len()) {
                    let value = tables.probe(&position).expect("there is a table");
                    let expected = match (value.wdl, value.plies) {
                        (Wdl::Draw, _) => None,
                        (wdl, plies) => Some((wdl == Wdl::Win, plies.filter(|_| metric == "dtw").unwrap_or(0))),
                    };
                    assert_eq!(page_value(tables.game(), page, metric, &position), expected, "{metric} {fen}");
                }
            }
        }
    }
}

/// Returns the plies to the next conversion as `FORMAT.md` specifies, or `None` for a draw. In
/// positions with captures the cell is meaningless, and the `wdl` tables decide.
fn page_conversion(game: &Draughts, page: &HashMap<String, PageTables>, position: &Position) -> Option<u32> {
    let table = &page["dtc"][&Slice::of(game, position).name()];
    if table.left_out && game.moves(position).unwrap().iter().any(|mv| mv.captured != 0) {
        return page_value(game, &page["wdl"], "wdl", position).map(|_| 1);
    }
    table.cell(game, position).checked_sub(1)
}

#[test]
fn a_reader_written_from_the_page_gets_the_same_conversions() {
    for id in ["english", "russian"] {
        let (Made { tables, .. }, page) = read_twice(id, &[Metric::Wdl, Metric::Dtc]);
        assert_eq!(page["dtc"].len(), 16);
        let mut meaningless = 0;
        for (slice, table @ PageTable { left_out, cells, .. }) in &page["dtc"] {
            assert!(left_out, "captures are left out of these tables");
            let slice = Slice::parse(tables.game(), slice).expect("a slice");
            for (fen, position) in positions(&tables, slice, cells.len()) {
                let plies = tables.probe_dtc(&position).expect("there is a table");
                assert_eq!(page_conversion(tables.game(), &page, &position), plies, "{id} {fen}");
                let cell = table.cell(tables.game(), &position);
                meaningless += (cell.checked_sub(1) != plies) as u32;
            }
        }
        assert!(meaningless > 100, "{id}: {meaningless} cells would be wrong without the rule of captures");
    }
}

#[test]
fn a_reader_written_from_the_page_gets_the_same_resets() {
    for (id, code) in [("english", "WCDF"), ("brazilian", "FMJD-64")] {
        let rules = DrawRules::named(code).expect("a code");
        let metric = Metric::Dtr(RuleSet::new(&rules));
        let (Made { tables, root }, page) = read_twice(id, &[Metric::Wdl, Metric::Dtw, metric]);
        let (name, encoding) = (format!("dtr-{code}"), rules.identity());
        let column = [&[128][..], &(encoding.len() as u16).to_le_bytes(), &encoding].concat();
        let digest = blake3::hash(&[tables.game().variant().identity(), column].concat());
        let (mut captures, mut resets) = (0, 0);
        for (slice, table @ PageTable { left_out, cells, .. }) in &page[&name] {
            assert!(!left_out, "dtr tables hold all values");
            let bytes = std::fs::read(root.path().join(format!("{id}/{slice}.{name}"))).expect("readable");
            assert_eq!(bytes[64..96], *digest.as_bytes());
            let slice = Slice::parse(tables.game(), slice).expect("a slice");
            for (fen, position) in positions(&tables, slice, cells.len()) {
                let cell = table.cell(tables.game(), &position);
                assert_eq!(tables.cell(&position, metric).expect("there is a table"), Some(cell), "{id} {fen}");
                let must_capture = tables.game().moves(&position).unwrap().iter().any(|mv| mv.captured != 0);
                captures += (must_capture && cell > 0) as u32;
                resets += (cell > 0) as u32;
                let is_draw = page_value(tables.game(), &page["wdl"], "wdl", &position).is_none();
                assert!(cell == 0 || !is_draw, "{fen}: a draw without rules is one under rules");
            }
        }
        assert!(captures > 100 && resets > 1000, "{id}: {captures} captures, {resets} resets");
    }
}
