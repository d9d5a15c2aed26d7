//! Export of all positions of a slice with their values, as lines for programs.

use peatee_probe::any::Tables;
use peatee_table::{Metric, Value};
use serde::Serialize;

use super::families::{Explored, SliceBlocks};
use super::value_columns::{ValueColumns, distance_column};
use crate::error::Error;
use crate::progress::watch::Watched;
use crate::tables::read::cells::in_order;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values as in RFC 4180, with a header line.
    Csv,
    Jsonl,
}

/// Calls `out` with the lines of all positions of a slice, in the order of the position numbers.
/// Each call gets many lines. A line contains position number, FEN and WDL, and the plies if the
/// metric has distances. The lines do not depend on the number of threads. Only a few blocks of
/// lines are in memory at any time.
///
/// # Errors
/// A table is missing or damaged, `out` fails, or the work must stop.
pub fn export<F: Explored>(
    tables: &Tables<F>,
    slice: F::Slice,
    metric: Metric,
    format: ExportFormat,
    watched: &Watched,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let blocks = F::open(tables, slice, metric)?;
    watched.slice(&slice.to_string());
    let distance = distance_column::<F>(metric);
    out(&format.header(distance))?;
    let text = |block: u64| {
        let mut rows = Vec::new();
        let size = blocks.wanted_positions(block, &|_| true, &mut |wanted| {
            rows.push((wanted.number, tables.game().fen(wanted.position), (wanted.value)()?));
            Ok(())
        })?;
        Ok((size.numbers, format.lines(rows, distance)))
    };
    in_order(blocks.blocks(), &text, |(numbers, lines)| {
        out(&lines)?;
        watched.advance(numbers)
    })
}

impl ExportFormat {
    fn header(self, distance: Option<&'static str>) -> Vec<u8> {
        match self {
            ExportFormat::Csv => {
                let names = ["number", "fen", "wdl"].into_iter().chain(distance);
                written(|lines| lines.write_record(names))
            }
            ExportFormat::Jsonl => Vec::new(),
        }
    }

    fn lines(self, rows: Vec<(u64, String, Value)>, distance: Option<&'static str>) -> Vec<u8> {
        match self {
            ExportFormat::Csv => written(|lines| {
                rows.iter().try_for_each(|(number, fen, value)| {
                    let record = [number.to_string(), fen.clone(), value.wdl.name().to_owned()];
                    lines.write_record(record.into_iter().chain(distance.map(|_| plies(*value))))
                })
            }),
            ExportFormat::Jsonl => {
                let mut lines = Vec::new();
                for (number, fen, value) in rows {
                    let row = ExportRow { number, fen, value: ValueColumns { distance, value } };
                    serde_json::to_writer(&mut lines, &row).expect("a row holds nothing that JSON cannot");
                    lines.push(b'\n');
                }
                lines
            }
        }
    }
}

fn plies(value: Value) -> String {
    value.plies.map_or(String::new(), |plies| plies.to_string())
}

fn written(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Vec<u8> {
    let mut lines = csv::Writer::from_writer(Vec::new());
    write(&mut lines).expect("memory takes every record, and all have the same columns");
    lines.into_inner().expect("memory can be flushed")
}

#[derive(Serialize)]
struct ExportRow {
    number: u64,
    fen: String,
    #[serde(flatten)]
    value: ValueColumns,
}
