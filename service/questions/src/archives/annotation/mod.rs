//! Annotation of games by the tables: marks in the records, rows of moves, and sums.

mod annotator;
mod batches;
mod move_row;
mod moves;
mod plot;
mod positions;
mod provenance;
mod sums;

pub use self::annotator::{AnnotatedChunk, AnnotatedOutput, Annotator, Fault};
pub use self::batches::AnnotatedBatches;
pub use self::move_row::MoveRow;
pub use self::provenance::provenance;
pub use self::sums::{AnnotationSums, GROUPINGS, GroupRow};
