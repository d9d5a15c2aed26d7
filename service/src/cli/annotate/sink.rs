//! Destination of bytes: standard output or a file.

use std::fs::File;
use std::io::{self, Stdout, Write};

/// Standard output or a file.
#[derive(Debug)]
pub enum Sink {
    Stdout(Stdout),
    File(File),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}
