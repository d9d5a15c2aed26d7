//! Tests `peatee-gen check`, which compares files with the manifest and does not check values.

use std::path::Path;
use std::process::{Command, Output};

use peatee_generator::jobs::files::check::check_files;
use peatee_generator::{Error, Watch};
use peatee_table::{MANIFEST_NAME, Manifest};

use crate::common::generate_into;

fn check(directory: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    let Output { status, stdout, stderr } = command.arg("check").arg(directory).args(more).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn files_that_are_damaged_missing_or_extra_are_named() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    generate_into(root.path(), "russian", 2);
    let (english, russian) = (root.path().join("english"), root.path().join("russian"));
    let manifest = |folder: &Path| Manifest::read(folder).expect("readable").expect("it is there");
    let tables: Vec<_> = [&english, &russian].iter().flat_map(|folder| manifest(folder).tables).collect();
    let bytes: u64 = tables.iter().map(|(_, entry)| entry.bytes).sum();
    let all = format!("{} files of {bytes} bytes in the manifest: ", tables.len());
    for threads in ["0", "1", "3"] {
        let (code, out, said) = check(root.path(), &["--threads", threads]);
        assert_eq!((code, said.as_str()), (Some(0), ""));
        assert_eq!(out, format!("{all}0 damaged, 0 unreadable, 0 missing; 0 not in it\n"));
    }
    assert!(check(&english, &[]).1.starts_with(&format!("{} files", manifest(&english).tables.len())));

    std::fs::write(english.join("KvK.wdl.unfinished"), "half").expect("writable");
    std::fs::create_dir(russian.join("old")).expect("writable");
    let (code, out, said) = check(root.path(), &[]);
    assert_eq!((code, said.lines().count()), (Some(0), 2), "{said}");
    assert!(out.ends_with("0 damaged, 0 unreadable, 0 missing; 2 not in it\n"), "{out}");
    assert!(said.contains("KvK.wdl.unfinished: not in the manifest") && said.contains("old: not"), "{said}");

    std::fs::remove_file(english.join("KvM.dtw")).expect("it is there");
    let (code, _, said) = check(root.path(), &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("KvM.dtw"), "{said}");

    // One table has a flipped bit in the middle, and another is cut off.
    let turned = russian.join("MvM.dtw");
    let mut content = std::fs::read(&turned).expect("readable");
    let middle = content.len() / 2;
    content[middle] ^= 4;
    std::fs::write(&turned, &content).expect("writable");
    let cut = std::fs::File::options().write(true).open(russian.join("KvK.wdl")).expect("writable");
    cut.set_len(10).expect("it is longer");
    let (code, out, said) = check(root.path(), &[]);
    assert_eq!(code, Some(5), "{said}");
    assert!(out.ends_with("2 damaged, 0 unreadable, 1 missing; 2 not in it\n"), "{out}");
    assert!(said.contains("MvM.dtw") && said.contains("KvK.wdl: "), "{said}");

    // A folder with an unreadable manifest must not keep the other folders from being checked.
    std::fs::write(english.join(MANIFEST_NAME), "nonsense").expect("writable");
    let (code, out, said) = check(root.path(), &[]);
    assert_eq!(code, Some(5), "{said}");
    assert!(
        said.contains("english") && out.ends_with("2 damaged, 0 unreadable, 0 missing; 1 not in it\n"),
        "{said}{out}"
    );
}

/// Puts links that lead nowhere in the place of a file, because nothing else is refused to every
/// user. On Windows a file that another program has locked is refused in the same way.
#[cfg(unix)]
#[test]
fn a_file_that_is_refused_is_neither_damaged_nor_made_again() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    let table = root.path().join("english").join("KvM.wdl");
    std::fs::remove_file(&table).expect("it is there");
    std::os::unix::fs::symlink("KvM.wdl", &table).expect("writable");
    let (code, out, said) = check(root.path(), &[]);
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("KvM.wdl: it cannot be read now: "), "{said}");
    assert!(out.ends_with("0 damaged, 1 unreadable, 0 missing; 0 not in it\n"), "{out}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_peatee-gen"));
    command.args(["generate", "--variant", "english", "--pieces", "2", "--tables"]).arg(root.path());
    let Output { status, stderr, .. } = command.output().expect("it starts");
    assert_eq!(status.code(), Some(5));
    assert!(String::from_utf8_lossy(&stderr).contains("KvM.wdl: it cannot be read now: "), "{stderr:?}");
    assert!(table.is_symlink());
}

#[test]
fn a_folder_that_lost_its_manifest_is_named() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    generate_into(root.path(), "russian", 2);
    std::fs::remove_file(root.path().join("russian").join(MANIFEST_NAME)).expect("it is there");
    std::fs::create_dir(root.path().join("notes")).expect("writable");
    let (code, out, said) = check(root.path(), &[]);
    assert_eq!((code, said.lines().count()), (Some(3), 1), "{said}");
    assert!(said.contains("russian: it has tables and no manifest"), "{said}");
    assert!(out.ends_with("0 damaged, 0 unreadable, 0 missing; 0 not in it\n"), "{out}");
    std::fs::remove_file(root.path().join("english").join(MANIFEST_NAME)).expect("it is there");
    let (code, _, said) = check(root.path(), &[]);
    assert_eq!((code, said.lines().count()), (Some(3), 2), "{said}");
}

#[test]
fn a_directory_without_a_manifest_has_no_tables() {
    let empty = tempfile::tempdir().expect("there is room for temporary files");
    assert_eq!(check(empty.path(), &[]).0, Some(3));
    assert_eq!(check(&empty.path().join("nowhere"), &[]).0, Some(5));
    assert_eq!(check(empty.path(), &["--threads", "100000"]).0, Some(2));
}

/// Progress receiver that stops the work when `at` bytes have been read.
struct Stopping {
    at: u64,
    read: std::sync::atomic::AtomicU64,
}

impl Watch for Stopping {
    fn start(&self, _bytes: u64) {}
    fn slice(&self, _name: &str) {}
    fn advance(&self, bytes: u64) {
        self.read.fetch_add(bytes, std::sync::atomic::Ordering::Relaxed);
    }
    fn is_stopped(&self) -> bool {
        self.read.load(std::sync::atomic::Ordering::Relaxed) >= self.at
    }
}

/// Checks a sparse file of eight gigabytes. The check must stop at the interrupt and must not
/// examine values.
#[test]
fn an_interrupt_ends_the_reading_of_a_long_file() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    let folder = root.path().join("english");
    let mut manifest = Manifest::read(&folder).expect("readable").expect("it is there");
    let long_bytes = 8 << 30;
    manifest.tables.get_mut("KvK.wdl").expect("it is there").bytes = long_bytes;
    std::fs::write(folder.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    let hole = std::fs::File::options().write(true).open(folder.join("KvK.wdl")).expect("writable");
    hole.set_len(long_bytes).expect("file systems have holes");
    let watch = Stopping { at: 4 << 20, read: Default::default() };
    let stopped = check_files(&folder, |_| true, &watch).expect_err("it was stopped");
    assert_eq!(stopped.exit_code(), 6);
    let Error::InterruptedReading { done_bytes, of_bytes } = stopped else { panic!("{stopped}") };
    assert!(done_bytes < 1 << 30 && of_bytes > long_bytes, "{done_bytes}");
}
