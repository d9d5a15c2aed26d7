//! Plots of counts as SVG, in one style.
//!
//! A plot has a title, a legend and, in each bar, a text for the mouse with the numbers of the bar.
//! It is light or dark as the viewer prefers (`prefers-color-scheme`); viewers without style sheets
//! show it light.

mod bars;
mod columns;
mod count;
mod hue;
mod plot;

pub use bars::{BarPlot, BarRow};
pub use columns::{ColumnPlot, ColumnSeries};
pub use count::count;
pub use hue::Hue;
pub use plot::{Anchor, Area, Plot};
