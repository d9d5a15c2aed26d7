//! Reads the files of a source tree.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use walkdir::{DirEntry, WalkDir};

/// Names of folders that are skipped, because they hold no source text of this project.
const SKIPPED: [&str; 6] = ["target", ".git", "node_modules", "gen", "corpus", ".venv"];

/// All text files and crates of a source tree.
pub struct Tree {
    /// Text files, in the order of their paths.
    pub files: Vec<TextFile>,
    /// The crates, in the order of their folders.
    pub crates: Vec<Crate>,
    /// Paths of all files and folders, also of files that are not text.
    pub paths: BTreeSet<String>,
}

/// A text file.
#[derive(Debug, Clone)]
pub struct TextFile {
    /// The path from the root of the tree.
    pub path: String,
    /// Content of the file.
    pub text: String,
}

/// The product code of a crate: the files in `src` without tests.
pub struct Crate {
    /// Path of the crate's folder from the root of the tree.
    pub folder: String,
    /// The parsed files of `src`.
    pub sources: Vec<Source>,
}

/// A parsed file of a crate.
pub struct Source {
    /// The path from the root of the tree.
    pub path: String,
    /// Names of the modules from the root of the crate to this file; empty for `lib.rs` and
    /// `main.rs`.
    pub module: Vec<String>,
    /// Parsed items of the file.
    pub syntax: syn::File,
}

impl Tree {
    /// Reads all files of a tree.
    ///
    /// # Panics
    /// If a file cannot be read, or if a source file is not valid Rust, which the compiler explains
    /// better.
    pub fn read(root: &Path) -> Tree {
        let entries: Vec<DirEntry> = WalkDir::new(root)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| !SKIPPED.contains(&entry.file_name().to_string_lossy().as_ref()))
            .map(|entry| entry.expect("a folder that can be listed"))
            .collect();
        let paths = entries.iter().map(|entry| below(root, entry.path())).collect();
        let found = entries.into_iter().filter(|entry| entry.file_type().is_file());
        let mut files: Vec<TextFile> = found.filter_map(|entry| read(root, entry.into_path())).collect();
        files.sort_by(|first, second| first.path.cmp(&second.path));
        let crates = crates(&files);
        Tree { files, crates, paths }
    }

    /// Returns the files whose path ends with `ending`.
    pub fn ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a TextFile> {
        self.files.iter().filter(move |file| file.path.ends_with(ending))
    }
}

/// Reads a file; `None` if it is not text.
fn read(root: &Path, path: PathBuf) -> Option<TextFile> {
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8(bytes).ok()?;
    Some(TextFile { path: below(root, &path), text })
}

/// Returns the path of a file from the root of the tree.
fn below(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).expect("a path below the root").to_string_lossy().into_owned()
}

fn crates(files: &[TextFile]) -> Vec<Crate> {
    let manifests = files.iter().filter(|file| file.path.ends_with("Cargo.toml") && file.text.contains("[package]"));
    let folders = manifests.filter_map(|file| file.path.strip_suffix("/Cargo.toml"));
    folders
        .map(|folder| Crate { folder: folder.to_owned(), sources: sources(files, &format!("{folder}/src/")) })
        .collect()
}

fn sources(files: &[TextFile], prefix: &str) -> Vec<Source> {
    let below = files.iter().filter_map(|file| Some((file, file.path.strip_prefix(prefix)?.strip_suffix(".rs")?)));
    let parsed = below.map(|(file, name)| {
        let syntax = syn::parse_file(&file.text).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        Source { path: file.path.clone(), module: module(name), syntax }
    });
    let mut sources: Vec<Source> = parsed.collect();
    let tests: Vec<Vec<String>> = sources.iter().flat_map(test_modules).collect();
    sources.retain(|source| !tests.iter().any(|test| source.module.starts_with(test)));
    sources
}

/// Returns the modules with files of their own that a file declares only for tests.
fn test_modules(source: &Source) -> impl Iterator<Item = Vec<String>> + '_ {
    source.syntax.items.iter().filter_map(|item| match item {
        syn::Item::Mod(item) if item.content.is_none() && is_test(&item.attrs) => {
            Some([&source.module[..], &[item.ident.to_string()]].concat())
        }
        _ => None,
    })
}

/// Returns the module of a file. Both `a/b/mod` and `a/b` are `a::b`.
fn module(name: &str) -> Vec<String> {
    match name {
        "lib" | "main" => Vec::new(),
        _ => name.strip_suffix("/mod").unwrap_or(name).split('/').map(str::to_owned).collect(),
    }
}

/// Returns true when attributes exclude an item from the product: `test`, `cfg(test)`,
/// `cfg(all(test, ..))`.
pub fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) if list.path.is_ident("cfg") => asks_for_test(&list.tokens),
        _ => false,
    })
}

/// Returns true when a `cfg` condition is met only in tests.
fn asks_for_test(condition: &TokenStream) -> bool {
    let mut tokens = condition.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => name == "test",
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(parts))) if name == "all" => {
            parts.stream().into_iter().any(|part| matches!(part, TokenTree::Ident(name) if name == "test"))
        }
        _ => false,
    }
}
