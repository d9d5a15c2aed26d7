//! Forms of input and output lines: their columns, and how they are parsed and formatted.

use serde_json::{Map, Value as Json};

use super::record::{Ending, Record};
use crate::errors::Error;

/// Format of the lines of input and output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text for people; each line of input is a position.
    Text,
    Jsonl,
    /// Fields with a separator between them (CSV or TSV); the first line names the columns.
    Separated(Separator),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// Comma; fields may be quoted.
    Comma,
    /// Tab; quotes have no special meaning.
    Tab,
}

/// Characters that a field of a TSV line cannot contain.
const BREAKS: [char; 3] = ['\t', '\n', '\r'];

const LINE_BYTES: usize = 256;

#[derive(Debug)]
pub struct Row {
    /// Beginning of the answer to this line. It repeats all columns of the input line, or all
    /// fields in JSON.
    pub start: String,
    /// The position and its counters, or the reason why this line cannot be answered.
    pub asked: Result<PositionTexts, String>,
}

#[derive(Debug)]
pub struct PositionTexts {
    pub fen: String,
    /// Plies that the draw rules have counted; empty if there is no column for them.
    pub counters: String,
}

/// Names of the columns (in JSON, fields) that hold the position and its counters. All other
/// columns are only copied to the output.
#[derive(Debug, Clone)]
pub struct Names {
    pub fen: String,
    pub counters: Option<String>,
}

/// First line of CSV or TSV input. It contains the names of all columns, from which the indices of
/// the columns with the position and its counters are found.
#[derive(Debug)]
pub struct Header {
    pub columns: Vec<String>,
    fen: usize,
    counters: Option<usize>,
}

impl Form {
    /// Returns the rule for the end of a record. A record is a line, or several lines if a quoted
    /// field contains line breaks.
    pub fn ending(self) -> Ending {
        if self == Form::Separated(Separator::Comma) { Ending::UnquotedLine } else { Ending::Line }
    }
}

impl Separator {
    pub fn fields(self, text: &str) -> Vec<String> {
        if self == Separator::Tab {
            return text.split('\t').map(str::to_owned).collect();
        }
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).buffer_capacity(text.len().max(1));
        let mut record = csv::StringRecord::new();
        let read = reader.from_reader(text.as_bytes()).read_record(&mut record);
        assert!(read.is_ok(), "a text in memory is UTF-8 and of any width");
        record.iter().map(str::to_owned).collect()
    }

    /// Returns a record with these fields, including the line break. If tabs separate the fields,
    /// tabs and line breaks in a field become spaces.
    pub fn line(self, fields: &[impl AsRef<str>]) -> String {
        if self == Separator::Tab {
            let fields: Vec<String> = fields.iter().map(|field| field.as_ref().replace(BREAKS, " ")).collect();
            return format!("{}\n", fields.join("\t"));
        }
        let mut writer = csv::WriterBuilder::new().buffer_capacity(LINE_BYTES).from_writer(Vec::new());
        writer.write_record(fields.iter().map(AsRef::as_ref)).expect("memory takes every record");
        let line = writer.into_inner().expect("memory can be flushed");
        String::from_utf8(line).expect("fields are texts")
    }

    /// Returns the beginning of a record: the given fields and a separator, after which further
    /// fields can be appended.
    pub fn start(self, fields: &[impl AsRef<str>]) -> String {
        let mut start = self.line(fields);
        start.truncate(start.len() - 1);
        start.push(if self == Separator::Comma { ',' } else { '\t' });
        start
    }
}

impl Header {
    /// Parses the first line of CSV or TSV input. `answers` are the names of the columns that the
    /// answers add.
    ///
    /// # Errors
    /// [`Error::Argument`] if a column that `names` contains is missing or occurs twice, or if a
    /// column has the name of an answer column.
    pub fn new(separator: Separator, first: &Record, names: &Names, answers: &[&str]) -> Result<Self, Error> {
        if let Some(fault) = first.fault {
            return refused("--input", format!("the first line must name the columns, but {fault}"));
        }
        let columns = separator.fields(first.text.strip_prefix('\u{feff}').unwrap_or(&first.text));
        let listed = columns.join(", ");
        let place = |field: &'static str, name: &str| {
            let mut places = (0..columns.len()).filter(|&place| columns[place] == name);
            match (places.next(), places.next()) {
                (Some(place), None) => Ok(place),
                (None, _) => refused(field, format!("the first line names no column `{name}`; it names: {listed}")),
                (Some(_), Some(_)) => {
                    refused(field, format!("the first line names two columns `{name}`; name each once"))
                }
            }
        };
        let fen = place("--fen-column", &names.fen)?;
        let counters = names.counters.as_deref().map(|name| place("--counters-column", name)).transpose()?;
        if let Some(taken) = columns.iter().find(|name| answers.contains(&name.as_str())) {
            let reason = format!("the answers add a column `{taken}` too; rename the column of the input");
            return refused("--input", reason);
        }
        Ok(Header { columns, fen, counters })
    }

    pub fn row(&self, separator: Separator, record: &Record) -> Row {
        let mut fields = separator.fields(&record.text);
        let (found, named) = (fields.len(), self.columns.len());
        fields.resize(named, String::new());
        let asked = match record.fault {
            Some(fault) => Err(fault.to_owned()),
            None if found != named => Err(format!("the line has {found} columns, the first line names {named}")),
            None => {
                let counters = self.counters.map_or(String::new(), |place| fields[place].trim().to_owned());
                Ok(PositionTexts { fen: fields[self.fen].trim().to_owned(), counters })
            }
        };
        Row { start: separator.start(&fields), asked }
    }
}

/// Parses an input line that is a JSON object. `answers` are the names of the fields that the
/// answer adds to the object.
pub fn object(record: &Record, names: &Names, answers: &[&str]) -> Row {
    let text = record.text.trim();
    let refuse = |reason: String| Row { start: format!("{{\"line\":{},", quoted(text)), asked: Err(reason) };
    if let Some(fault) = record.fault {
        return refuse(fault.to_owned());
    }
    let fields: Map<String, Json> = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) => return refuse(format!("the line is no JSON object: {error}")),
    };
    if let Some(taken) = answers.iter().find(|&&name| fields.contains_key(name)) {
        let reason = format!("the answers add a field `{taken}` too; rename the field of the input");
        return refuse(reason);
    }
    let open = text.strip_suffix('}').expect("an object ends with a brace");
    let start = if fields.is_empty() { open.to_owned() } else { format!("{open},") };
    let string = |name: &str| match fields.get(name) {
        Some(Json::String(text)) => Ok(Some(text.trim().to_owned())),
        None | Some(Json::Null) => Ok(None),
        Some(_) => Err(format!("the field `{name}` is no string")),
    };
    let fen = string(&names.fen).and_then(|fen| fen.ok_or_else(|| format!("the line has no field `{}`", names.fen)));
    let counters = names.counters.as_deref().map_or(Ok(None), string);
    let asked = fen.and_then(|fen| Ok(PositionTexts { fen, counters: counters?.unwrap_or_default() }));
    Row { start, asked }
}

/// Returns the parsed form of an input line that is only a FEN, without other columns.
pub fn position(form: Form, fen: &str) -> Row {
    let start = match form {
        Form::Text => format!("{fen}  "),
        Form::Jsonl => format!("{{\"fen\":{},", quoted(fen)),
        Form::Separated(separator) => separator.start(&[fen]),
    };
    Row { start, asked: Ok(PositionTexts { fen: fen.to_owned(), counters: String::new() }) }
}

fn refused<T>(field: &'static str, reason: String) -> Result<T, Error> {
    Err(Error::Argument { field, reason })
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}
