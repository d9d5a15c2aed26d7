//! Checks that no function has more than 60 lines or 6 parameters. Functions for C may have any
//! number of parameters, because these are their interface.

use syn::visit::{self, Visit};

use crate::breach::Breach;
use crate::source::{Source, Tree, is_test};

const MOST_LINES: usize = 60;
const MOST_PARAMETERS: usize = 6;

/// Returns a breach for each function with too many lines or parameters.
pub fn check(tree: &Tree) -> Vec<Breach> {
    tree.crates.iter().flat_map(|of| &of.sources).flat_map(large).collect()
}

fn large(source: &Source) -> Vec<Breach> {
    let mut functions = Functions { path: &source.path, breaches: Vec::new() };
    functions.visit_file(&source.syntax);
    functions.breaches
}

struct Functions<'a> {
    path: &'a str,
    breaches: Vec<Breach>,
}

impl Functions<'_> {
    fn look(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let end = body.brace_token.span.close().end().line;
        let lines = end - signature.fn_token.span.start().line + 1;
        let parameters = if signature.abi.is_some() { 0 } else { signature.inputs.len() };
        let name = &signature.ident;
        if lines > MOST_LINES || parameters > MOST_PARAMETERS {
            let place = format!("{}:{}", self.path, name.span().start().line);
            let text = format!(
                "{place}: `{name}` has {lines} lines and {parameters} parameters; {MOST_LINES} and {MOST_PARAMETERS} \
                 are allowed"
            );
            self.breaches.push(Breach { rule: "functions", key: format!("{} {name}", self.path), text });
        }
    }
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.look(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.look(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        item.default.iter().for_each(|body| self.look(&item.sig, body));
        visit::visit_trait_item_fn(self, item);
    }
}
