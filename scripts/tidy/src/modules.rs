//! Finds the modules of a crate, and the module that defines the item at the end of a path.
//!
//! A path is followed through module files, and then through `use` lines of any kind: public,
//! private, renamed or `*`. Items that macros define are not found.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::source::{Crate, is_test};

/// Maximum number of `use` lines through which a path is followed.
const MOST_STEPS: usize = 12;

/// Names of the modules from the root of the crate to a module.
pub type ModulePath = Vec<String>;

/// All modules of a crate that have a file.
#[derive(Debug)]
pub struct Modules {
    modules: BTreeMap<ModulePath, Module>,
}

/// The names that a module defines or imports, and the paths in its code.
#[derive(Debug, Default)]
struct Module {
    /// Paths in `use` lines; the key is the imported name.
    aliases: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    defined: BTreeSet<String>,
    paths: BTreeSet<Vec<String>>,
}

impl Modules {
    /// Collects the modules of a crate.
    pub fn new(of: &Crate) -> Modules {
        let mut modules: BTreeMap<ModulePath, Module> = BTreeMap::new();
        for source in &of.sources {
            modules.entry(source.module.clone()).or_default().visit_file(&source.syntax);
        }
        Modules { modules }
    }

    /// Returns pairs of modules. The first module of a pair names an item that the second module
    /// defines.
    pub fn imports(&self) -> BTreeSet<(ModulePath, ModulePath)> {
        let mut imports = BTreeSet::new();
        for (from, module) in &self.modules {
            let aliases = module.aliases.values().chain(&module.globs);
            for path in module.paths.iter().chain(aliases) {
                imports.extend(self.resolve(from, path, MOST_STEPS).map(|to| (from.clone(), to)));
            }
        }
        imports.retain(|(from, to)| from != to);
        imports
    }

    /// Returns the module that defines the item at the end of a path; `None` if the item is a
    /// module or is in another crate.
    fn resolve(&self, from: &ModulePath, path: &[String], steps: usize) -> Option<ModulePath> {
        let steps = steps.checked_sub(1)?;
        let mut at = from.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (at, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    at.pop()?;
                    rest = &rest[1..];
                }
            }
            first => {
                let alias = self.modules[from].aliases.get(first).filter(|alias| alias.as_slice() != [first]);
                match alias {
                    Some(alias) => return self.resolve(from, &[alias.as_slice(), &rest[1..]].concat(), steps),
                    None if self.child(&at, first).is_some() => {}
                    None => return None,
                }
            }
        }
        while let Some(child) = rest.first().and_then(|name| self.child(&at, name)) {
            (at, rest) = (child, &rest[1..]);
        }
        let module = self.modules.get(&at)?;
        let name = rest.first()?;
        if module.defined.contains(name) {
            return Some(at);
        }
        if let Some(alias) = module.aliases.get(name) {
            return self.resolve(&at, &[alias.as_slice(), &rest[1..]].concat(), steps);
        }
        let through = |glob: &Vec<String>| self.resolve(&at, &[glob.as_slice(), rest].concat(), steps);
        module.globs.iter().find_map(through)
    }

    fn child(&self, of: &ModulePath, name: &str) -> Option<ModulePath> {
        let child = [of.as_slice(), &[name.to_owned()]].concat();
        self.modules.contains_key(&child).then_some(child)
    }
}

impl Module {
    /// Adds the paths of a `use` line. All of them begin with `prefix`.
    fn take_use(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let longer = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        let named = |name: &syn::Ident| if name == "self" { prefix.to_vec() } else { longer(name) };
        match tree {
            syn::UseTree::Path(path) => self.take_use(&longer(&path.ident), &path.tree),
            syn::UseTree::Name(name) => {
                let path = named(&name.ident);
                self.aliases.extend(path.last().cloned().map(|last| (last, path)));
            }
            syn::UseTree::Rename(rename) => {
                self.aliases.insert(rename.rename.to_string(), named(&rename.ident));
            }
            syn::UseTree::Glob(_) => self.globs.push(prefix.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.take_use(prefix, tree)),
        }
    }

    /// Adds the paths among the tokens of a macro.
    fn take_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.take_path(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                proc_macro2::TokenTree::Group(group) => {
                    self.take_path(std::mem::take(&mut path));
                    self.take_tokens(group.stream());
                }
                _ => self.take_path(std::mem::take(&mut path)),
            }
        }
        self.take_path(path);
    }

    fn take_path(&mut self, path: Vec<String>) {
        if path.len() > 1 {
            self.paths.insert(path);
        }
    }

    fn define(&mut self, name: &syn::Ident) {
        self.defined.insert(name.to_string());
    }
}

impl<'a> Visit<'a> for Module {
    fn visit_item(&mut self, item: &'a syn::Item) {
        match item {
            syn::Item::Mod(item) if item.content.is_none() || is_test(&item.attrs) => return,
            syn::Item::Struct(item) => self.define(&item.ident),
            syn::Item::Enum(item) => self.define(&item.ident),
            syn::Item::Union(item) => self.define(&item.ident),
            syn::Item::Trait(item) => self.define(&item.ident),
            syn::Item::Type(item) => self.define(&item.ident),
            syn::Item::Const(item) => self.define(&item.ident),
            syn::Item::Static(item) => self.define(&item.ident),
            syn::Item::Fn(item) => self.define(&item.sig.ident),
            syn::Item::Macro(item) => item.ident.iter().for_each(|name| self.define(name)),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.take_use(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.take_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.take_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}
