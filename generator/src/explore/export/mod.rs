//! Export of all positions of a slice with their values, as rows for programs.

mod row;

use std::mem;

use peatee_probe::any::Tables;
use peatee_rows::{HAS_PARQUET, ParquetFile, Provenance, RowColumns};
use peatee_table::Metric;

use super::families::{Explored, SliceBlocks};
use super::value_columns::{ValueColumns, distance_column};
use crate::error::Error;
use crate::progress::watch::Watched;
use crate::tables::read::cells::in_order;
use crate::units::hex;
use row::{ExportRow, csv_names, csv_rows, json_lines};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values as in RFC 4180, with a header line.
    Csv,
    Jsonl,
    Parquet,
}

/// Rows of a block, and their text unless they become Parquet.
enum Part {
    Text(Vec<u8>),
    Rows(Vec<ExportRow>),
}

/// Calls `out` with the bytes of all positions of a slice, in the order of the position numbers.
/// Each call gets many rows. A row contains position number, FEN and WDL, and the plies if the
/// metric has distances, or the stairs (plies to mate and the plies that the count must have left).
/// `provenance` becomes the metadata of Parquet. The bytes do not depend on the number of threads.
/// Only a few blocks of rows are in memory at any time.
///
/// # Errors
/// A table is missing or damaged, `out` fails, the work must stop, or this build does not write the
/// format.
pub fn export<F: Explored>(
    tables: &Tables<F>,
    slice: F::Slice,
    metric: Metric,
    (format, provenance): (ExportFormat, &Provenance),
    watched: &Watched,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    format.check()?;
    let blocks = F::open(tables, slice, metric)?;
    watched.slice(&slice.to_string());
    let distance = distance_column::<F>(metric);
    let stairs = metric.has_staircases().then_some("stairs");
    if format == ExportFormat::Csv {
        out(&csv_names(distance.or(stairs)))?;
    }
    let part = |block: u64| {
        let mut rows = Vec::new();
        let size = blocks.wanted_positions(block, &|_| true, &mut |wanted| {
            let (number, position) = (wanted.number, wanted.position);
            let value = ValueColumns { distance, value: (wanted.value)()? };
            let stairs = F::stairs_text(tables, position, metric)?;
            rows.push(ExportRow { number, fen: tables.game().fen(position), value, stairs });
            Ok(())
        })?;
        Ok((size.numbers, format.part(rows)))
    };
    let mut parquet = (format == ExportFormat::Parquet).then(|| {
        let columns: RowColumns<ExportRow> = Box::new(move |rows| row::columns(rows, distance, stairs));
        ParquetFile::new(Vec::new(), columns, provenance).expect(WRITTEN)
    });
    in_order(blocks.blocks(), &part, |(numbers, part)| {
        match (part, &mut parquet) {
            (Part::Rows(rows), Some(file)) => {
                file.add(rows).expect(WRITTEN);
                out(&mem::take(file.out().expect(WRITTEN)))?;
            }
            (Part::Rows(_), None) => unreachable!("only Parquet takes rows"),
            (Part::Text(text), _) => out(&text)?,
        }
        watched.advance(numbers)
    })?;
    match parquet {
        Some(file) => out(&file.finish().expect(WRITTEN)),
        None => Ok(()),
    }
}

/// Reason why writing Parquet does not fail.
const WRITTEN: &str = "memory takes all rows, and they have the same columns";

/// Returns game, slice, metric and rules of an export, and the digests of the values that it reads
/// and of the list of the tables.
///
/// # Errors
/// A table is missing or damaged.
pub fn provenance<F: Explored>(tables: &Tables<F>, slice: F::Slice, metric: Metric) -> Result<Provenance, Error> {
    let wdl = (!metric.tells_who_wins()).then_some(Metric::Wdl);
    let digest = |metric: Metric| {
        let table = tables.need(slice, metric)?;
        Ok::<_, Error>(format!("{} {}", metric.name(), hex(&table.header().values_digest)))
    };
    let read_for_stairs = metric.has_staircases().then(|| [Some(Metric::Dtw), metric.rule_set().map(Metric::Dtr)]);
    let read = wdl.into_iter().chain(read_for_stairs.into_iter().flatten().flatten()).chain([metric]);
    let digests = read.map(digest).collect::<Result<Vec<_>, _>>()?;
    let id = tables.game().id();
    Ok(Provenance::new([
        ("peatee.variant", id.to_owned()),
        ("peatee.slice", slice.to_string()),
        ("peatee.metric", metric.name()),
        ("peatee.rules", metric.rule_set().map_or_else(|| "none".to_owned(), |set| set.rules().name())),
        ("peatee.values_digests", digests.join(", ")),
        ("peatee.manifests", format!("{id} {}", tables.manifest_digest())),
    ]))
}

impl ExportFormat {
    fn check(self) -> Result<(), Error> {
        if self == ExportFormat::Parquet && !HAS_PARQUET {
            return Err(Error::NoParquet);
        }
        Ok(())
    }

    fn part(self, rows: Vec<ExportRow>) -> Part {
        match self {
            ExportFormat::Csv => Part::Text(csv_rows(&rows)),
            ExportFormat::Jsonl => Part::Text(json_lines(&rows)),
            ExportFormat::Parquet => Part::Rows(rows),
        }
    }
}
