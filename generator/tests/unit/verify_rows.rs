//! Compares the check by rows with the check of single positions. Both must find the same wrong
//! values.

use fastrand::Rng;
use peatee_probe::Tables;
use peatee_rules::{Bitboard, Draughts, Kernel, VARIANTS, Variant, with_kernel};
use peatee_table::{Metric, Slice, slices};

use peatee_generator::verify::draughts::positions::check_positions;
use peatee_generator::verify::draughts::rows::Rows;
use peatee_generator::verify::draughts::stored::StoredTables;
use peatee_generator::{NoProgress, Settings, TableDirectory, Watched, generate};

/// Number of wrong values that are written into a slice. As many are written into its opposite.
const DAMAGED: usize = 5;

/// Makes tables, and compares the check by rows with the check of single positions in one of every
/// `every` slices.
fn check(id: &str, pieces: u8, metric: Metric, every: usize) {
    let game = Draughts::new(Variant::named(id).expect("the test names a variant"));
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let directory = TableDirectory::open(root.path(), &game).expect("a new directory");
    let settings = Settings::new(Metric::DEFAULT.to_vec(), 1 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
    let tables = Tables::open(directory.path()).expect("tables just made open");
    with_kernel!(game, kernel => check_tables(kernel, &tables, pieces, metric, every));
}

fn check_tables<W: Bitboard>(kernel: &Kernel<W>, tables: &Tables, pieces: u8, metric: Metric, every: usize) {
    let watched = Watched::start(&NoProgress, 0);
    let mut random = Rng::with_seed(17);
    let mut found = 0;
    for slice in slices(tables.game(), pieces).into_iter().rev().step_by(every) {
        let pair = [slice, slice.opposite(tables.game())];
        let mut stored = StoredTables::new(kernel, tables, metric);
        stored.load_for(slice, true, |_| false, &watched).expect("its tables are there");
        assert_same(&stored, pair, None, &watched);
        let mut damaged = Vec::new();
        for (of, is_own) in [(pair[0], true), (pair[1], false)] {
            let size = stored.loaded(of).index().size();
            for number in (0..DAMAGED).map(|_| random.u64(0..size)) {
                let change = |cell: u32| if metric == Metric::Wdl { (cell + 1) % 3 } else { (cell + 1) % 250 };
                stored.damage(of, number, change);
                if is_own && !stored.loaded(of).is_capture(number) && !damaged.contains(&number) {
                    damaged.push(number);
                }
            }
        }
        found += assert_same(&stored, pair, Some(&damaged), &watched);
    }
    assert!(found > 0, "some of the damage was found");
}

/// Asserts that the check by rows and the check of single positions find the same wrong values, and
/// returns their number. `damaged` has the changed positions without captures, or is `None` for
/// correct tables.
fn assert_same<W: Bitboard>(
    stored: &StoredTables<W>,
    pair: [Slice; 2],
    damaged: Option<&[u64]>,
    watched: &Watched,
) -> usize {
    let slice = pair[0];
    let by_rows = Rows::default().wrong(stored, pair, watched).expect("nobody stops it");
    let found = check_positions(stored, slice, 0, stored.loaded(slice).index().size());
    // Captures are tested elsewhere.
    let one_by_one: Vec<_> =
        found.wrong.into_iter().filter(|wrong| !stored.loaded(slice).is_capture(wrong.number)).collect();
    assert_eq!(by_rows, one_by_one, "{slice}");
    match damaged {
        None => assert!(by_rows.is_empty(), "{slice}: {} sound values are called wrong", by_rows.len()),
        Some([]) => {}
        Some(_) => assert!(!by_rows.is_empty(), "{slice}: nothing is found"),
    }
    by_rows.len()
}

#[test]
fn rows_find_what_single_positions_do_in_every_game() {
    for variant in VARIANTS {
        check(variant.id, 2, Metric::Dtw, 1);
    }
}

#[test]
fn rows_find_what_single_positions_do_with_three_pieces() {
    // The games have kings that step or slide, lines of men, a reversed goal, no colour symmetry,
    // or a third kind of piece.
    for id in ["english", "brazilian", "giveaway", "oneway", "parachute", "italian"] {
        check(id, 3, Metric::Dtw, 1);
    }
    check("dameo", 3, Metric::Dtw, 3);
    check("english", 3, Metric::Wdl, 1);
}

#[test]
fn rows_find_what_single_positions_do_with_four_pieces() {
    check("english", 4, Metric::Dtw, 6);
}
