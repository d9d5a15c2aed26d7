//! Reads run-pattern tables, whose values depend on the moves in a row with one king.

use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_rules::draw::{DrawRules, KingRuns};
use peatee_rules::{Bitboard, Kernel, Position, with_kernel};
use peatee_table::digest::{self, ValuesDigest};
use peatee_table::format::CaptureCells;
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::{RunPattern, RunStates, cell_of, list_to_bytes};
use peatee_table::{FileError, Slice, Wdl};

use crate::error::Error;
use crate::parallel;

/// Computes the digest of a table from all its values. Probes the values of captures that the table
/// leaves out.
///
/// # Errors
/// The table, or a table that captures lead to, is missing or damaged.
pub fn values_digest(tables: &Tables, slice: Slice, table: &Table) -> Result<ValuesDigest, Error> {
    let (header, damaged) = (table.header(), |error| Error::File { path: table.path().to_owned(), error });
    let (Some(states), Some(set)) = (RunStates::of(slice, header.metric), header.metric.rule_set()) else {
        return Err(damaged(FileError::Header { reason: "its metric has no run patterns" }));
    };
    let (rules, list) = (set.rules(), table.run_patterns(states.count()).map_err(damaged)?);
    let part = |block: u64| {
        let cells = table.decode(block).map_err(damaged)?;
        let places = 0..header.positions_in_block(block) as usize;
        let mut numbers: Vec<u32> = places.map(|place| header.cell.read(&cells, place)).collect();
        if header.captures == CaptureCells::LeftOut {
            with_kernel!(tables.game(), kernel => {
                let index = SliceIndex::new(kernel, slice);
                let mut cursor = index.cursor();
                let first = block * u64::from(header.block_positions);
                for (number, cell) in (first..).zip(&mut numbers) {
                    let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
                    if tables.game().must_capture(&position) {
                        let pattern = probed_pattern(kernel, tables, &rules, states, &position)?;
                        let lacks = FileError::Header { reason: "its list lacks a run pattern" };
                        *cell = cell_of(&pattern, list).ok_or(lacks).map_err(damaged)?;
                    }
                }
            });
        }
        Ok(digest::of_part(header.metric, numbers.into_iter()))
    };
    let parts = parallel::try_map(0..header.blocks(), &part)?;
    Ok(digest::of_parts_and_list(&parts, &list_to_bytes(list)))
}

/// Returns the run pattern of a position: its value for each state of the moves that the two sides
/// have made in a row with one king.
fn probed_pattern<W: Bitboard>(
    kernel: &Kernel<W>,
    tables: &Tables,
    rules: &DrawRules,
    states: RunStates,
    position: &Position,
) -> Result<RunPattern, Error> {
    let mut pattern = vec![Wdl::Draw; states.count()];
    let (setup, fresh) = (position.setup.convert(), rules.start(position));
    for runs in rules.code.king_moves.iter().flat_map(|limit| KingRuns::all(limit, position)) {
        let found = tables.exact_rule_value(position, rules, &rules.with_king_runs(&fresh, runs))?;
        let place = states.place_of(kernel, &setup, position.side, &runs);
        pattern[place] = found.outcome.wdl().expect("an exact value has a result");
    }
    Ok(pattern)
}
