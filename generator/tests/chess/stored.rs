//! Tests how chess tables store values according to `probe/table/FORMAT.md`: the order of cells,
//! cells bounded by captures, and distances of one side to move.

use std::path::{Path, PathBuf};

use peatee_chess::{Index, Kind, Position, Setup, Slice, StoredOrder, sets};
use peatee_generator::solver::chess::Solver;
use peatee_probe::chess::Tables;
use peatee_probe::{ProbeError, Value};
use peatee_table::format::{CaptureCells, FileCoding, HEADER_BYTES, Header};
use peatee_table::{FileError, Metric, Wdl};

use super::{copy_three_men_into, dtz, four_men};
use crate::common::Random;

fn slice(name: &str) -> Slice {
    Slice::parse(name).expect("a slice")
}

/// Returns the index of the cell of a position number, computed as `FORMAT.md` specifies.
pub fn page_place(index: &Index, number: u64, digits: &[u8]) -> u64 {
    let setup: Setup = index.setup(number).expect("a position");
    let pairs = index.kings().pairs();
    // Digits with their numbers of values, in the order of `FORMAT.md`. The digits of kings are
    // their squares.
    let groups = |kinds: &[Kind]| {
        let both = kinds.iter().flat_map(|&kind| [(0, kind), (1, kind)]);
        let there = both.filter(|&(side, kind)| setup.pieces[side][kind as usize] != 0);
        there.collect::<Vec<_>>()
    };
    let all = index.pawns().iter().chain(index.pieces());
    let value = |(side, kind): (usize, Kind)| {
        let group = all.clone().find(|group| (group.side, group.kind) == (side, kind)).expect("a group");
        (group.digit(setup.pieces[side][kind as usize]), group.ways)
    };
    let pawns = groups(&[Kind::Pawn]);
    let pieces = groups(&[Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]);
    let kings = [pawns.len(), pawns.len() + 1];
    let mut listed: Vec<(u64, u64)> = pawns.iter().map(|&group| value(group)).collect();
    listed.extend([(0, 1), (0, 1)]);
    listed.extend(pieces.iter().map(|&group| value(group)));
    let order: Vec<usize> = digits.iter().map(|&digit| usize::from(digit) - 1).collect();
    let places: Vec<usize> = (0..order.len()).filter(|&place| kings.contains(&order[place])).collect();
    let first = usize::from(order[places[0]] == kings[1]);
    let (f, s) = (setup.kings[first], setup.kings[1 - first]);
    let before = pairs.iter().filter(|pair| pair[first] < f).count() as u64;
    let count = pairs.iter().filter(|pair| pair[first] == f).count() as u64;
    let rank = pairs.iter().filter(|pair| pair[first] == f && pair[1 - first] < s).count() as u64;
    let made = |digits: &[usize]| {
        digits.iter().fold((0, 1), |(sum, size), &digit| {
            let (value, ways) = listed[digit];
            (sum * ways + value, size * ways)
        })
    };
    let (a, _) = made(&order[..places[0]]);
    let (b, b_ways) = made(&order[places[0] + 1..places[1]]);
    let (c, c_ways) = made(&order[places[1] + 1..]);
    ((a * pairs.len() as u64 + before) * b_ways + b * count + rank) * c_ways + c
}

#[test]
fn cells_stand_where_the_page_says() {
    let index = Index::new(slice("KvKR"));
    let order = StoredOrder::new(&index, &[1, 3, 2]).expect("an order");
    assert_eq!((order.place(29127), page_place(&index, 29127, &[1, 3, 2])), (27881, 27881));
    let mut random = Random::new(7);
    for set in sets(5).into_iter().filter(|set| set.men() > 2) {
        let index = Index::new(set);
        let mut digits: Vec<u8> = (1..=(index.pawns().len() + 2 + index.pieces().len()) as u8).collect();
        for place in (1..digits.len()).rev() {
            digits.swap(place, random.u64(..=place as u64) as usize);
        }
        let order = StoredOrder::new(&index, &digits).expect("an order");
        let mut seen = 0;
        while seen < 20 {
            let number = random.u64(..index.numbers());
            if index.setup(number).is_some() {
                assert_eq!(order.place(number), page_place(&index, number, &digits), "{set} {digits:?} {number}");
                seen += 1;
            }
        }
    }
}

fn header(folder: &Path, file: &str) -> Header {
    let bytes = std::fs::read(folder.join(file)).expect("readable");
    Header::from_bytes(bytes.first_chunk::<HEADER_BYTES>().expect("a header")).expect("sound")
}

/// Checks that tables give the solver's value of every position. The value may be in the cell,
/// follow from a capture, or follow from the positions one ply later.
#[test]
fn tables_say_what_was_solved() {
    let folder = four_men();
    let tables = Tables::open(&folder).expect("tables just made open");
    let mut solver = Solver::default();
    let names = ["KQvK", "KRvK", "KPvK", "KPvKP", "KRvKP", "KNNvK"];
    for (set, step) in names.into_iter().zip([1, 1, 1, 613, 613, 211]) {
        for of_slice in solver.solve(slice(set)).expect("solved") {
            let index = Index::new(of_slice.slice);
            for number in (0..index.numbers()).step_by(step) {
                let Some(position) = index.position(number) else { continue };
                let known = of_slice.entries[number as usize].value();
                let plies = Some(u32::from(known.plies()));
                let expected = match (known.is_draw(), known.is_won()) {
                    (true, _) => Value::DRAW,
                    (_, true) => Value { wdl: Wdl::Win, plies },
                    _ => Value { wdl: Wdl::Loss, plies },
                };
                assert_eq!(tables.value_in(&position, dtz()).expect("a value"), expected, "{position}");
                assert_eq!(tables.probe_wdl(&position).expect("a value"), expected.wdl, "{position}");
            }
        }
    }
}

#[test]
fn one_side_to_move_has_distances() {
    let folder = four_men();
    for set in sets(4).into_iter().filter(|set| set.men() > 2) {
        let of_slice = |slice: Slice| header(&folder, &format!("{slice}.{}", dtz()));
        let headers: Vec<Header> = set.both().into_iter().map(of_slice).collect();
        let with_cells = headers.iter().filter(|header| header.coding != FileCoding::Derived).count();
        assert_eq!(with_cells, 1, "{set}");
        for slice in set.both() {
            let header = header(&folder, &format!("{slice}.wdl"));
            assert_eq!(header.captures, CaptureCells::Bound, "{slice}");
        }
    }
}

/// Replaces a file that the manifest lists, and changes its length in the manifest.
fn replace(folder: &Path, file: &str, bytes: &[u8]) {
    std::fs::write(folder.join(file), bytes).expect("writable");
    let path = folder.join("manifest.json");
    let text = std::fs::read_to_string(&path).expect("readable");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    manifest["tables"][file]["bytes"] = bytes.len().into();
    std::fs::write(path, manifest.to_string()).expect("writable");
}

#[test]
fn two_tables_without_cells_are_refused() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let folder = root.path().join("chess");
    let tables = Tables::open(&folder).expect("tables just made open");
    let both = slice("KRvK").both();
    let with_cells = |slice: &&Slice| {
        tables.find(**slice, dtz()).expect("sound").is_some_and(peatee_probe::internals::Table::has_cells)
    };
    let stored = *both.iter().find(with_cells).expect("one has cells");
    let file = format!("{stored}.{}", dtz());
    let emptied = Header {
        coding: FileCoding::Derived,
        captures: CaptureCells::Stored,
        group_order: Default::default(),
        file_bytes: HEADER_BYTES as u64,
        ..header(&folder, &file)
    };
    replace(&folder, &file, &emptied.to_bytes());
    let tables = Tables::open(&folder).expect("a manifest");
    let position = Position::parse_fen("8/8/8/8/8/2k5/8/K6R w - -").expect("a position");
    let error = tables.value_in(&position.after(tables_move(&position)), dtz()).expect_err("no distances");
    assert!(matches!(error, ProbeError::File { error: FileError::Header { .. }, .. }), "{error}");
    assert!(error.to_string().contains("one must have them"), "{error}");
    assert_eq!(tables.probe_wdl(&position).expect("who wins is known"), Wdl::Win);
}

/// Returns a move without capture.
fn tables_move(position: &Position) -> peatee_chess::cozy_chess::Move {
    position.parse_uci("h1h4").expect("a move")
}

/// Checks that older tables, in which every cell is the value of its position, give the same values
/// as new tables.
#[test]
fn tables_in_which_all_values_stand_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/chess-values-stored/chess");
    let before = Tables::open(folder).expect("tables of before open");
    let today = Tables::open(four_men()).expect("tables just made open");
    assert_eq!(before.faults().count(), 0);
    for name in ["KRvK", "KvKR", "KPvK", "KvKP"] {
        let table = before.need(slice(name), Metric::Wdl).expect("it is there");
        assert_eq!(table.header().captures, CaptureCells::Stored);
        let index = Index::new(slice(name));
        for number in (0..index.numbers()).step_by(3) {
            let Some(position) = index.position(number) else { continue };
            let values = [&before, &today].map(|tables| tables.value_in(&position, dtz()).expect("a value"));
            assert_eq!(values[0], values[1], "{position}");
        }
    }
}

/// Changes one random bit of a file that `file` chooses, calls `check` with the tables, and
/// restores the file. Does so `times` times.
pub fn with_changed_bits(
    folder: &Path,
    times: usize,
    random: &mut Random,
    file: impl Fn(&mut Random) -> PathBuf,
    mut check: impl FnMut(&Tables),
) {
    for _ in 0..times {
        let file = file(random);
        let whole = std::fs::read(&file).expect("readable");
        let mut changed = whole.clone();
        changed[random.u64(..whole.len() as u64) as usize] ^= 1 << random.u64(..8);
        std::fs::write(&file, changed).expect("writable");
        check(&Tables::open(folder).expect("a manifest"));
        std::fs::write(&file, whole).expect("writable");
    }
}

/// Checks that a changed byte gives an error or leaves all values unchanged.
#[test]
fn changed_bytes_are_found() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let folder = root.path().join("chess");
    let good = Tables::open(&folder).expect("tables just made open");
    let positions: Vec<Position> = ["KPvK", "KvKP"]
        .into_iter()
        .flat_map(|name| {
            let index = Index::new(slice(name));
            (0..index.numbers()).step_by(977).filter_map(|n| index.position(n)).collect::<Vec<_>>()
        })
        .collect();
    let expected: Vec<Value> =
        positions.iter().map(|position| good.value_in(position, dtz()).expect("a value")).collect();
    let (mut random, mut refused) = (Random::new(11), 0);
    let file = |random: &mut Random| {
        let name = ["KPvK", "KvKP"][random.u64(..2) as usize];
        let metric = [Metric::Wdl, dtz()][random.u64(..2) as usize];
        folder.join(format!("{name}.{metric}"))
    };
    with_changed_bits(&folder, 400, &mut random, file, |tables| {
        for (position, expected) in positions.iter().zip(&expected) {
            match tables.value_in(position, dtz()) {
                Ok(value) => assert_eq!(value, *expected, "{position}"),
                Err(_) => refused += 1,
            }
        }
    });
    assert!(refused > 1000, "{refused}");
}
