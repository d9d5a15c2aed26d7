//! Tests that the committed header equals the one that cbindgen generates from the sources.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("the configuration can be read");
    let mut made = Vec::new();
    cbindgen::generate_with_config(root, config).expect("cbindgen reads the sources").write(&mut made);
    let made = String::from_utf8(made).expect("the sources are UTF-8");
    let path = root.join("include/peatee.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &made).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        made == committed,
        "include/peatee.h is not what the sources give: UPDATE_HEADER=1 cargo test -p peatee-capi"
    );
    for function in exported(root) {
        assert!(
            made.contains(&format!(" {function}(")) || made.contains(&format!("*{function}(")),
            "{function} is missing"
        );
    }
}

/// Returns the names of the functions that the sources export, found without cbindgen.
fn exported(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for file in std::fs::read_dir(root.join("src/exports")).expect("the sources are there") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a source file");
        let starts = text.match_indices("extern \"C\" fn ").map(|(at, found)| at + found.len());
        names.extend(starts.map(|at| text[at..].split('(').next().unwrap_or_default().to_owned()));
    }
    assert!(names.len() > 15, "{names:?}");
    names
}
