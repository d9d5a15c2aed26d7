//! Shows operators a server: its tables, metrics, refusals and traces.

pub mod certificate_metrics;
pub mod edition;
pub mod exposition;
pub mod metrics;
pub mod process_metrics;
pub mod refusals;
pub mod traces;
pub mod unusable;
