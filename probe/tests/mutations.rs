//! Tests damaged, swapped and edited files of draughts. Each mutation must give an error that names
//! a file, or leave all answers unchanged.
//!
//! The tables here hold arbitrary values. The tests only check that these values are read
//! unchanged.

use std::path::{Path, PathBuf};

use crate::common::{DAMAGE_KINDS, Random, damage, storage_kinds, table_of_pages};
use peatee_probe::{Metric, OpenError, OpenOptions, ProbeError, Slice, StorageKind, Tabled as _, Tables, Value, Wdl};
use peatee_rules::{Draughts, Position, Variant, with_kernel};
use peatee_table::format::pages::Effort;
use peatee_table::format::{BlockEncoder, CaptureCells, Cell, Counts, HEADER_BYTES, Header, file_name};
use peatee_table::index::{GroupOrder, SliceIndex};
use peatee_table::{MANIFEST_NAME, Manifest, ManifestEntry, TableBuilder};

const VARIANT: &str = "english";
const MUTATIONS: u32 = 1_000;
const MUTATIONS_IN_FULL: u32 = 10_000;
/// Number of parts into which the mutations are divided. Each part has a thread and a directory.
const PARTS: u32 = 4;
/// Small blocks, so that small tables have many blocks.
const BLOCK_POSITIONS: u32 = 64;

/// Returns random cells of a block: runs, equal cells, or cells that do not compress. Together, the
/// blocks have all three codings.
fn cells(cell: Cell, block: u64, positions: u32, random: &mut Random) -> Vec<u8> {
    let mut bytes = vec![0u8; cell.bytes_of(positions)];
    let choice = random.below(3);
    let run = [usize::MAX, 9, 1][choice];
    let mut value = 0;
    for (i, byte) in bytes.iter_mut().enumerate() {
        if i == 0 || i % run == 0 {
            value = match cell {
                Cell::Wdl => (0..4).fold(0, |byte, _| byte << 2 | random.below(3) as u8),
                _ => (random.below(60) as u64 + block % 5) as u8,
            };
        }
        *byte = value;
    }
    bytes
}

fn table(
    game: &Draughts,
    slice: Slice,
    metric: Metric,
    (cell, captures): (Cell, CaptureCells),
    random: &mut Random,
) -> Vec<u8> {
    let positions = with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size());
    let header = Header {
        positions,
        block_positions: BLOCK_POSITIONS,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.identity(slice, metric), cell, captures)
    };
    if cell == Cell::Wdl && captures == CaptureCells::LeftOut {
        // One of the two tables of pages is in table order, and the other is not.
        let orders = GroupOrder::all(2);
        let group_order = orders[(slice.name() == "KvK") as usize];
        let effort = if slice.name() == "KvK" { Effort::TWO_ENDED } else { Effort::FULL };
        return table_of_pages(Header { group_order, ..header }, 1, effort, random);
    }
    let mut encoder = BlockEncoder::new(3).unwrap();
    let mut builder = TableBuilder::new(header.clone());
    for block in 0..header.blocks() {
        let stored = encoder.encode(cell, &cells(cell, block, header.positions_in_block(block), random)).unwrap();
        builder.push(&stored);
    }
    builder.finish()
}

/// A directory of undamaged tables: its files in memory, and the probed positions with their
/// answers.
struct Original {
    directory: PathBuf,
    files: Vec<(String, Vec<u8>)>,
    manifest: Manifest,
    positions: Vec<Position>,
    answers: Vec<(Value, Wdl)>,
}

impl Original {
    fn make(directory: &Path) -> Original {
        let game = Draughts::new(Variant::named(VARIANT).unwrap());
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let mut manifest = game.manifest();
        let mut files = Vec::new();
        let mut positions = Vec::new();
        for (i, slice) in peatee_table::slices(&game, 2).into_iter().enumerate() {
            let dtw = if i == 1 { Cell::Long } else { Cell::Short };
            let captures = if i < 2 { CaptureCells::LeftOut } else { CaptureCells::Stored };
            for (metric, cell) in [(Metric::Wdl, Cell::Wdl), (Metric::Dtw, dtw)] {
                let bytes = table(&game, slice, metric, (cell, captures), &mut random);
                let entry = ManifestEntry {
                    slice: slice.name(),
                    metric: metric.name(),
                    bytes: bytes.len() as u64,
                    blake3: blake3::hash(&bytes).to_hex().to_string(),
                };
                manifest.tables.insert(file_name(slice, metric), entry);
                std::fs::write(directory.join(file_name(slice, metric)), &bytes).unwrap();
                files.push((file_name(slice, metric), bytes));
            }
            with_kernel!(game, kernel => {
                let index = SliceIndex::new(kernel, slice);
                positions.extend((0..index.size()).map(|number| {
                    Position { setup: index.unrank(number).convert(), side: slice.side }
                }));
            });
        }
        std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).unwrap();
        let tables = Tables::open(directory).unwrap();
        let has_own_order = |slice| !tables.table(slice, Metric::Wdl).unwrap().header().group_order.is_table_order();
        let own: Vec<bool> = peatee_table::slices(&game, 2).into_iter().map(has_own_order).collect();
        assert!(own[..2].contains(&true) && own[..2].contains(&false), "{own:?}");
        let answers = positions.iter().map(|at| (tables.probe(at).unwrap(), tables.probe_wdl(at).unwrap())).collect();
        Original { directory: directory.to_owned(), files, manifest, positions, answers }
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.directory.join(name), bytes).unwrap();
    }

    /// Probes every position. Errors must name one of the files `names`. Returns whether there was
    /// an error.
    fn ask(&self, names: &[&str], storage: StorageKind, what: &str) -> bool {
        // Only an edited manifest can omit tables. A table is then missing, or the WDL table alone
        // answers.
        let may_be_missing = names.contains(&MANIFEST_NAME);
        let options = OpenOptions::new().memory_bytes(1 << 20).storage(storage);
        let paths: Vec<PathBuf> = names.iter().map(|name| self.directory.join(name)).collect();
        let blamed = |path: &PathBuf, text: String| {
            assert!(paths.contains(path), "{what}: {} is blamed, not {names:?}: {text}", path.display());
            assert!(text.contains(path.to_str().unwrap()), "{what}: the error does not name the file: {text}");
        };
        let tables = match options.open(&self.directory) {
            Ok(tables) => tables,
            Err(error) => {
                let text = error.to_string();
                match &error {
                    OpenError::Io { path, .. } | OpenError::Manifest { path, .. } | OpenError::File { path, .. } => {
                        blamed(path, text);
                    }
                    other => panic!("{what}: {other}"),
                }
                return true;
            }
        };
        let mut failed = false;
        for fault in tables.faults() {
            failed = true;
            blamed(&fault.path, fault.to_string());
        }
        if failed {
            // A batch of positions gives the same errors as single probes.
            let some: Vec<Position> = self.positions.iter().copied().step_by(16).collect();
            for (position, many) in some.iter().zip(tables.probe_many(&some)) {
                assert_eq!(many.ok(), tables.probe(position).ok(), "{what}: {position:?}");
            }
        }
        let mut check = |position: &Position, error: ProbeError| {
            failed = true;
            let slice = Slice::of(tables.game(), position).name();
            let is_concerned =
                names.iter().any(|name| name.strip_prefix(&slice).is_some_and(|rest| rest.starts_with('.')));
            assert!(may_be_missing || is_concerned, "{what}: {slice} has nothing to do with it");
            match &error {
                ProbeError::File { path, .. } => blamed(path, error.to_string()),
                ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. } if may_be_missing => {}
                other => panic!("{what}: {other}"),
            }
        };
        for (position, (value, wdl)) in self.positions.iter().zip(&self.answers) {
            match tables.probe(position) {
                Ok(found) if found != *value && found.plies.is_none() && may_be_missing => {
                    assert_eq!(found.wdl, *wdl, "{what}: {position:?}");
                }
                Ok(found) => assert_eq!(found, *value, "{what}: {position:?}"),
                Err(error) => check(position, error),
            }
            match tables.probe_wdl(position) {
                Ok(found) => assert_eq!(found, *wdl, "{what}: {position:?}"),
                Err(error) => check(position, error),
            }
        }
        failed
    }
}

/// Tests a slice with more positions than 64 bits can count. Its table must be refused without an
/// overflow.
#[test]
fn a_slice_too_large_to_count_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let game = Draughts::new(Variant::named("canadian").unwrap());
    let slice = Slice::parse(&game, "KKKKMMMvKKKKMMM").unwrap();
    let name = file_name(slice, Metric::Wdl);
    let header = Header {
        file_bytes: HEADER_BYTES as u64,
        ..Header::new(game.identity(slice, Metric::Wdl), Cell::Wdl, CaptureCells::LeftOut)
    };
    std::fs::write(root.path().join(&name), header.to_bytes()).unwrap();
    let entry = ManifestEntry {
        slice: slice.name(),
        metric: Metric::Wdl.name(),
        bytes: HEADER_BYTES as u64,
        blake3: String::new(),
    };
    let mut manifest = game.manifest();
    manifest.tables.insert(name.clone(), entry);
    std::fs::write(root.path().join(MANIFEST_NAME), manifest.to_text()).unwrap();
    let tables = Tables::open(root.path()).unwrap();
    let fault = tables.faults().next().expect("it is refused").to_string();
    assert!(fault.contains(&name), "{fault}");
}

/// Tests a file of an older format version among good files, and a manifest of that version. The
/// error must say what to do.
#[test]
fn tables_of_another_version_have_to_be_made_again() {
    let root = tempfile::tempdir().unwrap();
    let original = Original::make(root.path());
    let (name, bytes) = &original.files[3];
    let mut older = bytes.clone();
    older[8] -= 1;
    let crc = crc32fast::hash(&older[..HEADER_BYTES - 4]);
    older[HEADER_BYTES - 4..HEADER_BYTES].copy_from_slice(&crc.to_le_bytes());
    original.write(name, &older);
    let version = u16::from_le_bytes([older[8], older[9]]);
    let check = |blamed: &str| {
        let opened = Tables::open(root.path()).and_then(Tables::whole);
        let said = opened.unwrap_err().to_string();
        assert!(said.contains(blamed) && said.contains(&format!("format version {version}")), "{said}");
        assert!(said.contains("make the tables again"), "{said}");
    };
    check(name);
    original.write(name, bytes);
    let mut manifest = original.manifest.clone();
    manifest.format_version = version;
    original.write(MANIFEST_NAME, manifest.to_text().as_bytes());
    check(MANIFEST_NAME);
}

#[test]
fn mutations_give_errors_or_the_same_answers() {
    mutate_in_parts(MUTATIONS);
}

#[test]
#[ignore = "16 CPU-seconds; scripts/check --full runs it"]
fn mutations_give_errors_or_the_same_answers_in_full() {
    mutate_in_parts(MUTATIONS_IN_FULL);
}

fn mutate_in_parts(mutations: u32) {
    std::thread::scope(|scope| {
        for part in 0..PARTS {
            scope.spawn(move || mutate(mutations / PARTS, &mut Random::new(0x0dd_ba11 + u64::from(part))));
        }
    });
}

fn mutate(mutations: u32, random: &mut Random) {
    let root = tempfile::tempdir().unwrap();
    let original = Original::make(root.path());
    let kinds = storage_kinds();
    let mut errors = 0;
    for number in 0..mutations {
        let storage = if number % 3 == 0 { kinds[kinds.len() - 1] } else { kinds[0] };
        let kind = random.below(10);
        let which = random.below(original.files.len());
        let (name, bytes) = &original.files[which];
        let failed = match kind {
            kind @ 0..DAMAGE_KINDS => {
                let mut mutated = bytes.clone();
                let what = format!("mutation {number} of {name}: {}", damage(&mut mutated, kind, random));
                original.write(name, &mutated);
                let failed = original.ask(&[name], storage, &what);
                assert!(failed || kind == 7 || mutated == *bytes, "{what}: unseen");
                failed
            }
            8 => {
                let (other, other_bytes) = &original.files[random.below(original.files.len())];
                original.write(name, other_bytes);
                original.write(other, bytes);
                let failed = original.ask(&[name, other], storage, &format!("{name} and {other} swapped"));
                assert_eq!(failed, name != other);
                original.write(other, other_bytes);
                failed
            }
            _ => {
                let mut text = original.manifest.to_text().into_bytes();
                let what = format!("mutation {number} of the manifest: {}", damage(&mut text, random.below(7), random));
                original.write(MANIFEST_NAME, &text);
                let mut names: Vec<&str> = original.files.iter().map(|(name, _)| name.as_str()).collect();
                names.push(MANIFEST_NAME);
                let failed = original.ask(&names, storage, &what);
                original.write(MANIFEST_NAME, original.manifest.to_text().as_bytes());
                failed
            }
        };
        original.write(name, bytes);
        errors += failed as u32;
    }
    assert!(!original.ask(&[], StorageKind::PREAD, "the directory as it was"));
    // Most mutations change a byte that matters.
    assert!(errors > mutations / 2, "{errors}");
}
