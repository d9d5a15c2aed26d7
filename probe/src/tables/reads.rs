//! Tests how many bytes are read from files, with a storage that records its reads.

use std::fs::File;
use std::path::Path;

use peatee_rules::{Draughts, Position, Variant, with_kernel};
use peatee_table::format::pages::{Effort, PageCoder, PageParameters, PageTableBuilder, Run};
use peatee_table::format::{CaptureCells, Cell, Counts, FileCoding, HEADER_BYTES, Header, file_name};
use peatee_table::index::SliceIndex;
use peatee_table::{MANIFEST_NAME, ManifestEntry, Metric, Slice};

use crate::Tables;
use crate::options::OpenOptions;
use crate::storage::{StorageKind, counted};
use crate::tabled::Tabled as _;

fn header(game: &Draughts, slice: Slice) -> Header {
    let positions = with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size());
    Header {
        positions,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.identity(slice, Metric::Wdl), Cell::Wdl, CaptureCells::LeftOut)
    }
}

/// Writes a directory of tables. Each table has a slice, the first bytes of its file, and the
/// length of the file.
fn write_directory(directory: &Path, game: &Draughts, tables: &[(Slice, Vec<u8>, u64)]) {
    let mut manifest = game.manifest();
    for (slice, bytes, length) in tables {
        let name = file_name(*slice, Metric::Wdl);
        std::fs::write(directory.join(&name), bytes).unwrap();
        // The rest of the file is a hole.
        File::options().write(true).open(directory.join(&name)).unwrap().set_len(*length).unwrap();
        let entry =
            ManifestEntry { slice: slice.name(), metric: Metric::Wdl.name(), bytes: *length, blake3: "0".repeat(64) };
        manifest.tables.insert(name, entry);
    }
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).unwrap();
}

#[test]
fn opening_a_set_reads_the_headers_of_its_tables_alone() {
    let game = Draughts::new(Variant::named("international").unwrap());
    let tables: Vec<(Slice, Vec<u8>, u64)> = peatee_table::slices(&game, 6)
        .into_iter()
        .map(|slice| {
            let mut header = header(&game, slice);
            let pages = header.positions.div_ceil(300_000) as u32;
            let parameters =
                PageParameters { code_bytes: 900, code_expanded_bytes: 3000, pages, ..PageParameters::default() };
            header.file_bytes = parameters.pages_at() + pages as u64 * 4096;
            header.coding = FileCoding::Pages(parameters);
            (slice, header.to_bytes().to_vec(), header.file_bytes)
        })
        .collect();
    assert_eq!(tables.len(), 155);
    let directory = tempfile::tempdir().unwrap();
    write_directory(directory.path(), &game, &tables);
    let options = OpenOptions::new().storage(StorageKind::COUNTED);
    let started = std::time::Instant::now();
    let (opened, reads) = counted(|| options.open(directory.path()).unwrap());
    println!("{} tables opened in {:?}", tables.len(), started.elapsed());
    assert_eq!(opened.faults().count(), 0);
    assert_eq!(reads, vec![HEADER_BYTES; tables.len()]);
}

/// Writes and opens a directory with one WDL table of English draughts. The table has many pages
/// and arbitrary values.
fn tables_of_pages(directory: &Path, slice: &str) -> Tables {
    let game = Draughts::new(Variant::named("english").unwrap());
    let slice = Slice::parse(&game, slice).unwrap();
    let header = header(&game, slice);
    let mut random = fastrand::Rng::with_seed(19);
    let (mut runs, mut left) = (Vec::new(), header.positions as u32);
    while left > 0 {
        let positions = random.u32(1..5).min(left);
        left -= positions;
        let value = runs.last().map_or(0, |run: &Run| (run.value + random.u8(1..3)) % 3);
        runs.push(Run { value, positions });
    }
    let coder = PageCoder::train(&[&runs], true, Effort::FULL);
    let mut builder = PageTableBuilder::new(header, &coder).unwrap();
    builder.push(&coder.encode(&runs));
    let bytes = builder.finish();
    let length = bytes.len() as u64;
    write_directory(directory, &game, &[(slice, bytes, length)]);
    OpenOptions::new().memory_bytes(1 << 20).storage(StorageKind::COUNTED).open(directory).unwrap()
}

#[test]
fn a_probe_without_a_capture_reads_one_page_after_the_first_of_its_slice() {
    let directory = tempfile::tempdir().unwrap();
    let tables = tables_of_pages(directory.path(), "KKvKK");
    let game = tables.game();
    let slice = Slice::parse(game, "KKvKK").unwrap();
    let FileCoding::Pages(parameters) = tables.table(slice, Metric::Wdl).unwrap().header().coding else { panic!() };
    assert!(parameters.pages > 5, "{parameters:?}");
    let positions: Vec<Position> = with_kernel!(game, kernel => {
        let index = SliceIndex::new(kernel, slice);
        let position = |number| Position { setup: index.unrank(number).convert(), side: slice.side };
        // Positions with a capture would need other tables.
        (0..index.size()).step_by(53).map(position).filter(|position| !game.must_capture(position)).collect()
    });
    let mut pages = 0;
    for (number, position) in positions.iter().enumerate() {
        let (_, reads) = counted(|| tables.probe_wdl(position).unwrap());
        let of_pages = if number == 0 {
            assert_eq!(reads[0] as u64, parameters.directory_bytes());
            assert!(reads[0] <= 128 << 10);
            &reads[1..]
        } else {
            &reads[..]
        };
        // No page is read if the page is in the cache or the cell was expanded before.
        assert!(of_pages.len() <= 1 && of_pages.iter().all(|&bytes| bytes <= 4096), "{number} {reads:?}");
        pages += of_pages.len();
    }
    assert_eq!(pages, parameters.pages as usize);
}
