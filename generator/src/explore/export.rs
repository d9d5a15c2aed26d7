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
/// metric has distances, or the stairs (plies to mate and the plies that the count must have left).
/// The lines do not depend on the number of threads. Only a few blocks of lines are in memory at
/// any time.
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
    let stairs = metric.has_staircases().then_some("stairs");
    out(&format.header(distance.or(stairs)))?;
    let text = |block: u64| {
        let mut rows = Vec::new();
        let size = blocks.wanted_positions(block, &|_| true, &mut |wanted| {
            let (number, position) = (wanted.number, wanted.position);
            let value = ValueColumns { distance, value: (wanted.value)()? };
            let stairs = F::stairs_text(tables, position, metric)?;
            rows.push(ExportRow { number, fen: tables.game().fen(position), value, stairs });
            Ok(())
        })?;
        Ok((size.numbers, format.lines(&rows)))
    };
    in_order(blocks.blocks(), &text, |(numbers, lines)| {
        out(&lines)?;
        watched.advance(numbers)
    })
}

impl ExportFormat {
    fn header(self, column: Option<&'static str>) -> Vec<u8> {
        match self {
            ExportFormat::Csv => {
                let names = ["number", "fen", "wdl"].into_iter().chain(column);
                written(|lines| lines.write_record(names))
            }
            ExportFormat::Jsonl => Vec::new(),
        }
    }

    fn lines(self, rows: &[ExportRow]) -> Vec<u8> {
        match self {
            ExportFormat::Csv => written(|lines| {
                rows.iter().try_for_each(|ExportRow { number, fen, value, stairs }| {
                    let record = [number.to_string(), fen.clone(), value.value.wdl.name().to_owned()];
                    let plies = value.distance.map(|_| plies(value.value));
                    lines.write_record(record.into_iter().chain(plies.or_else(|| stairs.clone())))
                })
            }),
            ExportFormat::Jsonl => {
                let mut lines = Vec::new();
                for row in rows {
                    serde_json::to_writer(&mut lines, row).expect("a row holds nothing that JSON cannot");
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
    /// Left out in metrics without stairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    stairs: Option<String>,
}
