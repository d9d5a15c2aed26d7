//! Tables for the tests, and functions that build C programs with the library of this build.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use peatee::*;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::Metric;
use peatee_probe::peatee_rules::{Draughts, Variant};
use tempfile::TempDir;

/// Directory of the tables of English draughts up to three pieces.
pub const ENGLISH_3: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/v4/english");

/// The folder of this crate.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub fn c(text: &str) -> CString {
    CString::new(text).expect("the text holds no NUL")
}

#[allow(unsafe_code, reason = "the library gives a pointer")]
pub fn last_error() -> String {
    // SAFETY: the pointer is valid until the next call that fails.
    unsafe { CStr::from_ptr(peatee_last_error()) }.to_str().expect("errors are UTF-8").to_owned()
}

/// Opens a directory of tables through the C interface, and returns the handle.
#[allow(unsafe_code, reason = "the interface takes pointers")]
pub fn open(directory: &Path) -> PeateeTables {
    let mut handle = 0;
    let directory = c(directory.to_str().expect("the path is UTF-8"));
    // SAFETY: the pointers point to live objects.
    let status = unsafe { peatee_open(directory.as_ptr(), std::ptr::null(), &raw mut handle) };
    assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    handle
}

/// Makes tables of 2 to `pieces` pieces in a folder of the variant, below the returned directory.
pub fn make(variant: &str, pieces: u8, metrics: &[Metric]) -> TempDir {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let game = Draughts::new(Variant::named(variant).expect("the test names a variant"));
    let directory = TableDirectory::open(root.path(), &game).expect("a new directory can be opened");
    let settings = Settings::new(metrics.to_vec(), 4 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
    root
}

/// Returns the compiler that the environment variable `variable` names, or else `usual`. If that
/// compiler does not run, prints a line and returns `None`.
pub fn compiler(variable: &str, usual: &str) -> Option<String> {
    let name = std::env::var(variable).unwrap_or_else(|_| usual.to_owned());
    let is_there = Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        println!("skipped: there is no compiler `{name}` here");
    }
    is_there.then_some(name)
}

/// Returns the folder of the library of this build.
pub fn library_folder() -> PathBuf {
    let program = std::env::current_exe().expect("the test has a path");
    program.parent().expect("it is in a folder").to_owned()
}

#[derive(Clone, Copy)]
pub enum Link {
    Shared,
    Static,
}

/// Builds a program, and returns its path. The paths of its sources start at the folder of this
/// crate.
pub fn build(compiler: &str, flags: &[&str], sources: &[&str], link: Link, into: &Path) -> PathBuf {
    let name = Path::new(sources[0]).file_stem().expect("a source has a name");
    let program = into.join(name).with_extension(match link {
        Link::Shared => "shared",
        Link::Static => "static",
    });
    let library = library_folder();
    let mut command = Command::new(compiler);
    command.args(["-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(flags);
    command.arg("-I").arg(Path::new(ROOT).join("include"));
    command.args(sources.iter().map(|source| Path::new(ROOT).join(source)));
    match link {
        Link::Shared => {
            // Finds this library before any copy that Cargo may have left in its search path.
            let path = format!("-Wl,--disable-new-dtags,-rpath,{}", library.display());
            command.arg("-L").arg(&library).arg("-lpeatee").arg(path);
        }
        Link::Static => {
            command.arg(library.join("libpeatee.a"));
        }
    }
    command.args(["-lpthread", "-ldl", "-lm"]).arg("-o").arg(&program);
    let output = command.output().expect("the compiler starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs a program that must succeed, and returns its standard output.
pub fn succeed(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}: {}{}", said(&output), String::from_utf8_lossy(&output.stderr));
    said(&output)
}

/// Returns the standard output of a program.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
