//! Rules of the source tree that no compiler checks.
//!
//! | rule | breach |
//! |---|---|
//! | [`imports`] | cycles of imports among the modules of one folder |
//! | [`types`] | a type name that one crate defines twice |
//! | [`functions`] | a function of more than 60 lines or 6 parameters |
//! | [`comments`] | a doc comment that begins with a relative word; a comment over 100 columns |
//! | [`files`] | a Rust file that nothing compiles, or of more than 500 lines |
//! | [`games`] | code outside `any.rs` and a family's own files that asks which family a game is of |
//! | [`pages`] | Markdown over 100 columns, a link or an import of no file; a path of a machine in any text |
//! | [`words`] | a name in the glossary that no source has |
//!
//! `known.toml` lists the breaches that the tree still has. The list must agree with the tree, so
//! it can only be shortened on purpose: `UPDATE_TIDY=1 cargo test -p peatee-tidy` writes it.

mod breach;
pub mod comments;
pub mod files;
pub mod functions;
pub mod games;
pub mod imports;
pub mod known;
pub mod modules;
pub mod pages;
pub mod source;
pub mod types;
pub mod words;

pub use breach::Breach;
use source::Tree;

/// Returns all breaches of all rules, in the order of rules and places.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let rules = [
        imports::check,
        types::check,
        functions::check,
        files::check,
        comments::check,
        games::check,
        pages::check,
        words::check,
    ];
    rules.iter().flat_map(|rule| rule(tree)).collect()
}
