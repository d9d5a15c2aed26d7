//! Probes per second: random legal positions of international draughts, captures included, one thread, warm.
//!
//! The tables of 2 to 4 pieces are made in a temporary directory first, or taken from `PEATEE_TABLES`.

use std::path::PathBuf;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use peatee_generator::{Quiet, Settings, TableDirectory, generate};
use peatee_probe::index::SliceIndex;
use peatee_probe::{Metric, OpenOptions, Slice, StorageKind, Tables};
use peatee_rules::{Game, Position, Variant, with_kernel};

const VARIANT: &str = "international";
const POSITIONS: usize = 1 << 16;

struct Fixture {
    tables: Tables,
    cold: PathBuf,
    _directory: Option<tempfile::TempDir>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let game = Game::new(Variant::named(VARIANT).expect("a known variant"));
    let (root, temporary) = match std::env::var_os("PEATEE_TABLES") {
        Some(root) => (PathBuf::from(root), None),
        None => {
            let directory = tempfile::tempdir().expect("a temporary directory");
            (directory.path().to_owned(), Some(directory))
        }
    };
    let mut directory = TableDirectory::open(&root, &game).expect("a directory for tables");
    let settings = Settings { metrics: Metric::PLAIN.to_vec(), memory_bytes: 4 << 30 };
    generate(&mut directory, 4, &settings, &Quiet).expect("tables of four pieces");
    let path = directory.path().to_owned();
    let tables = Tables::open(&path, &OpenOptions::default()).expect("tables that open");
    Fixture { tables, cold: path, _directory: temporary }
});

/// Random legal positions with `pieces` pieces, slices in proportion to their sizes, either side to move.
fn positions(tables: &Tables, pieces: u8) -> Vec<Position> {
    let slices: Vec<Slice> = tables.slices().iter().map(|info| info.slice).collect();
    let slices: Vec<Slice> = slices.into_iter().filter(|slice| slice.material.pieces() == pieces).collect();
    let game = tables.game();
    with_kernel!(game, kernel => {
        let indices: Vec<_> = slices.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
        let total: u64 = indices.iter().map(SliceIndex::size).sum();
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        (0..POSITIONS)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mut number = (state >> 11) % total;
                let index = indices.iter().find(|index| {
                    let inside = number < index.size();
                    if !inside {
                        number -= index.size();
                    }
                    inside
                });
                let index = index.expect("the number is below the sum of the sizes");
                let (setup, side) = (index.unrank(number), index.slice().side);
                let turned = kernel.mirror.is_some() && (state >> 5) & 1 == 1;
                if turned {
                    Position { setup: kernel.mirrored(&setup).convert(), side: side.other() }
                } else {
                    Position { setup: setup.convert(), side }
                }
            })
            .collect()
    })
}

#[divan::bench(args = [2, 3, 4])]
fn wdl_warm(bencher: Bencher, pieces: u8) {
    let tables = &FIXTURE.tables;
    let positions = positions(tables, pieces);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| positions.iter().map(|position| tables.probe_wdl(position).expect("a table") as u64).sum::<u64>());
}

#[divan::bench(args = [2, 3, 4])]
fn dtw_warm(bencher: Bencher, pieces: u8) {
    let tables = &FIXTURE.tables;
    let positions = positions(tables, pieces);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let plies = |position| tables.probe(position).expect("a table").dtw_plies.unwrap_or(0) as u64;
        positions.iter().map(plies).sum::<u64>()
    });
}

/// Every probe decodes its block: no memory for decoded blocks, files in the cache of the system.
#[divan::bench(args = [StorageKind::Pread, StorageKind::Mmap], sample_count = 10)]
fn wdl_block_decode(bencher: Bencher, storage: StorageKind) {
    let options = OpenOptions { memory_bytes: 0, storage };
    let tables = Tables::open(&FIXTURE.cold, &options).expect("tables that open");
    let positions = &positions(&tables, 4)[..1 << 10];
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench(|| positions.iter().map(|position| tables.probe_wdl(position).expect("a table") as u64).sum::<u64>());
}

fn main() {
    LazyLock::force(&FIXTURE);
    divan::main();
}
