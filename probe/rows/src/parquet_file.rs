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

use crate::{Column, ColumnValues, Provenance, RowColumns};

/// Number of rows of a row group: that of DuckDB's readers, which take one group a thread.
const GROUP_ROWS: usize = 122_880;

/// A Parquet file that is written one row group after the other.
pub struct ParquetFile<W: Write + Send, R> {
    writer: Box<SerializedFileWriter<W>>,
    columns: RowColumns<R>,
    /// Rows of the next row group.
    rows: Vec<R>,
}

impl<W: Write + Send, R> ParquetFile<W, R> {
    /// Begins the file. `provenance` becomes the metadata.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(out: W, columns: RowColumns<R>, provenance: &Provenance) -> io::Result<ParquetFile<W, R>> {
        let pairs = provenance.pairs();
        let metadata = pairs.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned())).collect();
        let properties =
            WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata));
        let schema = schema(&columns(&[])).map_err(failed)?;
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(ParquetFile { writer: Box::new(writer), columns, rows: Vec::new() })
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
        (self.columns)(&rows).into_iter().try_for_each(|column| write_column(&mut group, column.values))?;
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

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    use super::*;

    fn columns(rows: &[(u64, Option<u32>)]) -> Vec<Column<'_>> {
        vec![
            Column::integers("number", rows.iter().map(|row| row.0)),
            Column::optional_integers("plies", rows.iter().map(|row| row.1)),
        ]
    }

    #[test]
    fn rows_of_several_groups_read_back() {
        let rows: Vec<_> = (0..GROUP_ROWS as u64 + 3).map(|number| (number, (number % 3 > 0).then_some(7))).collect();
        let mut file = ParquetFile::new(Vec::new(), Box::new(columns), &Provenance::new([])).unwrap();
        let mut bytes = Vec::new();
        for part in [&rows[..0], &rows[..GROUP_ROWS - 1], &rows[GROUP_ROWS - 1..]] {
            file.add(part.to_vec()).unwrap();
            bytes.append(file.out().unwrap());
        }
        bytes.extend(file.finish().unwrap());
        let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(file.num_row_groups(), 2);
        let mut wanted = rows.iter();
        for found in file.get_row_iter(None).unwrap() {
            let (found, wanted) = (found.unwrap(), wanted.next().unwrap());
            assert_eq!(
                (found.get_long(0).unwrap() as u64, found.get_long(1).ok()),
                (wanted.0, wanted.1.map(i64::from))
            );
        }
        assert_eq!(wanted.next(), None);
    }
}
