//! Work that takes long: whole tables are made, searched and counted, and archives of games are
//! annotated.

mod annotate;
mod generate;
mod metric;
mod mine;
mod mine_columns;
mod mine_options;
mod rows;
mod stats;
mod work;

pub(crate) use annotate::{_annotate, Annotation};
pub(crate) use generate::_generate;
pub(crate) use mine::_mine;
pub(crate) use rows::Rows;
pub(crate) use stats::_stats;
