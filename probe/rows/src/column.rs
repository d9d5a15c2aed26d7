//! Columns of rows.

/// Rows of a type that has columns.
pub trait ColumnarRow: Sized {
    /// Returns the columns of these rows. No rows have columns too, those that every row has.
    fn columns(rows: &[Self]) -> Vec<Column<'_>>;
}

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
    pub fn texts(name: &'static str, values: impl Iterator<Item = &'a str>) -> Column<'a> {
        Column { name, is_optional: false, values: ColumnValues::Texts(values.map(Some).collect()) }
    }

    pub fn optional_texts(name: &'static str, values: impl Iterator<Item = Option<&'a str>>) -> Column<'a> {
        Column { name, is_optional: true, values: ColumnValues::Texts(values.collect()) }
    }

    pub fn integers(name: &'static str, values: impl Iterator<Item = u64>) -> Column<'a> {
        let values = values.map(|value| Some(value as i64)).collect();
        Column { name, is_optional: false, values: ColumnValues::Integers(values) }
    }

    pub fn optional_integers(name: &'static str, values: impl Iterator<Item = Option<u32>>) -> Column<'a> {
        let values = values.map(|value| value.map(i64::from)).collect();
        Column { name, is_optional: true, values: ColumnValues::Integers(values) }
    }

    pub fn optional_numbers(name: &'static str, values: impl Iterator<Item = Option<f64>>) -> Column<'a> {
        Column { name, is_optional: true, values: ColumnValues::Numbers(values.collect()) }
    }
}
