use peatee_generator::error::Error;
use peatee_generator::jobs::draughts::checkpoint_file::*;
use peatee_generator::jobs::draughts::solved_slices::load;
use peatee_generator::progress::stop::Stop;
use peatee_generator::solver::draughts::checkpoint::{Checkpoint, NoCheckpoint, SavedUnits};
use peatee_generator::solver::draughts::lookup::Lookup;
use peatee_generator::solver::draughts::{Resources, SliceJob, Solved, SolverWord, ValueKinds};
use peatee_generator::solver::values::Values;
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::tables::read::cells;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate, job};
use peatee_probe::internals::Resolved;
use peatee_rules::{Draughts, Kernel, Variant, with_kernel};
use peatee_table::{Metric, Slice};
use std::path::Path;
use std::time::Duration;

/// Checkpoint that requests a stop after `layers` layers (groups of positions that are solved
/// together). Counts restored and solved layers.
struct StopAfter<'a> {
    file: CheckpointFile<'a>,
    stop: &'a Stop,
    layers: usize,
    restored: usize,
    solved: usize,
}

impl Checkpoint for StopAfter<'_> {
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error> {
        self.restored = self.file.restore(layers, solved)?;
        Ok(self.restored)
    }

    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error> {
        self.solved += 1;
        if count == self.layers {
            self.stop.request();
        }
        self.file.layer_solved(layers, count, solved)
    }
}

struct Slices<'a, W> {
    kernel: &'a Kernel<W>,
    game: &'a Draughts,
    directory: &'a Path,
    slice: Slice,
    known: Lookup<W, Values>,
    wanted: ValueKinds,
}

const WITH_DISTANCES: ValueKinds = ValueKinds { to_end: true, to_conversion: true, to_reset: None };

impl<W: SolverWord> Slices<'_, W> {
    fn solve(&self, checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error> {
        let solver = W::bitboard_solver(self.kernel).expect("a game of the bitboard solver");
        let (slice, opposite) = (self.slice, self.slice.opposite(self.game));
        let successors = &self.known;
        solver.solve(
            &SliceJob { slice, opposite, successors, wanted: self.wanted, means: &Resources::ALL_MEMORY },
            checkpoint,
        )
    }

    /// Solves the slice, but stops after `layers` layers (groups of positions that are solved
    /// together). Returns the result and the numbers of restored and solved layers.
    fn stopped_after(&self, layers: usize) -> (Result<Solved, Error>, usize, usize) {
        let stop = Stop::default();
        let slice = (self.directory, self.game, self.slice);
        let file = CheckpointFile::new(slice, (self.wanted, Metric::Wdl), Duration::from_secs(3600), &stop);
        let mut checkpoint = StopAfter { file, stop: &stop, layers, restored: 0, solved: 0 };
        let found = self.solve(&mut checkpoint);
        (found, checkpoint.restored, checkpoint.solved)
    }
}

#[test]
fn what_is_stopped_goes_on_where_it_was() {
    let game = Draughts::new(Variant::named("english").expect("a variant"));
    let root = tempfile::tempdir().expect("room for temporary files");
    let directory = TableDirectory::open(root.path(), &game).expect("a new directory");
    let metrics = vec![Metric::Wdl, Metric::Dtw];
    generate(&directory, 4, &Settings::new(metrics.clone(), 1 << 30), &NoProgress).expect("few pieces");
    with_kernel!(game, kernel => {
        // The second slice is its own opposite. Half of its units are solved, and the others mirror
        // them.
        for (name, wanted) in [("KMvM", WITH_DISTANCES), ("KMvM", ValueKinds::WDL), ("KMvKM", ValueKinds::WDL)] {
            let slice = Slice::parse(&game, name).expect("a slice");
            let loaded = |&slice: &Slice| {
                let tables = cells::open(directory.path(), slice, Metric::Dtw).expect("tables");
                let all = (Resolved::All, &Backing::Memory);
                std::sync::Arc::new(load(kernel, &tables, slice, Metric::Dtw, all).expect("a table"))
            };
            let known = Lookup::new(job(&game, slice, &metrics).needs.iter().map(loaded));
            goes_on_where_it_was(&Slices { kernel, game: &game, directory: root.path(), slice, known, wanted });
        }
    });
}

fn goes_on_where_it_was<W: SolverWord>(slices: &Slices<'_, W>) {
    let whole = slices.solve(&mut NoCheckpoint).expect("it is solved");
    let values = |solved: &Solved| {
        let both = solved.to_end.iter().chain(&solved.to_conversion);
        (both.map(|solution| solution.values.clone()).collect::<Vec<Values>>(), solved.captures.clone())
    };

    let (found, restored, solved) = slices.stopped_after(3);
    assert!(matches!(found, Err(Error::Stopped { layers: 3, .. })), "{found:?}");
    assert_eq!((restored, solved), (0, 3));
    let (found, restored, solved) = slices.stopped_after(5);
    assert!(matches!(found, Err(Error::Stopped { layers: 5, .. })), "{found:?}");
    assert_eq!((restored, solved), (3, 2));

    // The last byte of the file is damaged, so the pack that contains it must be solved again.
    let path = path(slices.directory, slices.slice);
    let mut bytes = std::fs::read(&path).expect("it was saved");
    *bytes.last_mut().expect("it holds something") ^= 1;
    std::fs::write(&path, bytes).expect("writable");
    let (found, restored, _) = slices.stopped_after(usize::MAX);
    assert_eq!(values(&found.expect("it is solved")), values(&whole));
    assert_eq!(restored, 3);

    // A file with other content must not be read.
    std::fs::write(&path, b"PTPART").expect("writable");
    let (found, restored, _) = slices.stopped_after(usize::MAX);
    assert_eq!((values(&found.expect("it is solved")), restored), (values(&whole), 0));
    remove(slices.directory, slices.slice).expect("it can be removed");
}
