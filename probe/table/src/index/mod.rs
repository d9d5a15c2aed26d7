//! The index: a bijection between the positions of a slice and the numbers from 0, without gaps.
//!
//! A number has mixed radix: one digit for the squares of each group (the pieces of one side and
//! kind). A digit is the rank of a combination of free squares in colexicographic order (the
//! [combinatorial number system](https://en.wikipedia.org/wiki/Combinatorial_number_system)). Kinds
//! that cannot stand everywhere (men) are placed first, kings last, on the squares still free. If
//! the squares of two kinds overlap only in part (White's and Black's men), the number of free
//! squares would depend on the squares chosen before, and the numbers would have gaps. Therefore
//! the squares of a kind are split into classes. Later kinds may stand on all squares of a class or
//! on none. All positions with the same number of pieces in each class form a distribution, and
//! each distribution has a range of numbers of its own.
//!
//! # Table order
//! The order of the groups is **men, opponent's kings, own kings**. This section and `FORMAT.md`
//! define it. Other code relies on this order and must change with it. In this crate, that is
//! `index/ranker.rs`, whose [`Ranker`] gives the same numbers without a search. In the solver, it
//! is `bitboards/layout`, whose units and rows are runs of positions in table order, and the code
//! that reads the values after promotions and captures. Tests compare each of them with
//! [`SliceIndex`].

mod counts;
mod group_order;
mod ranker;
mod renumber;
mod slice_index;
mod subsets;

pub use group_order::GroupOrder;
#[doc(hidden)]
pub use ranker::{Address, Ranker};
pub use slice_index::{Cursor, Partial, SliceIndex};
pub use subsets::{binomial, unrank_subset};
