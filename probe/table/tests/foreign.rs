//! Checks that readers of bytes and texts accept or refuse arbitrary input, and never panic.

#[path = "../../rules/tests/common/random.rs"]
mod random;

use std::path::Path;

use peatee_rules::{Draughts, Position, Side, VARIANTS};
use peatee_table::format::pages::BlockStarts;
use peatee_table::format::{BlockEntry, Cell, HEADER_BYTES, Header, decode_block};
use peatee_table::index::GroupOrder;
use peatee_table::requirement::{Requirement, Way, list_from_bytes, list_to_bytes};
use peatee_table::{MANIFEST_NAME, Manifest, Metric, Slice};
use random::Random;

const ENGLISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/v4/english");

fn bytes(random: &mut Random, most: usize) -> Vec<u8> {
    (0..random.below(most)).map(|_| random.u8(..)).collect()
}

/// Returns a copy of `good` with some bytes changed, added or cut off.
fn damaged(random: &mut Random, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..1 + random.below(4) {
        match random.below(4) {
            0 if !bytes.is_empty() => bytes.truncate(random.below(bytes.len())),
            1 => bytes.push(random.u8(..)),
            _ if !bytes.is_empty() => {
                let place = random.below(bytes.len());
                bytes[place] = [0, 1, 0x7f, 0x80, 0xff, random.u8(..)][random.below(6)];
            }
            _ => {}
        }
    }
    bytes
}

#[test]
fn bytes_of_files_are_read_or_refused() {
    let mut random = Random::new(441);
    let file = std::fs::read(Path::new(ENGLISH).join("KKvK.wdl")).expect("a table");
    let good: [u8; HEADER_BYTES] = file[..HEADER_BYTES].try_into().expect("a header");
    let header = Header::from_bytes(&good).expect("a good header");
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = damaged(&mut random, &good);
        bytes.resize(HEADER_BYTES, 0);
        match Header::from_bytes(&bytes.try_into().expect("as many bytes")) {
            Ok(found) => {
                assert_eq!(found, header, "only what a checksum does not cover may differ");
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 10_000, "{read} read, {refused} refused");
    for _ in 0..5_000 {
        let stored = bytes(&mut random, 300);
        for cell in [Cell::Wdl, Cell::Short, Cell::Long, Cell::Requirement] {
            let wanted = random.below(5000);
            if let Ok(cells) = decode_block(cell, &stored, wanted) {
                assert_eq!(cells.len(), wanted);
            }
        }
        let order = GroupOrder::from_bytes(std::array::from_fn(|_| random.u8(..9)));
        assert!(order.is_none_or(|order| GroupOrder::from_bytes(order.to_bytes()) == Some(order)));
        let _ = BlockEntry::from_bytes(std::array::from_fn(|_| random.u8(..)));
    }
    for low_bits in 0..200 {
        assert!(BlockStarts::new(low_bits).is_none() || low_bits < 64, "{low_bits}");
    }
}

#[test]
fn lists_of_requirements_are_read_or_refused() {
    let mut random = Random::new(442);
    let list: Vec<Requirement> =
        (1..40u32).map(|plies| Requirement::new(vec![Way::default(); (plies % 3) as usize])).collect();
    let good = list_to_bytes(&list);
    for _ in 0..20_000 {
        if let Ok(found) = list_from_bytes(&damaged(&mut random, &good)) {
            assert_eq!(list_from_bytes(&list_to_bytes(&found)).expect("what was written is read"), found);
        }
        let _ = list_from_bytes(&bytes(&mut random, 60));
    }
}

#[test]
fn names_are_read_or_refused_and_read_back() {
    let mut random = Random::new(443);
    let folder = tempfile::tempdir().expect("there is room");
    let letters =
        ["K", "M", "v", "-b", "wdl", "dtr-", "WCDF", "+", "FIDE-50", "\u{e9}", "Q", "0", " ", "restarts", "P"];
    let games: Vec<Draughts> = VARIANTS.iter().map(|variant| Draughts::new(variant)).collect();
    let good = std::fs::read(Path::new(ENGLISH).join(MANIFEST_NAME)).expect("a manifest");
    let (mut slices, mut metrics) = (0, 0);
    for _ in 0..20_000 {
        let known = [4, letters.len()][random.below(2)];
        let text: String = (0..random.below(9)).map(|_| letters[random.below(known)]).collect();
        let game = &games[random.below(games.len())];
        if let Ok(slice) = Slice::parse(game, &text) {
            assert_eq!(slice.name(), text);
            slices += 1;
        }
        if let Some(metric) = Metric::named(&text) {
            assert_eq!(Metric::named(&metric.to_string()), Some(metric));
            metrics += 1;
        }
    }
    assert!(slices > 20 && metrics > 20, "{slices} slices, {metrics} metrics");
    for _ in 0..2_000 {
        std::fs::write(folder.path().join(MANIFEST_NAME), damaged(&mut random, &good)).expect("there is room");
        let _ = Manifest::read(folder.path());
    }
}

/// Checks that a position with arbitrary bits has a slice, because error messages name the slice
/// even of a position that was not checked.
#[test]
fn positions_of_any_bits_have_a_slice() {
    let mut random = Random::new(444);
    let games: Vec<Draughts> = VARIANTS.iter().map(|variant| Draughts::new(variant)).collect();
    for _ in 0..2_000 {
        let mut position = Position::empty(Side::BOTH[random.below(2)]);
        for set in position.setup.pieces.as_flattened_mut() {
            *set = [0, 1 << random.below(128), random.u128(..), u128::MAX][random.below(4)];
        }
        let slice = Slice::of(&games[random.below(games.len())], &position);
        let _ = (slice.name(), slice.number(), slice.material.pieces());
    }
}
