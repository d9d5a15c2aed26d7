//! Chess in Python.

mod family;
mod position;

pub(crate) use position::chess_svg;
