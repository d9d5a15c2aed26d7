//! Evaluation of finished tables: statistics, exports, searches, reports and pictures.

pub mod export;
pub mod families;
pub mod mine;
pub mod named_slices;
pub mod plots;
pub mod report;
pub mod signature;
pub mod stats;
pub mod value_columns;
