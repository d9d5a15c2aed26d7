//! Work that takes long: whole tables are made, searched and counted, archives of games are
//! annotated, and collections of compositions verified.

mod annotate;
mod generate;
mod metric;
mod mine;
mod mine_columns;
mod mine_options;
mod rows;
mod solve;
mod stats;
mod work;

pub(crate) use annotate::{_annotate, Annotation};
pub(crate) use generate::_generate;
pub(crate) use mine::_mine;
pub(crate) use rows::Rows;
pub(crate) use solve::_solve;
pub(crate) use stats::_stats;
