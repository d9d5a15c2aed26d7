//! Tests of table files that are changed, removed or replaced while a server reads them.

use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::{DAMAGED, DAMAGED_SLICES, WHOLE, copied, probed};
use crate::common::{Server, fresh_directory};

/// Function that damages a file.
type Fault = fn(&Path);

fn truncate(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).expect("the file is there");
    let length = file.metadata().expect("a length").len();
    file.set_len(length / 2).expect("it can be cut");
}

fn empty(path: &Path) {
    fs::write(path, "").expect("writable");
}

/// Overwrites all bytes of a file, without a change of its length.
fn overwrite(path: &Path) {
    let mut file = OpenOptions::new().write(true).open(path).expect("the file is there");
    let length = file.metadata().expect("a length").len();
    file.seek(SeekFrom::Start(0)).expect("a file");
    file.write_all(&vec![0xa5; length as usize]).expect("writable");
}

/// Replaces a file by a new one with the same name, as programs do that write a file under another
/// name and then rename it.
fn replace(path: &Path) {
    let new = path.with_extension("new");
    fs::write(&new, "something else").expect("writable");
    fs::rename(new, path).expect("it takes the place");
}

fn remove(path: &Path) {
    fs::remove_file(path).expect("it is there");
}

fn forbid(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("the file is ours");
}

/// Returns the files of the slices that are damaged in these tests.
fn files(directory: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(directory).expect("tables").map(|entry| entry.expect("an entry").path());
    let is_one = |path: &PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        DAMAGED_SLICES.iter().any(|slice| name == *slice || name.starts_with(&format!("{slice}.")))
    };
    let found: Vec<_> = all.filter(is_one).collect();
    assert!(found.len() >= 2, "the tables of the slices are there: {found:?}");
    found
}

/// Faults that the server does not notice, because it has the old files open.
const HIDDEN: [(&str, Fault); 3] = [("replaced", replace), ("removed", remove), ("forbidden", forbid)];

/// Faults that the server notices when it reads the files.
const MET: [(&str, Fault); 3] = [("truncated", truncate), ("emptied", empty), ("overwritten", overwrite)];

#[tokio::test]
async fn answers_are_right_or_errors_whatever_happens_to_files() {
    // Without memory for tables, every probe reads its file.
    for memory in [&["--memory-mib", "0"][..], &[]] {
        for (name, fault) in HIDDEN.iter().chain(&MET) {
            let root = fresh_directory(&format!("{name}-{}", memory.len()));
            let directory = copied(&root);
            let server = Server::start(&root, memory);
            let mut client = server.client().await;
            // One position is probed before the fault, the others are not.
            probed(&mut client, DAMAGED[0]).await.expect("whole tables answer");
            files(&directory).iter().for_each(|path| fault(path));
            let is_hidden = HIDDEN.iter().any(|(hidden, _)| hidden == name);
            let mut errors = 0;
            for fen in DAMAGED {
                match probed(&mut client, fen).await {
                    Ok(()) => {}
                    Err(reason) => {
                        assert!(!is_hidden, "{name}: {reason}");
                        assert!(["DAMAGED_TABLE", "TABLE_IO"].contains(&reason.as_str()), "{name}: {reason}");
                        errors += 1;
                    }
                }
            }
            if !memory.is_empty() && !is_hidden {
                assert_eq!(errors, DAMAGED.len(), "{name}: nothing is left to answer from");
            }
            for fen in WHOLE {
                probed(&mut client, fen).await.expect("other tables answer");
            }
        }
    }
}

#[tokio::test]
async fn mapped_files_may_be_replaced_and_removed() {
    for (name, fault) in HIDDEN {
        let root = fresh_directory(&format!("mapped-{name}"));
        let directory = copied(&root);
        let server = Server::start(&root, &["--mmap", "--memory-mib", "0"]);
        let mut client = server.client().await;
        files(&directory).iter().for_each(|path| fault(path));
        for fen in DAMAGED.iter().chain(&WHOLE) {
            probed(&mut client, fen).await.expect("the mapped files are as they were");
        }
    }
}

#[tokio::test]
async fn a_mapped_file_that_is_cut_off_ends_the_server_with_a_reason() {
    let root = fresh_directory("mapped-cut");
    let directory = copied(&root);
    let (mut server, log) = Server::start_logged("mapped-cut-log", &root, &["--mmap", "--memory-mib", "0"]);
    let mut client = server.client().await;
    probed(&mut client, DAMAGED[0]).await.expect("whole tables answer");
    files(&directory).iter().for_each(|path| empty(path));
    for fen in WHOLE {
        probed(&mut client, fen).await.expect("other tables answer");
    }
    for fen in DAMAGED {
        // The server ends at the first of these probes.
        let _ = probed(&mut client, fen).await;
    }
    let status = server.wait().await;
    assert_eq!(status.code(), Some(5), "input or output failed: {status:?}");
    log.wait_for(&["mapped table file", "--mmap"]).await;
}

#[tokio::test]
async fn a_folder_of_tables_without_its_manifest_is_named() {
    let root = fresh_directory("no-manifest");
    copied(&root);
    let forgotten = root.join("dragged");
    fs::rename(root.join("international"), &forgotten).expect("ours");
    fs::remove_file(forgotten.join("manifest.json")).expect("it is there");
    copied(&root);
    fs::create_dir(root.join("lost+found")).expect("writable");
    let (server, log) = Server::start_logged("no-manifest-log", &root, &[]);
    let text = log.wait_for(&["no manifest.json", "dragged"]).await;
    assert_eq!(text.matches("no manifest.json").count(), 1, "{text}");
    probed(&mut server.client().await, WHOLE[0]).await.expect("the other tables answer");
}
