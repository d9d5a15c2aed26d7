//! Checks that no crate defines two types with the same name.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use syn::visit::{self, Visit};

use crate::breach::Breach;
use crate::source::{Crate, Tree, is_test};

/// Name that several types may have, because clap uses it in many commands.
const SHARED: &str = "Args";

/// Returns a breach for each type name that a crate defines more than once.
pub fn check(tree: &Tree) -> Vec<Breach> {
    tree.crates.iter().flat_map(doubles).collect()
}

fn doubles(of: &Crate) -> Vec<Breach> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in &of.sources {
        let mut types = Types::default();
        types.visit_file(&source.syntax);
        for name in types.names {
            let line = name.span().start().line;
            places.entry(name.to_string()).or_default().push(format!("{}:{line}", source.path));
        }
    }
    places.retain(|name, places| places.len() > 1 && name != SHARED);
    let breach = |(name, places): (String, Vec<String>)| {
        let text = format!("{} types of {} are named {name}: {}", places.len(), of.folder, places.join(", "));
        Breach { rule: "types", key: format!("{} {name}", of.folder), text }
    };
    places.into_iter().map(breach).collect()
}

/// Names of the types that a file defines outside tests.
#[derive(Debug, Default)]
struct Types {
    names: Vec<Ident>,
}

impl<'a> Visit<'a> for Types {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.names.push(item.ident.clone());
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.names.push(item.ident.clone());
    }

    fn visit_item_union(&mut self, item: &'a syn::ItemUnion) {
        self.names.push(item.ident.clone());
    }

    fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
        self.names.push(item.ident.clone());
    }

    // A type inside a function is not visible elsewhere.
    fn visit_block(&mut self, _: &'a syn::Block) {}
}
