//! Table files in memory.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use peatee_probe::{Storage, TableFiles};
use wasm_bindgen::prelude::*;

/// Files of a folder of tables; the key is the file name.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files(HashMap<String, Arc<[u8]>>);

#[wasm_bindgen]
impl Files {
    /// Creates an empty folder.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file.
    pub fn insert(&mut self, name: String, bytes: Vec<u8>) {
        self.0.insert(name, bytes.into());
    }
}

impl TableFiles for Files {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        Ok(Box::new(self.0.get(name).ok_or(io::ErrorKind::NotFound)?.clone()))
    }
}
