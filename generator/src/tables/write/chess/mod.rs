//! Writes chess tables. Leaves out values that captures and pawn moves prove. Tries several orders
//! of the cells and uses the order that takes the fewest bytes. Stores the distances of only one
//! side to move.

pub mod distances;
pub mod gather;
pub mod header;
pub mod order;
mod outcomes;
mod ranked_staircases;

use std::io;

use peatee_chess::Slice;
use peatee_table::Metric;
use peatee_table::format::{CaptureCells, FileCoding, HEADER_BYTES, Header};

use self::distances::Distances;
use self::header::counted_header;
use super::wdl::WdlCoding;
use crate::solver::chess::NumberedValues;

/// A table to be written: slice, metric, and the bytes of the file.
pub type ChessTable = (Slice, Metric, Vec<u8>);

/// Returns the tables of a set (a slice and its opposite). Each slice has a WDL table. In a metric
/// of distances, only one slice has a table with cells. The table of the other slice is only a
/// header, because its distances follow from the moves.
///
/// # Errors
/// Compression fails.
pub fn chess_tables_of_set(
    of_slices: &[NumberedValues],
    wanted: &[(Slice, Metric)],
    coding: WdlCoding,
) -> io::Result<Vec<ChessTable>> {
    let mut tables = Vec::new();
    for of_slice in of_slices {
        if wanted.contains(&(of_slice.slice, Metric::Wdl)) {
            let bytes = chess_table_bytes(of_slice, Metric::Wdl, coding)?;
            tables.push((of_slice.slice, Metric::Wdl, bytes));
        }
    }
    let distances = wanted.iter().map(|&(_, metric)| metric).find(|metric| metric.may_be_derived());
    let Some(metric) = distances else { return Ok(tables) };
    let of_both = of_slices.iter().map(|of_slice| Distances::new(of_slice, metric)).collect::<io::Result<Vec<_>>>()?;
    let smallest = of_both.iter().map(Distances::estimated_bytes).zip(0..).min().map(|(_, place)| place);
    for (distances, place) in of_both.iter().zip(0..) {
        let bytes = match Some(place) == smallest {
            true => distances.table_bytes()?,
            false => without_cells(distances.of_slice, metric),
        };
        tables.push((distances.of_slice.slice, metric, bytes));
    }
    Ok(tables)
}

/// Returns the bytes of the table of a slice in one metric, with a cell for each position number.
///
/// # Errors
/// When compression fails.
pub fn chess_table_bytes(of_slice: &NumberedValues, metric: Metric, coding: WdlCoding) -> io::Result<Vec<u8>> {
    match metric.may_be_derived() {
        true => Distances::new(of_slice, metric)?.table_bytes(),
        false => outcomes::table_bytes(of_slice, coding),
    }
}

/// Returns the bytes of a table of distances that is only a header. Probes derive the distances
/// from the moves.
fn without_cells(of_slice: &NumberedValues, metric: Metric) -> Vec<u8> {
    let header = Header {
        captures: CaptureCells::Stored,
        coding: FileCoding::Derived,
        file_bytes: HEADER_BYTES as u64,
        ..counted_header(of_slice, metric)
    };
    header.to_bytes().to_vec()
}
