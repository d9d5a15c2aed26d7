//! Holds open tables that may be closed while several objects use them.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use peatee_probe::AnyTables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::ClosedError;

/// Tables shared by a Python `Tables` object and its slices.
#[derive(Debug)]
pub(crate) struct Handle {
    /// Open tables; `None` after closing.
    opened: RwLock<Option<Arc<AnyTables>>>,
    pub(crate) directory: PathBuf,
}

impl Handle {
    pub(crate) fn new(opened: AnyTables, directory: PathBuf) -> Arc<Handle> {
        Arc::new(Handle { opened: RwLock::new(Some(Arc::new(opened))), directory })
    }

    /// Returns the open tables. They stay open until the caller drops them.
    pub(crate) fn get(&self) -> PyResult<Arc<AnyTables>> {
        let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
        opened.clone().ok_or_else(|| {
            let directory = self.directory.display();
            ClosedError::new_err(format!("the tables in {directory} are closed; open them again with open_tables"))
        })
    }

    /// Returns the error of an attempt to send the tables to another process.
    pub(crate) fn not_sent(&self) -> PyErr {
        let directory = &self.directory;
        PyTypeError::new_err(format!(
            "open tables cannot be sent to another process; call open_tables({directory:?}) there"
        ))
    }

    /// Closes the tables for all objects that share this handle.
    pub(crate) fn close(&self) {
        let opened = self.opened.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(opened);
    }
}
