//! Open tables that may be closed while others hold them.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use peatee_probe::Tables;
use pyo3::prelude::*;

use crate::errors::ClosedError;

/// What the `Tables` of Python and their slices share.
#[derive(Debug)]
pub(crate) struct Handle {
    /// `None` once it is closed.
    opened: RwLock<Option<Arc<Tables>>>,
    pub(crate) directory: PathBuf,
}

impl Handle {
    /// A handle on open tables.
    pub(crate) fn new(opened: Tables) -> Arc<Handle> {
        let directory = opened.directory().to_owned();
        Arc::new(Handle { opened: RwLock::new(Some(Arc::new(opened))), directory })
    }

    /// The open tables, which stay open until the caller lets go of them.
    pub(crate) fn get(&self) -> PyResult<Arc<Tables>> {
        let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
        opened.clone().ok_or_else(|| {
            let directory = self.directory.display();
            ClosedError::new_err(format!("the tables in {directory} are closed; open them again with open_tables"))
        })
    }

    /// Closes the tables for all who hold the handle.
    pub(crate) fn close(&self) {
        let opened = self.opened.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(opened);
    }
}
