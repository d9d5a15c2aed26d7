//! Files of the web page, which are compiled into the program.

use rust_embed::RustEmbed;

/// Files of the folder `page`, which contains the web page and the text catalogues.
#[derive(Debug, RustEmbed)]
#[folder = "page"]
pub struct PageFiles;
