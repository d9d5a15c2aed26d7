//! Compares both decoders on the same frames.

use std::path::Path;

use proptest::prelude::*;
use zstd::bulk::Compressor;

use super::{library, pure};
use crate::format::{BLOCK_ENTRY_BYTES, BlockEntry, HEADER_BYTES, Header};

/// Returns the zstd blocks of a table file, each with the length of its cells.
fn frames_of(file: &[u8]) -> Vec<(&[u8], usize)> {
    let header = Header::from_bytes(file.first_chunk().unwrap()).unwrap();
    let mut offset = header.data_offset() as usize;
    let (list, _) = file[HEADER_BYTES..offset].as_chunks::<BLOCK_ENTRY_BYTES>();
    let mut frames = Vec::new();
    for (number, &entry) in list.iter().enumerate() {
        let stored = &file[offset..][..BlockEntry::from_bytes(entry).stored_bytes as usize];
        offset += stored.len();
        if stored[0] == crate::format::block::CODING_ZSTD {
            frames.push((&stored[1..], header.block_bytes(number as u64)));
        }
    }
    frames
}

#[test]
fn released_tables_decode_alike() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/v4/english");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension != "json") {
            let file = std::fs::read(&path).unwrap();
            for (frame, cells_bytes) in frames_of(&file) {
                let cells = pure::decode(frame, cells_bytes).unwrap();
                assert_eq!(library::decode(frame, cells_bytes).unwrap(), cells, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} zstd blocks");
}

/// Generates bytes of cells in parts of three sorts: runs, random bytes, and random bytes below 12.
fn cells() -> impl Strategy<Value = Vec<u8>> {
    let run = (any::<u8>(), 1usize..3000).prop_map(|(value, length)| vec![value; length]);
    let noise = prop::collection::vec(any::<u8>(), 1..600);
    let few = prop::collection::vec(0u8..12, 1..2000);
    prop::collection::vec(prop_oneof![run, noise, few], 1..40).prop_map(|parts| parts.concat())
}

fn compressed(cells: &[u8], level: i32, with_length: bool, with_checksum: bool) -> Vec<u8> {
    let mut encoder = Compressor::new(level).unwrap();
    encoder.include_contentsize(with_length).unwrap();
    encoder.include_checksum(with_checksum).unwrap();
    encoder.compress(cells).unwrap()
}

proptest! {
    #[test]
    fn all_frames_decode_alike(
        cells in cells(), level in 1i32..23, with_length: bool, with_checksum: bool
    ) {
        let frame = compressed(&cells, level, with_length, with_checksum);
        prop_assert_eq!(&*library::decode(&frame, cells.len()).unwrap(), &cells[..]);
        prop_assert_eq!(&*pure::decode(&frame, cells.len()).unwrap(), &cells[..]);
        for length in [cells.len() - 1, cells.len() + 1, 0] {
            prop_assert!(library::decode(&frame, length).is_err());
            prop_assert!(pure::decode(&frame, length).is_err());
        }
        for other in [&frame[..frame.len() - 1], &[&frame[..], b"\0"].concat(), &[&frame[..], &frame].concat()] {
            prop_assert!(library::decode(other, cells.len()).is_err());
            prop_assert!(pure::decode(other, cells.len()).is_err());
        }
    }

    #[test]
    fn damaged_frames_give_an_error_or_cells(
        cells in cells(), level in 1i32..10, place: prop::sample::Index, byte: u8
    ) {
        let mut frame = compressed(&cells, level, false, false);
        let place = place.index(frame.len());
        frame[place] = byte;
        let decoded = [library::decode(&frame, cells.len()), pure::decode(&frame, cells.len())];
        if let [Ok(by_library), Ok(by_pure)] = &decoded {
            prop_assert_eq!(by_library, by_pure);
        }
    }
}

#[test]
fn a_large_window_takes_no_memory() {
    // No frame of this length needs a window of 2 TiB, and a decoder that allocated it would fail.
    let cells: Vec<u8> = (0..5000u32).map(|i| (i / 300) as u8).collect();
    let mut frame = compressed(&cells, 8, false, false);
    frame[5] = 31 << 3;
    assert_eq!(&*pure::decode(&frame, cells.len()).unwrap(), cells);
}

#[test]
fn a_frame_that_grows_without_end_is_given_up() {
    let mut frame = super::frame::MAGIC.to_vec();
    // This frame header has no content length and the smallest window.
    frame.extend([0, 0]);
    for _ in 0..1000 {
        // This block repeats one byte 1024 times and is not the last block.
        frame.extend([1 << 1, (1024u32 >> 5) as u8, 0, 7]);
    }
    assert!(pure::decode(&frame, 4096).is_err());
    assert!(library::decode(&frame, 4096).is_err());
}
