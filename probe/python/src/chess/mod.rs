//! Chess in Python: tables, positions, values, lines, verdicts and slices.

mod line;
mod position;
mod record;
mod slice;
mod tables;
mod value;
mod verdict;

pub(crate) use line::ChessLine;
pub(crate) use position::{chess_position_of, chess_svg};
pub(crate) use record::{ChessClaim, ChessFaultyMove};
pub(crate) use slice::{ChessSlice, ChessSliceChunks};
pub(crate) use tables::{ChessTables, open_chess_tables};
pub(crate) use value::{ChessMove, ChessValue, rule_value};
pub(crate) use verdict::ChessVerdict;
