//! Formatting of rows as CSV and as Markdown tables.

use serde::Serialize;

/// Formats rows as CSV. The line with the column names is not included.
pub fn csv(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    written(rows, false)
}

/// Returns the CSV line with the column names of these rows.
pub fn csv_names<R: Serialize + Default>() -> String {
    let mut text = written([R::default()], true);
    text.truncate(text.find('\n').expect("a line of names") + 1);
    text
}

fn written(rows: impl IntoIterator<Item = impl Serialize>, has_names: bool) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(has_names).from_writer(Vec::new());
    rows.into_iter().for_each(|row| writer.serialize(row).expect("a row is flat"));
    let bytes = writer.into_inner().expect("memory can be flushed");
    String::from_utf8(bytes).expect("the fields are texts")
}

/// Formats rows as a Markdown table, in which each column is as wide as its widest field.
pub fn markdown<R: Serialize + Default>(rows: impl IntoIterator<Item = R>) -> String {
    let text = csv_names::<R>() + &csv(rows);
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let lines = reader.into_records().map(|line| line.expect("it was written so"));
    let escaped = |field: &str| field.replace('|', "\\|").replace(['\n', '\r'], " ");
    let lines: Vec<Vec<String>> = lines.map(|line| line.iter().map(escaped).collect()).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let [names, rows @ ..] = &lines[..] else { unreachable!("there is a line of names") };
    let line = |fields: &Vec<String>| {
        let padded = fields.iter().zip(&widths).map(|(field, &width)| format!("| {field:<width$} "));
        padded.collect::<String>() + "|\n"
    };
    [names, &rule].into_iter().chain(rows).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_escape_what_would_end_a_field() {
        #[derive(Default, Serialize)]
        struct Pair(&'static str, u32);
        assert_eq!(csv([Pair("a,\"b\"", 7)]), "\"a,\"\"b\"\"\",7\n");
        #[derive(Default, Serialize)]
        struct NamedCount {
            name: &'static str,
            moves: u32,
        }
        assert_eq!(csv_names::<NamedCount>(), "name,moves\n");
        let table = markdown([NamedCount { name: "x|y\nz", moves: 7 }]);
        assert_eq!(table, "| name   | moves |\n| ------ | ----- |\n| x\\|y z | 7     |\n");
    }
}
