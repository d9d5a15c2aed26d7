//! Metrics that a Python caller names.

use peatee_generator::jobs::metrics::parse_metric;
use peatee_table::Metric;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(super) fn metric_named(name: &str) -> PyResult<Metric> {
    parse_metric(name).map_err(PyValueError::new_err)
}
