//! Files of the folder `page`, compiled into the program.

use rust_embed::RustEmbed;

/// Embedded files of the page for users.
#[derive(Debug, RustEmbed)]
#[folder = "page"]
pub struct PageFiles;
