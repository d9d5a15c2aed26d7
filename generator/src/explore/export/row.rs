//! Rows of an export, and their texts.

use peatee_rows::Column;
use peatee_table::Value;
use serde::Serialize;

use crate::explore::value_columns::ValueColumns;

#[derive(Debug, Serialize)]
pub struct ExportRow {
    pub number: u64,
    pub fen: String,
    #[serde(flatten)]
    pub value: ValueColumns,
    /// Left out in metrics without stairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stairs: Option<String>,
}

/// Returns the columns of Parquet. `distance` and `stairs` are the names of those that the metric
/// has.
pub fn columns<'r>(
    rows: &'r [ExportRow],
    distance: Option<&'static str>,
    stairs: Option<&'static str>,
) -> Vec<Column<'r>> {
    let mut columns = vec![
        Column::integers("number", rows.iter().map(|row| row.number)),
        Column::texts("fen", rows.iter().map(|row| row.fen.as_str())),
        Column::texts("wdl", rows.iter().map(|row| row.value.value.wdl.name())),
    ];
    let plies = |name| Column::optional_integers(name, rows.iter().map(|row| row.value.value.plies));
    columns.extend(distance.map(plies));
    columns.extend(stairs.map(|name| Column::optional_texts(name, rows.iter().map(|row| row.stairs.as_deref()))));
    columns
}

/// Returns the CSV line with the names of the columns. `column` is the last one.
pub fn csv_names(column: Option<&'static str>) -> Vec<u8> {
    let names = ["number", "fen", "wdl"].into_iter().chain(column);
    written(|lines| lines.write_record(names))
}

pub fn csv_rows(rows: &[ExportRow]) -> Vec<u8> {
    written(|lines| {
        rows.iter().try_for_each(|ExportRow { number, fen, value, stairs }| {
            let record = [number.to_string(), fen.clone(), value.value.wdl.name().to_owned()];
            let plies = value.distance.map(|_| plies(value.value));
            lines.write_record(record.into_iter().chain(plies.or_else(|| stairs.clone())))
        })
    })
}

pub fn json_lines(rows: &[ExportRow]) -> Vec<u8> {
    let mut lines = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut lines, row).expect("a row holds nothing that JSON cannot");
        lines.push(b'\n');
    }
    lines
}

fn plies(value: Value) -> String {
    value.plies.map_or(String::new(), |plies| plies.to_string())
}

fn written(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Vec<u8> {
    let mut lines = csv::Writer::from_writer(Vec::new());
    write(&mut lines).expect("memory takes every record, and all have the same columns");
    lines.into_inner().expect("memory can be flushed")
}
