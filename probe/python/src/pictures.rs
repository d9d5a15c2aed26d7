//! HTML and SVG of the classes, which notebooks show.

use std::fmt::Display;

use arrow_array::RecordBatch;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use peatee_probe::peatee_chess::Position as ChessPosition;

use crate::position::Position;

/// Number of rows of a record batch that a notebook shows.
const SHOWN_ROWS: usize = 10;

/// Returns the board of a position as SVG: of draughts `position`, of chess the one with this FEN,
/// which a library function wrote.
pub(crate) fn board(position: Option<&Position>, fen: &str) -> String {
    match position {
        Some(position) => position.svg(),
        None => ChessPosition::parse_fen(fen).map(|position| position.svg()).unwrap_or_default(),
    }
}

/// Returns a picture with a text on its right.
pub(crate) fn beside(picture: &str, html: &str) -> String {
    format!(r#"<div style="display:flex;gap:1em;align-items:flex-start">{picture}<div>{html}</div></div>"#)
}

pub(crate) fn paragraph(text: impl Display) -> String {
    format!("<p>{}</p>", escaped(text))
}

/// Returns a table. The first row has the names of the columns, if there are any.
pub(crate) fn table<T: Display>(names: &[&str], rows: impl IntoIterator<Item = Vec<T>>) -> String {
    let row = |tag: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{}</tr>", cells.concat())
    };
    let mut html = "<table>".to_owned();
    if !names.is_empty() {
        html += &row("th", names.iter().map(escaped).collect());
    }
    for cells in rows {
        html += &row("td", cells.iter().map(escaped).collect());
    }
    html + "</table>"
}

/// Returns the first rows of a record batch as a table.
pub(crate) fn first_rows(batch: &RecordBatch) -> String {
    let options = FormatOptions::default();
    let column = |array| ArrayFormatter::try_new(array, &options).expect("every type here has a format");
    let columns: Vec<ArrayFormatter<'_>> = batch.columns().iter().map(|array| column(&**array)).collect();
    let names: Vec<&str> = batch.schema_ref().fields().iter().map(|field| &**field.name()).collect();
    let rows = 0..batch.num_rows().min(SHOWN_ROWS);
    table(&names, rows.map(|row| columns.iter().map(|column| column.value(row)).collect()))
}

fn escaped(text: impl Display) -> String {
    text.to_string().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
