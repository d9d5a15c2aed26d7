//! The option `--svg`, which draws a picture of the position.

use std::path::PathBuf;

use peatee_probe::with_game;

use super::FenArgs;
use super::answers::Answers as _;
use crate::ask::games;
use crate::errors::Error;

/// Options of a picture.
#[derive(Debug, clap::Args)]
pub struct PictureArgs {
    /// Draw the position into this file too, as an SVG picture in the look of the page. For one
    /// position, given as an argument.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl PictureArgs {
    /// Draws the position into the file if the option is given. If the FEN cannot be read, draws
    /// nothing, because the answer to the position reports the error.
    ///
    /// # Errors
    /// [`Error::Argument`] if there is not exactly one position; [`Error::UnknownVariant`];
    /// [`Error::Io`] if the file cannot be written.
    pub fn draw(&self, source: &FenArgs) -> Result<(), Error> {
        let Some(path) = &self.svg else { return Ok(()) };
        let fens = source.positions();
        let fen = match fens.as_slice() {
            [fen] if source.has_arguments() => fen,
            _ => {
                let reason = "draws one position; give one FEN as an argument".to_owned();
                return Err(Error::Argument { field: "--svg", reason });
            }
        };
        let picture = with_game!(games::game(&source.variant)?, game => game.picture(fen));
        let Some(picture) = picture else { return Ok(()) };
        let failed = |error| Error::Io { what: format!("cannot write {}", path.display()), error };
        std::fs::write(path, picture).map_err(failed)
    }
}
