//! The generated code in `src/gen` matches the `.proto` files.
//!
//! `UPDATE_PROTO=1 cargo test -p peatee-proto` rewrites it.

use std::fs;
use std::path::Path;

use prost::Message as _;

const FILES: &[&str] = &[
    "peatee/v1/adjudicate.proto",
    "peatee/v1/peatee.proto",
    "peatee/v1/position.proto",
    "peatee/v1/status.proto",
    "peatee/v1/value.proto",
    "peatee/v1/variant.proto",
];

/// Writes the generated Rust code of the package, one file, and the descriptor sets to the folder
/// `out`.
fn generate(root: &Path, out: &Path) {
    let mut compiler = protox::Compiler::new([root]).expect("the folder of the .proto files");
    compiler.include_source_info(true).include_imports(true);
    compiler.open_files(FILES).expect("the .proto files are valid");
    let with_comments = compiler.file_descriptor_set();
    // Comments of our own files are kept: the service builds its OpenAPI document from them.
    let mut kept = with_comments.clone();
    for file in kept.file.iter_mut().filter(|file| !file.package().starts_with("peatee")) {
        file.source_code_info = None;
    }
    for info in kept.file.iter_mut().filter_map(|file| file.source_code_info.as_mut()) {
        info.location.retain(|location| location.leading_comments.is_some());
    }
    fs::write(out.join("descriptor_with_comments.bin"), kept.encode_to_vec()).expect("write");
    kept.file.iter_mut().for_each(|file| file.source_code_info = None);
    fs::write(out.join("descriptor.bin"), kept.encode_to_vec()).expect("write");
    tonic_prost_build::configure()
        .out_dir(out)
        .emit_rerun_if_changed(false)
        .client_mod_attribute(".", "#[cfg(feature = \"rpc\")]")
        .server_mod_attribute(".", "#[cfg(feature = \"rpc\")]")
        // Boxed, because thousands of responses about draughts in a stream do not have this field.
        .boxed("peatee.v1.ProbeStreamResponse.rule_value")
        .compile_fds(with_comments)
        .expect("code can be generated");
}

#[test]
fn generated_code_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let committed = root.join("src/gen");
    if std::env::var_os("UPDATE_PROTO").is_some() {
        fs::create_dir_all(&committed).expect("create src/gen");
        generate(root, &committed);
        return;
    }
    let fresh = tempfile::tempdir().expect("a temporary directory");
    generate(root, fresh.path());
    for name in ["peatee.v1.rs", "descriptor.bin", "descriptor_with_comments.bin"] {
        let expected = fs::read(fresh.path().join(name)).expect("generated");
        let found = fs::read(committed.join(name)).unwrap_or_default();
        assert!(
            expected == found,
            "proto/src/gen/{name} is not what the .proto files say; run UPDATE_PROTO=1 cargo test -p peatee-proto"
        );
    }
    let names = |dir: &Path| {
        let mut names: Vec<_> = fs::read_dir(dir).expect("readable").map(|e| e.expect("entry").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&committed), names(fresh.path()), "proto/src/gen holds other files than are generated");
}

#[test]
fn every_proto_file_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<String> = fs::read_dir(root.join("peatee/v1"))
        .expect("readable")
        .map(|entry| format!("peatee/v1/{}", entry.expect("entry").file_name().to_string_lossy()))
        .collect();
    found.sort();
    assert_eq!(found, FILES);
}
