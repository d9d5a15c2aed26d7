//! A Parquet file of rows.

use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::{Column, ColumnValues, ColumnarRow, Provenance};

/// Number of rows of a row group: that of DuckDB's readers, which take one group a thread.
const GROUP_ROWS: usize = 122_880;

/// A Parquet file that is written one row group after the other.
pub struct ParquetFile<W: Write + Send, R> {
    writer: Box<SerializedFileWriter<W>>,
    /// Rows of the next row group.
    rows: Vec<R>,
}

impl<W: Write + Send, R: ColumnarRow> ParquetFile<W, R> {
    /// Whether this build writes Parquet.
    pub const IS_WRITTEN: bool = true;

    /// Begins the file. `first`, the first rows or none, show the columns; `provenance` becomes the
    /// metadata.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(out: W, first: &[R], provenance: &Provenance) -> io::Result<ParquetFile<W, R>> {
        let pairs = provenance.pairs();
        let metadata = pairs.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned())).collect();
        let properties =
            WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata));
        let schema = schema(&R::columns(first)).map_err(failed)?;
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(ParquetFile { writer: Box::new(writer), rows: Vec::new() })
    }

    /// Adds rows, and writes the row groups that are full.
    ///
    /// # Errors
    /// Writing fails.
    pub fn add(&mut self, rows: Vec<R>) -> io::Result<()> {
        self.rows.extend(rows);
        while self.rows.len() >= GROUP_ROWS {
            let rest = self.rows.split_off(GROUP_ROWS);
            self.write_group().map_err(failed)?;
            self.rows = rest;
        }
        Ok(())
    }

    /// Returns the output, to which all full row groups are written. Bytes may be taken from it,
    /// but none added.
    ///
    /// # Errors
    /// Writing fails.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.writer.flush()?;
        Ok(self.writer.inner_mut())
    }

    /// Writes the last row group and the end of the file.
    ///
    /// # Errors
    /// Writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_group().map_err(failed)?;
        let mut out = self.writer.into_inner().map_err(failed)?;
        out.flush()?;
        Ok(out)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        R::columns(&rows).into_iter().try_for_each(|column| write_column(&mut group, column.values))?;
        group.close().map(drop)
    }
}

impl<W: Write + Send, R> fmt::Debug for ParquetFile<W, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetFile").field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

fn schema(columns: &[Column<'_>]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column<'_>| {
        let (kind, logical) = match column.values {
            ColumnValues::Texts(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnValues::Integers(_) => (PhysicalType::INT64, None),
            ColumnValues::Numbers(_) => (PhysicalType::DOUBLE, None),
        };
        let repetition = if column.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(column.name, kind).with_logical_type(logical);
        field.with_repetition(repetition).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new)
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: ColumnValues<'_>,
) -> Result<(), ParquetError> {
    match values {
        ColumnValues::Texts(texts) => {
            let texts = texts.into_iter().map(|text| text.map(ByteArray::from));
            write_values::<ByteArrayType>(group, texts.collect())
        }
        ColumnValues::Integers(integers) => write_values::<Int64Type>(group, integers),
        ColumnValues::Numbers(numbers) => write_values::<DoubleType>(group, numbers),
    }
}

fn write_values<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: Vec<Option<T::T>>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has the column");
    // A column without optional values takes no notice of the levels.
    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => source.downcast().map_or_else(io::Error::other, |error| *error),
        other => io::Error::other(other),
    }
}
