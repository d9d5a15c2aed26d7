//! Makes tables of pages with arbitrary values.

use peatee_table::format::Header;
use peatee_table::format::pages::{Effort, PageCoder, PageTableBuilder, Run};

use super::Random;

/// Makes a table of pages with random runs. A run has at most nine times `factor` positions, so
/// that there are several blocks.
pub fn table_of_pages(header: Header, factor: usize, effort: Effort, random: &mut Random) -> Vec<u8> {
    let mut left = header.positions as u32;
    let mut runs = Vec::new();
    while left > 0 {
        let positions = (1 + random.below(9 * factor) as u32 % (1 + random.below(7 * factor)) as u32).min(left);
        left -= positions;
        runs.push(Run { value: random.below(3) as u8, positions });
    }
    let coder = PageCoder::train(&[&runs], true, effort);
    let mut builder = PageTableBuilder::new(header, &coder).unwrap();
    builder.push(&coder.encode(&runs));
    builder.finish()
}
