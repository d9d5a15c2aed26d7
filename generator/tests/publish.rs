//! Tests `peatee-gen publish`. Code that was written from `FORMAT.md` alone reads the published
//! folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::generate_into;

fn publish(directory: &Path, out: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    let output = command.arg("publish").arg(directory).arg("--out").arg(out).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&read(path)).expect("it is JSON")
}

/// Reads a header list: a file that holds the manifest of a folder, followed by the headers of its
/// tables. Returns the manifest, and the headers in the order of the manifest.
fn header_list(bytes: &[u8]) -> (&[u8], Vec<&[u8]>) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(bytes[..8], [0x89, 0x50, 0x54, 0x48, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert_eq!(number(12), crc32fast::hash(&[&bytes[..12], &bytes[16..]].concat()));
    let (manifest, headers) = bytes[16..].split_at(number(8) as usize);
    assert_eq!(headers.len() % 320, 0);
    (manifest, headers.chunks(320).collect())
}

/// Reads a file of checksums. Returns the digest of each file by file name.
fn sums(path: &Path) -> BTreeMap<String, String> {
    let text = String::from_utf8(read(path)).expect("it is text");
    let lines = text.lines().map(|line| line.split_once("  ").expect("a digest and a name"));
    lines.map(|(digest, name)| (name.to_owned(), digest.to_owned())).collect()
}

#[test]
fn a_site_has_each_table_its_headers_sums_and_signatures() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let (tables, site) = (root.path().join("tables"), root.path().join("site"));
    generate_into(&tables, "english", 3);
    let (code, out, said) = publish(&tables.join("english"), &site);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    // The second game is added to a site that already has the first.
    generate_into(&tables, "russian", 2);
    assert_eq!(publish(&tables.join("russian"), &site).0, Some(0));

    let english = site.join("english");
    let manifest = json(&tables.join("english/manifest.json"));
    let entries = manifest["tables"].as_object().expect("tables");
    let (listed, headers) = (read(&english.join("headers.bin")), entries.len());
    let (of_list, of_tables) = header_list(&listed);
    assert_eq!(of_list, read(&english.join("manifest.json")));
    assert_eq!(of_tables.len(), headers);
    let (blake3, sha256) = (sums(&english.join("B3SUMS")), sums(&english.join("SHA256SUMS")));
    assert_eq!(blake3.len(), entries.len() + 2);
    for ((name, entry), header) in entries.iter().zip(of_tables) {
        let copied = read(&english.join(name));
        assert_eq!(copied, read(&tables.join("english").join(name)));
        assert_eq!(header, &copied[..320], "{name}");
        assert_eq!(blake3[name], entry["blake3"].as_str().expect("a digest"), "{name}");
    }
    for (name, digest) in &blake3 {
        assert_eq!(*digest, blake3::hash(&read(&english.join(name))).to_hex().to_string(), "{name}");
    }
    let checked = Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&english).status();
    assert!(checked.is_ok_and(|status| status.success()), "by a program that shares nothing with this one");
    assert_eq!(sha256.keys().collect::<Vec<_>>(), blake3.keys().collect::<Vec<_>>());

    let index = json(&site.join("index.json"));
    let ids: Vec<&String> = index["games"].as_object().expect("games").keys().collect();
    assert_eq!(ids, ["english", "russian"]);
    let game = &index["games"]["english"];
    let bytes: u64 = entries.values().map(|entry| entry["bytes"].as_u64().expect("a length")).sum();
    assert_eq!(out, format!("english: {headers} tables up to 3 pieces, {bytes} bytes\n"));
    assert_eq!((&game["tables"], &game["bytes"], &game["pieces_max"]), (&headers.into(), &bytes.into(), &3.into()));
    assert_eq!(game["rules_digest"], manifest["rules_digest"]);
    assert_eq!(game["manifest_blake3"].as_str(), Some(blake3["manifest.json"].as_str()));
    let mut signature = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    let signature = signature.args(["signature", "--variant", "english", "--tables"]).arg(&tables).output();
    let signature = String::from_utf8(signature.expect("it starts").stdout).expect("text");
    for (metric, signed) in game["signatures"].as_object().expect("signatures") {
        let line = format!("{}  english 2-3 {metric}\n", signed.as_str().expect("a digest"));
        assert!(signature.contains(&line), "{line}{signature}");
    }
    assert_eq!(signature.lines().count(), game["signatures"].as_object().map_or(0, |all| all.len()));
    assert!(site.join("LICENSE-MIT").exists() && site.join("LICENSE-APACHE").exists());

    // Publishing into the same directory must copy nothing, and `check` must find no unexpected
    // file.
    assert_eq!(publish(&tables, &tables).0, Some(0));
    assert_eq!(read(&tables.join("english/headers.bin")), listed);
    let mut check = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    let output = check.arg("check").arg(&tables).output().expect("it starts");
    assert!(
        String::from_utf8_lossy(&output.stdout).ends_with("0 damaged, 0 unreadable, 0 missing; 0 not in it\n"),
        "{output:?}"
    );
}

#[test]
fn a_site_has_the_page_with_its_library() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let (tables, page, site) = (root.path().join("tables"), root.path().join("page"), root.path().join("site"));
    generate_into(&tables, "english", 2);
    let publish_page = |page: &Path, site: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
        let command = command.arg("publish").arg(&tables).arg("--out").arg(site).arg("--page").arg(page);
        let output = command.output().expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    std::fs::create_dir_all(page.join("app")).expect("writable");
    for (name, text) in [("index.html", "<title>"), ("app/main.js", "let x;")] {
        std::fs::write(page.join(name), text).expect("writable");
    }
    let (code, said) = publish_page(&page, &site);
    assert!(code == Some(5) && said.contains("library") && !site.exists(), "a page without a library: {said}");

    std::fs::create_dir(page.join("library")).expect("writable");
    std::fs::write(page.join("library/index.js"), "export {}").expect("writable");
    let (code, said) = publish_page(&page, &site);
    assert_eq!(code, Some(0), "{said}");
    for name in ["index.html", "app/main.js", "library/index.js"] {
        assert_eq!(read(&site.join(name)), read(&page.join(name)), "{name}");
    }
    assert!(site.join("english/headers.bin").exists() && site.join("index.json").exists());

    // A page in its site, a site in its page, and one folder for both.
    let (inner, new) = (page.join("app"), page.join("app/../new/site"));
    let detour = root.path().join("other/no/../../page/site");
    for out in [root.path(), &inner, &new, &page, &detour] {
        let (code, said) = publish_page(&page, out);
        assert!(code == Some(2) && said.contains("are one folder, or one is in the other"), "{out:?}: {said}");
        assert!(!out.join("english").exists(), "{out:?}");
    }
}

#[test]
fn damaged_and_missing_tables_are_not_published() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let (tables, site) = (root.path().join("tables"), root.path().join("site"));
    generate_into(&tables, "english", 2);
    let table = tables.join("english/MvM.dtw");
    let whole = read(&table);
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("it has bytes") ^= 1;
    std::fs::write(&table, &damaged).expect("writable");
    let (code, _, said) = publish(&tables, &site);
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("MvM.dtw") && said.contains("checksum"), "{said}");
    std::fs::remove_file(&table).expect("it is there");
    let (code, _, said) = publish(&tables, &site);
    assert_eq!(code, Some(3), "{said}");
    assert!(!site.join("index.json").exists() && !site.join("english/MvM.dtw").exists());
    assert_eq!(publish(&root.path().join("nowhere"), &site).0, Some(5));

    // A metric with a missing table must have no signature.
    std::fs::write(&table, &whole).expect("writable");
    let manifest = tables.join("english/manifest.json");
    let mut less = json(&manifest);
    less["tables"].as_object_mut().expect("tables").remove("MvM.dtw");
    std::fs::write(&manifest, serde_json::to_vec_pretty(&less).expect("JSON")).expect("writable");
    assert_eq!(publish(&tables, &site).0, Some(0));
    let signatures = &json(&site.join("index.json"))["games"]["english"]["signatures"];
    assert!(signatures["wdl"].is_string() && signatures["dtw"].is_null(), "{signatures}");
}
