//! What tables say in numbers: how many wins, draws and losses, the longest ways to end, and the signature of a set.

use peatee_probe::format::Counts;
use peatee_probe::index::SliceIndex;
use peatee_probe::{Metric, Slice, Table, Tables, Value, slices};
use peatee_rules::{Position, with_kernel};
use serde::Serialize;

use crate::directory::hex;
use crate::error::Error;
use crate::generate::Quiet;
use crate::read::each_cell_watched;
use crate::watch::Watched;

/// Numbers of one slice; the side to move is in its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceStats {
    /// The slice's name.
    pub slice: String,
    /// How many positions it has.
    pub positions: u64,
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// The digest of the values of the table that was looked at, in hexadecimal.
    pub values_digest: String,
    /// The longest win, if any position is won and there is a DTW table.
    pub longest_win: Option<Longest>,
    /// The longest loss, likewise.
    pub longest_loss: Option<Longest>,
}

/// The longest way to an end in a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u32,
    /// How many positions are that far from it.
    pub positions: u64,
    /// The first of them, as FEN.
    pub fen: String,
}

/// The numbers of one slice: counted from its DTW table, or, where there is none, as the header of its WDL table has them.
///
/// # Errors
/// When a file is damaged, or there is no table of the slice.
pub fn slice_stats(tables: &Tables, slice: Slice) -> Result<SliceStats, Error> {
    slice_stats_watched(tables, slice, &Watched::start(&Quiet, 0))
}

/// The same, watched: it advances by the positions of the slice.
///
/// # Errors
/// As [`slice_stats`], or the work is to stop.
pub fn slice_stats_watched(tables: &Tables, slice: Slice, watched: &Watched) -> Result<SliceStats, Error> {
    let metric = if tables.table(slice, Metric::Dtw).is_some() { Metric::Dtw } else { Metric::Wdl };
    let header = must_have(tables, "the statistics", slice, metric)?.header();
    let values_digest = hex(&header.values_digest);
    if metric == Metric::Wdl {
        watched.advance(header.positions)?;
        let Counts { wins, draws, losses, .. } = header.counts;
        let (slice, positions) = (slice.name(), header.positions);
        let (longest_win, longest_loss) = (None, None);
        return Ok(SliceStats { slice, positions, wins, draws, losses, values_digest, longest_win, longest_loss });
    }
    let goal = tables.game().variant().goal;
    let mut counts = [0u64; 3];
    let mut longest: [Option<(u32, u64, u64)>; 3] = [None; 3];
    let each = |number: u64, cell: u32| {
        let value = Value::of_cell(cell, metric, goal);
        counts[value.wdl as usize] += 1;
        let Some(plies) = value.dtw_plies else { return };
        let record = &mut longest[value.wdl as usize];
        match record {
            Some((most, positions, _)) if *most == plies => *positions += 1,
            Some((most, ..)) if *most > plies => {}
            _ => *record = Some((plies, 1, number)),
        }
    };
    each_cell_watched(tables, slice, metric, watched, each)?;
    let described = |record: Option<(u32, u64, u64)>| {
        record.map(|(plies, positions, number)| Longest { plies, positions, fen: fen_of(tables, slice, number) })
    };
    let [losses, draws, wins] = counts;
    let [longest_loss, _, longest_win] = longest.map(described);
    Ok(SliceStats {
        slice: slice.name(),
        positions: wins + draws + losses,
        wins,
        draws,
        losses,
        values_digest,
        longest_win,
        longest_loss,
    })
}

/// The table of a slice, which is needed for `what`.
fn must_have<'a>(tables: &'a Tables, what: &str, slice: Slice, metric: Metric) -> Result<&'a Table, Error> {
    tables.table(slice, metric).ok_or_else(|| Error::MissingDependency {
        slice: what.to_owned(),
        missing: slice.name(),
        metric,
        directory: tables.directory().to_owned(),
    })
}

/// The FEN of a position by its number.
pub fn fen_of(tables: &Tables, slice: Slice, number: u64) -> String {
    tables.game().fen(&position_of(tables, slice, number))
}

/// A position by its number.
pub fn position_of(tables: &Tables, slice: Slice, number: u64) -> Position {
    let setup = with_kernel!(tables.game(), kernel => SliceIndex::new(kernel, slice).unrank(number).convert());
    Position { setup, side: slice.side }
}

/// The signature of all tables of 2 to `pieces` pieces: a digest of the values themselves, so that it does not depend on
/// how they are compressed. DTW where there is a DTW table, else WDL. It is made of what the headers say of the values,
/// which `verify` holds against the values.
///
/// # Errors
/// When a table is missing.
pub fn signature(tables: &Tables, pieces: u8) -> Result<String, Error> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(tables.game().variant().id.as_bytes());
    for slice in slices(tables.game(), pieces) {
        let metric = if tables.table(slice, Metric::Dtw).is_some() { Metric::Dtw } else { Metric::Wdl };
        let table = must_have(tables, "the signature", slice, metric)?;
        hasher.update(slice.name().as_bytes());
        hasher.update(metric.name().as_bytes());
        hasher.update(&table.header().values_digest);
    }
    Ok(hex(hasher.finalize().as_bytes()))
}
