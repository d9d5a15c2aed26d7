//! Tables whose headers are known before their files are read.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use peatee_table::HEADER_LIST_NAME;
use peatee_table::format::HEADER_BYTES;

use crate::storage::Storage;

/// A file whose header is known from a header list, which holds the headers of all tables of a
/// folder. The first read beyond the header also reads the header, and fails if the two headers
/// differ.
pub(crate) struct KnownHeader<S> {
    header: [u8; HEADER_BYTES],
    file: S,
    is_compared: AtomicBool,
}

impl<S: Storage> KnownHeader<S> {
    pub(crate) fn new(header: [u8; HEADER_BYTES], file: S) -> KnownHeader<S> {
        KnownHeader { header, file, is_compared: AtomicBool::new(false) }
    }

    fn compare(&self, found: &[u8]) -> io::Result<()> {
        if found != self.header {
            let reason = format!(
                "its header is not the one in {HEADER_LIST_NAME}: the tables were changed after they were published; \
                 publish them again"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        self.is_compared.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl<S: Storage> Storage for KnownHeader<S> {
    fn length_bytes(&self) -> u64 {
        self.file.length_bytes()
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let header = usize::try_from(offset).ok().and_then(|at| self.header.get(at..)?.get(..buffer.len()));
        if let Some(bytes) = header {
            buffer.copy_from_slice(bytes);
            return Ok(());
        }
        if self.is_compared.load(Ordering::Relaxed) {
            return self.file.read_exact_at(buffer, offset);
        }
        if offset > HEADER_BYTES as u64 {
            let mut found = [0; HEADER_BYTES];
            self.file.read_exact_at(&mut found, 0)?;
            self.compare(&found)?;
            return self.file.read_exact_at(buffer, offset);
        }
        // The bytes directly follow the header, so one read gets both.
        let mut found = vec![0; offset as usize + buffer.len()];
        self.file.read_exact_at(&mut found, 0)?;
        self.compare(&found[..HEADER_BYTES])?;
        buffer.copy_from_slice(&found[offset as usize..]);
        Ok(())
    }

    fn reads_ahead(&self) -> bool {
        self.file.reads_ahead()
    }
}
