//! The files of the folder `page`, which are part of the program.

use rust_embed::RustEmbed;

/// The files of the page.
#[derive(Debug, RustEmbed)]
#[folder = "page"]
pub struct PageFiles;
