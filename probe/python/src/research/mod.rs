//! Work over whole tables that takes long: it makes, searches and counts them.

mod generate;
mod metric;
mod mine;
mod mine_columns;
mod mine_options;
mod rows;
mod stats;
mod work;

pub(crate) use generate::_generate;
pub(crate) use mine::_mine;
pub(crate) use rows::Rows;
pub(crate) use stats::_stats;
