//! Encodes cells and reads them back, each alone and all together.

use proptest::prelude::*;

use super::*;
use crate::digest::ValuesDigest;
use crate::format::{CaptureCells, Cell, Counts, FileCoding, HEADER_BYTES, Header};
use crate::index::GroupOrder;
use crate::value::Metric;

/// Returns the bytes of a table with the runs of `chunks`. The symbols and code words are chosen to
/// suit the runs of the first `trained` chunks.
fn table(chunks: &[Vec<Run>], trained: usize, effort: Effort) -> Vec<u8> {
    let positions = chunks.iter().flatten().map(|run| run.positions as u64).sum();
    let header = Header {
        metric: Metric::Wdl,
        cell: Cell::Wdl,
        captures: CaptureCells::LeftOut,
        variant: "russian".into(),
        rules_digest: [7; 32],
        slice: "KKvK".into(),
        positions,
        block_positions: 1 << 15,
        counts: Counts { wins: positions, ..Counts::default() },
        values_digest: ValuesDigest::default(),
        file_bytes: 0,
        group_order: GroupOrder::TABLE_ORDER,
        coding: FileCoding::BLOCKS,
    };
    let sample: Vec<&[Run]> = chunks.iter().map(|runs| &runs[..]).collect();
    let coder = PageCoder::train(&sample[..trained], trained == 1 && chunks.len() == 1, effort);
    let mut builder = PageTableBuilder::new(header, &coder).unwrap();
    chunks.iter().for_each(|runs| builder.push(&coder.encode(runs)));
    builder.finish()
}

fn read(file: &[u8]) -> (Header, PageMap) {
    let header = Header::from_bytes(file.first_chunk().unwrap()).unwrap();
    assert_eq!(header.file_bytes, file.len() as u64);
    let FileCoding::Pages(parameters) = header.coding else { panic!("{:?}", header.coding) };
    let directory = &file[HEADER_BYTES..][..parameters.directory_bytes() as usize];
    let map = PageMap::new(&header, &parameters, directory).unwrap();
    (header, map)
}

fn page<'a>(map: &PageMap, file: &'a [u8], page: usize) -> &'a [u8] {
    let (at, bytes) = map.place_of(page);
    &file[at as usize..][..bytes]
}

/// Checks that reading the cells of these positions one at a time and all together gives equal
/// results.
fn check_together(map: &PageMap, file: &[u8], positions: &[u64]) {
    let found: Vec<_> = positions
        .iter()
        .map(|&position| {
            let number = map.page_of(position);
            let bytes = page(map, file, number);
            (map.find(number, bytes, position), map.cell(number, bytes, position))
        })
        .collect();
    // Cells of short pages are only read one at a time.
    let places: Option<Vec<CellPlace<'_>>> = found.iter().map(|(place, _)| place.map(Result::unwrap)).collect();
    let Some(places) = places else { return };
    let mut together = vec![None; places.len()];
    map.cells(&places, |item, cell| assert_eq!(together[item].replace(cell), None, "a place is answered once"));
    for ((position, (_, alone)), together) in positions.iter().zip(&found).zip(together) {
        // The reason for refusing a block that cannot be decoded may differ.
        assert_eq!(together.map(Result::ok), Some(alone.ok()), "position {position}");
    }
}

/// Reads every `every`-th cell of each run, and the last cell of each run, and compares them with
/// the runs. Also reads some of the cells with the functions that decode many cells together.
fn check(chunks: &[Vec<Run>], file: &[u8], every: u64) {
    let (header, map) = read(file);
    (0..map.pages()).for_each(|number| map.check(number, page(&map, file, number)).unwrap());
    let mut position = 0u64;
    let mut read_alone = Vec::new();
    for run in chunks.iter().flatten() {
        let last = position + run.positions as u64 - 1;
        for place in (position..=last).step_by(every as usize).chain([last]) {
            let number = map.page_of(place);
            assert_eq!(map.cell(number, page(&map, file, number), place), Ok(run.value), "position {place}");
            if read_alone.len() < 1000 {
                read_alone.push(place);
            }
        }
        position = last + 1;
    }
    assert_eq!(position, header.positions);
    for count in [0, 5, 1000] {
        check_together(&map, file, &read_alone[..read_alone.len().min(count)]);
    }
    let first = header.positions / 3 / 4 * 4;
    let count = (header.positions - first).min(5000);
    let mut cells = vec![0; count.div_ceil(4) as usize];
    for number in map.page_of(first)..=map.page_of(first + count - 1) {
        map.expand(number, page(&map, file, number), first, &mut cells).unwrap();
    }
    for place in 0..count {
        let number = map.page_of(first + place);
        let cell = map.cell(number, page(&map, file, number), first + place).unwrap();
        assert_eq!(Cell::Wdl.read(&cells, place as usize), cell as u32, "position {}", first + place);
    }
}

fn runs() -> impl Strategy<Value = Vec<Run>> {
    let lengths = prop_oneof![6 => 1u32..6, 3 => 1u32..90, 1 => 1u32..70_000];
    prop::collection::vec((0u8..3, lengths), 1..600)
        .prop_map(|runs| runs.into_iter().map(|(value, positions)| Run { value, positions }).collect())
}

fn page_kinds() -> impl Strategy<Value = PageKind> {
    let two_ended = (7u32..=10, prop_oneof![Just(0), Just(u64::MAX)])
        .prop_map(|(word_bits, two_pairs_below)| PageKind::TwoEnded { word_bits, two_pairs_below });
    prop_oneof![1 => Just(PageKind::Long), 1 => Just(PageKind::Short), 2 => two_ended]
}

prop_compose! {
    fn efforts()(
        phrases in prop_oneof![Just(0usize), Just(40)],
        clusters in 1usize..6,
        is_by_class: bool,
        pages in page_kinds(),
    ) -> Effort {
        Effort { phrases, clusters, is_by_class: is_by_class && !matches!(pages, PageKind::TwoEnded { .. }), pages }
    }
}

prop_compose! {
    fn chunks()(chunks in prop::collection::vec(runs(), 1..4), repeats in 1usize..30) -> Vec<Vec<Run>> {
        chunks.into_iter().map(|runs| runs.repeat(repeats)).collect()
    }
}

fn assert_reads_back(chunks: &[Vec<Run>], trained: usize, effort: Effort) {
    let trained = trained.min(chunks.len());
    let file = table(chunks, trained, effort);
    check(chunks, &file, 37);
    assert!(file == table(chunks, trained, effort));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn cells_read_back(chunks in chunks(), trained in 1usize..4, effort in efforts()) {
        assert_reads_back(&chunks, trained, effort);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    #[ignore = "20 CPU-seconds; scripts/check --full runs it"]
    fn cells_read_back_in_full(chunks in chunks(), trained in 1usize..4, effort in efforts()) {
        assert_reads_back(&chunks, trained, effort);
    }
}

/// Checks a code with nearly the maximal number of symbols for runs. It has no space for all
/// requested phrases, which are symbols for two other symbols.
#[test]
fn a_code_that_is_full_reads_back() {
    let run = |number: u32| Run { value: (number % 3) as u8, positions: 1 + number % 600 };
    let runs: Vec<Run> = (0..600).map(run).collect::<Vec<_>>().repeat(40);
    let chunks = [runs];
    for pages in [PageKind::Long, PageKind::Short] {
        let file = table(&chunks, 1, Effort { phrases: 2000, pages, ..Effort::FEW_CLASSES });
        check(&chunks, &file, 37);
    }
}

const EFFORTS: [Effort; 7] = [
    Effort::FULL,
    Effort::DENSE,
    Effort::FEW_CLASSES,
    Effort::LEAST,
    Effort::TWO_ENDED,
    Effort::TWO_ENDED_DENSE,
    Effort { pages: PageKind::TwoEnded { word_bits: 9, two_pairs_below: u64::MAX }, ..Effort::TWO_ENDED },
];

#[test]
fn long_runs_read_back() {
    let run = |value, positions| Run { value, positions };
    for chunks in [
        vec![vec![run(1, 1)]],
        vec![vec![run(0, 3_000_000_000)]],
        vec![vec![run(1, 2_000_000_000), run(2, 1), run(1, 2_000_000_000), run(0, 40_000)]],
        vec![vec![run(2, 32_768), run(1, 32_769), run(0, 32_767), run(2, 1)]; 3],
    ] {
        for effort in EFFORTS {
            let file = table(&chunks, 1, effort);
            check(&chunks, &file, 777_777);
        }
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let chunks =
        vec![(1..900u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 91 + 1 }).collect::<Vec<Run>>()];
    for effort in [Effort::FULL, Effort::FEW_CLASSES, Effort::TWO_ENDED] {
        let good = table(&chunks, 1, effort);
        let FileCoding::Pages(parameters) = read(&good).0.coding else { panic!() };
        let directory_end = HEADER_BYTES + parameters.directory_bytes() as usize;
        for place in HEADER_BYTES..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x10;
            let header = Header::from_bytes(bad.first_chunk().unwrap()).unwrap();
            let directory = &bad[HEADER_BYTES..directory_end];
            let Ok(map) = PageMap::new(&header, &parameters, directory) else { continue };
            let is_noticed = (0..map.pages()).any(|number| map.check(number, page(&map, &bad, number)).is_err());
            assert!(is_noticed, "byte {place}");
        }
    }
}

/// Checks that reading short and two-ended blocks with arbitrary content gives a value or an error,
/// and never panics.
#[test]
fn damaged_blocks_can_be_asked_for() {
    let chunks: Vec<Vec<Run>> =
        vec![(1..9000u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 191 + 1 }).collect()];
    for effort in EFFORTS.into_iter().filter(|effort| effort.pages != PageKind::Long) {
        let mut file = table(&chunks, 1, effort);
        let (header, map) = read(&file);
        let mut random = fastrand::Rng::with_seed(1);
        let pages_at = map.place_of(0).0 as usize;
        let mut refused = 0;
        for round in 0..100 {
            for _ in 0..20 * round {
                let at = random.usize(pages_at..file.len());
                file[at] = random.u8(..);
            }
            let mut cells = vec![0; header.positions.div_ceil(4) as usize];
            for number in 0..map.pages() {
                refused += map.expand(number, page(&map, &file, number), 0, &mut cells).is_err() as u32;
            }
            for _ in 0..300 {
                let position = random.u64(..header.positions);
                let number = map.page_of(position);
                refused += map.cell(number, page(&map, &file, number), position).is_err() as u32;
            }
        }
        assert!(refused > 1000, "{effort:?}: {refused}");
    }
}

/// Checks damaged two-ended blocks. If a page with changed bits can be decoded as a whole, decoding
/// one cell at a time must give the same cells.
#[test]
fn damaged_two_ended_blocks_give_the_same_together_as_alone() {
    let chunks: Vec<Vec<Run>> =
        vec![(1..9000u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 191 + 1 }).collect()];
    let mut random = fastrand::Rng::with_seed(1);
    for effort in EFFORTS.into_iter().filter(|effort| matches!(effort.pages, PageKind::TwoEnded { .. })) {
        let good = table(&chunks, 1, effort);
        let map = read(&good).1;
        let (first, bytes) = (map.place_of(0).0 as usize, map.place_of(0).1);
        let (mut whole, mut refused) = (0, 0);
        for _ in 0..400 {
            let mut file = good.clone();
            file[first + random.usize(256..bytes)] ^= 1 << random.u32(..8);
            let page = page(&map, &file, 0);
            let mut cells = vec![0; 2000];
            match map.expand(0, page, 0, &mut cells) {
                Ok(()) => {
                    whole += 1;
                    for position in 0..8000 {
                        if map.page_of(position) == 0 {
                            let cell = map.cell(0, page, position).unwrap();
                            assert_eq!(Cell::Wdl.read(&cells, position as usize), cell as u32, "{position}");
                        }
                    }
                }
                Err(_) => refused += 1,
            }
        }
        assert!(whole > 0, "{effort:?}: {refused} refused");
    }
}

/// Checks runs of very different lengths. For such runs, some pages are closed before they are
/// full.
#[test]
fn short_pages_that_are_not_full_read_back() {
    let dense = (1..60_000u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 7 + 1 });
    let sparse = (1..2000u32).map(|i| Run { value: (i % 3) as u8, positions: i * 7919 % 30_000 + 2000 });
    let chunks = [dense.collect::<Vec<_>>(), sparse.collect()];
    let file = table(&chunks, 1, Effort::FEW_CLASSES);
    let (_, map) = read(&file);
    let is_full = |number: usize| page(&map, &file, number).last_chunk::<16>().is_some_and(|block| *block != [0; 16]);
    assert!(!(0..map.pages() - 1).all(is_full));
    check(&chunks, &file, 37);
}

#[test]
fn damaged_blocks_give_the_same_together_as_alone() {
    let chunks: Vec<Vec<Run>> =
        vec![(1..9000u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 191 + 1 }).collect()];
    let mut file = table(&chunks, 1, Effort::FULL);
    let (header, map) = read(&file);
    let mut random = fastrand::Rng::with_seed(1);
    let blocks_at = map.place_of(0).0 as usize + 132;
    for round in 0..100 {
        for _ in 0..20 * round {
            let at = random.usize(blocks_at..file.len());
            // The counts at the heads of the pages stay unchanged.
            let in_page = (at - map.place_of(0).0 as usize) % PageShape::Long(CountWidth::Narrow).page_bytes();
            file[at] = if in_page < 132 { file[at] } else { random.u8(..) };
        }
        let positions: Vec<u64> = (0..random.usize(1..300)).map(|_| random.u64(..header.positions)).collect();
        check_together(&map, &file, &positions);
    }
}

/// Checks that the example of `FORMAT.md` decodes to the stated cells.
#[test]
fn the_example_of_the_specification_is_true() {
    let code = [1, 3, 0, 1, 0, 0, 1, 0x0a, 3, 1, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0x32, 0x13];
    let code = code::Code::from_bytes(&code, false).unwrap();
    assert_eq!(code.forward.words().unwrap(), [[0b10, 0b110, 0b111, 0b0]]);
    let mut block = [0; 64];
    block[..2].copy_from_slice(&[0x07, 0x80]);
    let decoder = decoder::Decoder::new(&code).unwrap();
    let mut runs = Vec::new();
    decoder.runs(&block, 10, &mut |value, positions| runs.push((value, positions))).unwrap();
    assert_eq!(runs, [(0, 3), (1, 1), (2, 6)]);
    assert_eq!(
        (0..10).map(|place| decoder.cell(&block, place).unwrap()).collect::<Vec<u8>>(),
        [0, 0, 0, 1, 2, 2, 2, 2, 2, 2]
    );
}

#[test]
fn codes_read_back_and_codes_that_cannot_be_are_refused() {
    let runs: Vec<Run> =
        (1..5000u32).map(|i| Run { value: (i % 3) as u8, positions: i * i % 900 % (1 + i % 50) + 1 }).collect();
    for (effort, is_two_ended) in [(Effort::FULL, false), (Effort::TWO_ENDED_DENSE, true)] {
        let coder = PageCoder::train(&[&runs], false, effort);
        let good = coder.code_bytes();
        let code = code::Code::from_bytes(&good, is_two_ended).unwrap();
        assert_eq!((code.to_bytes(), code.backward.is_some()), (good.clone(), is_two_ended));
        assert!(code.meanings.iter().any(|meaning| matches!(meaning, code::Meaning::Phrase { .. })));
        // A changed byte makes the code invalid or gives another valid code, and nothing panics.
        for place in 0..good.len() {
            for flip in [0x01, 0x10, 0xff] {
                let mut bad = good.clone();
                bad[place] ^= flip;
                code::Code::from_bytes(&bad, is_two_ended).into_iter().for_each(|code| decode_any_block(&code));
            }
            assert!(code::Code::from_bytes(&good[..place], is_two_ended).is_err());
        }
    }
}

/// Checks that decoding a block of arbitrary content never panics.
fn decode_any_block(code: &code::Code) {
    let block = std::array::from_fn(|i| (i * i * 37 + 11) as u8);
    if code.backward.is_some() {
        for pairs in [StreamPairs::One, StreamPairs::Two] {
            let decoder = two_ended_decoder::TwoEndedDecoder::new(code, CountWidth::Narrow, pairs);
            let Ok(decoder) = decoder else { return };
            let _ = decoder.runs(&block, 60_000, &mut |_, _| ());
            for place in (0..60_000).step_by(997) {
                let _ = decoder.cell(&block, 60_000, place);
            }
        }
        return;
    }
    let Ok(decoder) = decoder::Decoder::new(code) else { return };
    let _ = decoder.runs(&block, 60_000, &mut |_, _| ());
    for place in (0..60_000).step_by(997) {
        let _ = decoder.cell(&block, place);
    }
}
