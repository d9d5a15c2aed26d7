use peatee_generator::plan;
use peatee_generator::solver::draughts::checkpoint::NoCheckpoint;
use peatee_generator::solver::draughts::job::{SliceJob, Solution, ValueKinds};
use peatee_generator::solver::draughts::lookup::{Lookup, SliceArray};
use peatee_generator::solver::draughts::{Resources, SolverWord};
use peatee_generator::solver::values::{Values, WdlArray};
use peatee_rules::{Draughts, Kernel, Kind, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};
use std::collections::HashMap;
use std::sync::Arc;

/// Solves all slices of kings alone twice, with distances and with WDL only, and compares the
/// results. Returns the number of compared positions.
fn compare<W: SolverWord>(game: &Draughts, kernel: &Kernel<W>, pieces: u8) -> usize {
    let solver = W::bitboard_solver(kernel).expect("a game of the bitboard solver");
    let is_king = |slice: &Slice| slice.material.counts.iter().map(|of| of[Kind::King as usize]).sum::<u8>();
    let mut arrays: HashMap<Slice, Arc<SliceArray<W, Values>>> = HashMap::new();
    let mut compared = 0;
    let jobs = plan(game, pieces, &[Metric::Wdl]);
    for job in jobs.iter().filter(|job| is_king(&job.slice) == job.slice.material.pieces()) {
        let successors = &Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
        let solve = |to_end: bool| {
            let wanted = ValueKinds { to_end, ..ValueKinds::WDL };
            let job = SliceJob {
                slice: job.slice,
                opposite: job.opposite,
                successors,
                wanted,
                means: &Resources::ALL_MEMORY,
            };
            solver.solve(&job, &mut NoCheckpoint).expect("short games")
        };
        let (expected, found) = (solve(true), solve(false));
        assert_eq!(found.captures, expected.captures, "{}", job.slice);
        assert_eq!(found.to_end.len(), expected.to_end.len());
        for (Solution { slice, values }, found) in expected.to_end.into_iter().zip(found.to_end) {
            let Values::Plies(plies) = &values else { panic!("distances were wanted") };
            let wdl = Values::Wdl(WdlArray::of(plies));
            assert_eq!(found.slice, slice);
            assert!(found.values == wdl, "{} {slice}", game.variant().id);
            compared += plies.len();
            // Half of the arrays hold only WDL, as in a run for WDL alone.
            let entries = if compared.is_multiple_of(2) { values } else { wdl };
            arrays.insert(slice, Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries }));
        }
    }
    compared
}

#[test]
fn every_value_is_that_of_a_search_for_distances() {
    // The games have short and flying kings, different rules of capture, a goal to lose, and no
    // colour symmetry. The words have 4 to 16 bytes.
    for (id, pieces) in [
        ("english", 5),
        ("russian", 4),
        ("international", 3),
        ("frisian", 3),
        ("canadian", 3),
        ("giveaway", 4),
        ("oneway", 4),
    ] {
        let game = Draughts::new(Variant::named(id).expect("a variant"));
        let compared = with_kernel!(game, kernel => compare(&game, kernel, pieces));
        assert!(compared > 100_000, "{id}: {compared}");
    }
}
