//! Lines on standard error. A line that cannot be written is lost, because `eprintln!` would panic
//! when a log is full or its reader is gone.

use std::fmt::Display;
use std::io::{self, Write as _};

pub(crate) fn write_line(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
