//! Views of a running server for operators: tables, metrics, refusals and traces.

pub mod certificate_metrics;
pub mod exposition;
pub mod lost_lines;
pub mod metrics;
pub mod process_metrics;
pub mod refusals;
pub mod table_snapshot;
pub mod traces;
pub mod unusable;
