//! `--svg`: the position that is asked about as a picture.

use std::path::PathBuf;

use peatee_rules::Game;

use super::AskedArgs;
use crate::errors::Error;
use crate::query;

/// Where a picture goes.
#[derive(Debug, clap::Args)]
pub struct PictureArgs {
    /// Draw the position into this file too, as an SVG picture in the look of the page. For one
    /// position, given as an argument.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl PictureArgs {
    /// Boards of chess are not drawn.
    ///
    /// # Errors
    /// [`Error::Argument`] when a picture was asked for.
    pub fn refuse_for_chess(&self) -> Result<(), Error> {
        if self.svg.is_none() {
            return Ok(());
        }
        let reason = "positions of chess are not drawn yet; leave it out".to_owned();
        Err(Error::Argument { field: "--svg", reason })
    }

    /// Draws the position, if that is asked for. One that cannot be read is not drawn: its answer
    /// says what is wrong with it.
    ///
    /// # Errors
    /// [`Error::Argument`] when there is not exactly one position; [`Error::UnknownVariant`];
    /// [`Error::Io`] when the file cannot be written.
    pub fn draw(&self, asked: &AskedArgs) -> Result<(), Error> {
        let Some(path) = &self.svg else { return Ok(()) };
        let fen = match asked.fens.as_slice() {
            [fen] if asked.has_arguments() => fen,
            _ => {
                let reason = "draws one position; give one FEN as an argument".to_owned();
                return Err(Error::Argument { field: "--svg", reason });
            }
        };
        let game = Game::new(query::named(&asked.variant)?);
        let Ok((position, _)) = game.parse_fen_with_counts(fen) else { return Ok(()) };
        let failed = |error| Error::Io { what: format!("cannot write {}", path.display()), error };
        std::fs::write(path, game.svg(&position)).map_err(failed)
    }
}
