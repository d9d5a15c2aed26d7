//! Files of the folder `page`, compiled into the program.

use rust_embed::RustEmbed;

/// Files of the page.
#[derive(Debug, RustEmbed)]
#[folder = "page"]
pub struct PageFiles;
