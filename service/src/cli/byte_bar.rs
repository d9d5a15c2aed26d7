//! Progress of commands that read many bytes.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const BAR: &str = "{msg:>14} [{wide_bar}] {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {eta} left";

/// Returns a progress bar that counts bytes, on standard error. It is hidden if standard error is
/// not a terminal.
pub fn byte_bar(bytes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(BAR).expect("the template is right").progress_chars("=> ");
    ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr()).with_style(style)
}
