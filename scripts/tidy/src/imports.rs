//! Checks that the imports among the modules of a folder form no cycle.
//!
//! The rule holds in each folder of a crate, and a subfolder counts as one module. A module on the
//! first level therefore only imports modules that do not import it, and the same is true inside
//! each module. The folder's own file (`mod.rs`) also counts as a module.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::breach::Breach;
use crate::modules::{ModulePath, Modules};
use crate::source::{Crate, Tree};

/// Name that stands for the file of a folder itself, such as `mod.rs`, among the folder's modules.
const OWN_FILE: &str = "self";

/// Imports among the modules of a folder. The key names the importing and the imported module. The
/// value is an example of such an import: the full paths of two modules.
type Imports = BTreeMap<(String, String), (String, String)>;

/// Returns a breach for each cycle of imports, among the modules of a folder or among files of a
/// crate.
pub fn check(tree: &Tree) -> Vec<Breach> {
    tree.crates.iter().flat_map(cycles).collect()
}

fn cycles(of: &Crate) -> Vec<Breach> {
    let root = format!("{}/src", of.folder);
    let mut folders: BTreeMap<String, Imports> = BTreeMap::new();
    for (from, to) in Modules::new(of).imports() {
        let example = (from.join("::"), to.join("::"));
        let common = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
        let name = |path: &ModulePath| path.get(common).map_or(OWN_FILE, String::as_str).to_owned();
        let folder = [std::slice::from_ref(&root), &from[..common]].concat().join("/");
        folders.entry(folder).or_default().entry((name(&from), name(&to))).or_insert(example.clone());
        folders.entry(format!("files of {root}")).or_default().insert(example.clone(), example);
    }
    folders.iter().flat_map(|(place, imports)| cycles_among(place, imports)).collect()
}

fn cycles_among(place: &str, imports: &Imports) -> Vec<Breach> {
    let graph: DiGraphMap<&str, ()> = imports.keys().map(|(from, to)| (from.as_str(), to.as_str(), ())).collect();
    let groups = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
    let breach = |group: Vec<&str>| {
        let group: BTreeSet<&str> = group.into_iter().collect();
        let is_inside = |ends: &(String, String)| group.contains(ends.0.as_str()) && group.contains(ends.1.as_str());
        let inside = imports.iter().filter(|(ends, _)| is_inside(ends));
        let examples: Vec<String> = inside.map(|(_, (from, to))| format!("{from} -> {to}")).collect();
        let members = group.into_iter().collect::<Vec<_>>().join(" ");
        let text = format!("{place}: {members} import each other: {}", examples.join(", "));
        Breach { rule: "imports", key: format!("{place}: {members}"), text }
    };
    groups.map(breach).collect()
}
