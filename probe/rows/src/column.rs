//! Columns of rows.

/// Function that returns the columns of some rows. The names and types of the columns do not depend
/// on the rows, of which there may be none.
pub type RowColumns<R> = Box<dyn for<'r> Fn(&'r [R]) -> Vec<Column<'r>> + Send>;

/// A column with the values of some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Column<'a> {
    pub name: &'static str,
    /// Whether a row may have no value.
    pub is_optional: bool,
    pub values: ColumnValues<'a>,
}

/// Values of a column; `None` where a row has no value.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnValues<'a> {
    Texts(Vec<Option<&'a str>>),
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
}

impl<'a> Column<'a> {
    /// Returns a column of texts.
    pub fn texts(name: &'static str, values: impl Iterator<Item = &'a str>) -> Column<'a> {
        Column { name, is_optional: false, values: ColumnValues::Texts(values.map(Some).collect()) }
    }

    /// Returns a column of texts; `None` where a row has no value.
    pub fn optional_texts(name: &'static str, values: impl Iterator<Item = Option<&'a str>>) -> Column<'a> {
        Column { name, is_optional: true, values: ColumnValues::Texts(values.collect()) }
    }

    /// Returns a column of integers, which are below 2^63.
    pub fn integers(name: &'static str, values: impl Iterator<Item = u64>) -> Column<'a> {
        let values = values.map(|value| Some(value as i64)).collect();
        Column { name, is_optional: false, values: ColumnValues::Integers(values) }
    }

    /// Returns a column of integers; `None` where a row has no value.
    pub fn optional_integers(name: &'static str, values: impl Iterator<Item = Option<u32>>) -> Column<'a> {
        let values = values.map(|value| value.map(i64::from)).collect();
        Column { name, is_optional: true, values: ColumnValues::Integers(values) }
    }

    /// Returns a column of floating-point numbers; `None` where a row has no value.
    pub fn optional_numbers(name: &'static str, values: impl Iterator<Item = Option<f64>>) -> Column<'a> {
        Column { name, is_optional: true, values: ColumnValues::Numbers(values.collect()) }
    }
}
