//! Chess in the Python package.

mod family;
mod position;

pub(crate) use position::chess_svg;
