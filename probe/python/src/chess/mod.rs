//! Chess in Python: positions and verdicts.

mod family;
mod position;
mod record;
mod verdict;

pub(crate) use position::chess_svg;
pub(crate) use record::{ChessClaim, ChessFaultyMove};
pub(crate) use verdict::{ChessVerdict, verdicts as verdicts_on_chess};
