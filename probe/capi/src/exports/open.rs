//! Opening and closing.

use std::ffi::c_char;
use std::path::{Path, PathBuf};

use peatee_probe::{Metric, OpenOptions, StorageKind};

use crate::border::{inputs, optional_text, output, sized_input, text};
use crate::failure::Failure;
use crate::folder::folder_of;
use crate::guard::guarded;
use crate::registry::{self, PeateeTables};
use crate::types::set::{PeateeMetric, PeateeOptions};
use crate::types::value::PeateeStatus;

const ALL_METRICS: u32 =
    PeateeMetric::Wdl as u32 | PeateeMetric::Dtw as u32 | PeateeMetric::Dtc as u32 | PeateeMetric::Dtr as u32;

pub(crate) const fn metric_bit(metric: Metric) -> u32 {
    match metric {
        Metric::Wdl => PeateeMetric::Wdl as u32,
        Metric::Dtw => PeateeMetric::Dtw as u32,
        Metric::Dtc => PeateeMetric::Dtc as u32,
        // Both metrics hold values under draw rules, and one C constant stands for them.
        Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) => PeateeMetric::Dtr as u32,
        // No function of the C interface reads can-mate tables.
        Metric::CanMate => 0,
    }
}

/// Opens the tables of one game, a variant of draughts or chess.
///
/// `directory` holds the tables, or a folder that is named after the game and holds them. Opening
/// checks headers and lengths of the files; the rest of a file is checked when it is read. Missing
/// and damaged files are left out: `peatee_info` counts them, `peatee_fault` names them.
///
/// `options` may be null for the defaults. `tables` receives the handle, 0 on an error. Close it
/// with `peatee_close`.
///
/// Errors: `PEATEE_STATUS_CANNOT_OPEN`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_open(
    directory: *const c_char,
    options: *const PeateeOptions,
    tables: *mut PeateeTables,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (tables, directory) = unsafe { (output(tables, "tables")?.write(0), text(directory, "directory")) };
        // SAFETY: the caller's promise.
        *tables = unsafe { open(&[Path::new(directory?)], options, None) }?;
        Ok(())
    })
}

/// Opens tables like `peatee_open`, of one game in several directories. If several directories have
/// the same table, the first usable file is taken. `count` is the number of `directories`.
///
/// Errors: those of `peatee_open`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_open_several(
    directories: *const *const c_char,
    count: usize,
    options: *const PeateeOptions,
    tables: *mut PeateeTables,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (tables, names) =
            unsafe { (output(tables, "tables")?.write(0), inputs(directories, count, "directories")?) };
        let mut paths = Vec::new();
        for &name in names {
            // SAFETY: the caller's promise.
            paths.push(Path::new(unsafe { text(name, "directories[..]") }?));
        }
        // SAFETY: the caller's promise.
        *tables = unsafe { open(&paths, options, None) }?;
        Ok(())
    })
}

/// Closes tables. From then on, every thread gets an error for the handle. A call that another
/// thread has begun is finished. Memory and files are released when no thread uses the tables any
/// more: a thread that has probed them releases them at its next call or its end.
///
/// Errors: `PEATEE_STATUS_BAD_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn peatee_close(tables: PeateeTables) -> PeateeStatus {
    guarded(|| registry::close(tables))
}

/// Opens the tables in directories, and registers them under a new handle. If `game` is given and
/// the options name another game, returns an error.
///
/// # Safety
/// All pointers keep the promise at the top of the header. If the options set `map_files`, the
/// files meet the conditions that the comment of that field states.
pub(super) unsafe fn open(
    directories: &[&Path],
    options: *const PeateeOptions,
    game: Option<&str>,
) -> Result<PeateeTables, Failure> {
    let mut how = OpenOptions::new();
    let (mut variant, mut metrics) = (game, ALL_METRICS);
    if !options.is_null() {
        // SAFETY: the caller's promise.
        let options = unsafe { sized_input(options, "options") }?;
        // SAFETY: the caller's promise.
        let named = unsafe { optional_text(options.variant, "options.variant") }?;
        if let (Some(game), Some(named)) = (game, named)
            && game != named
        {
            let text = format!("`options.variant` names another game; leave it null, or write {game}");
            return Err(Failure::bad_argument(text));
        }
        variant = named.or(game);
        if options.memory_bytes != 0 {
            how = how.memory_bytes(options.memory_bytes);
        }
        if options.map_files != 0 {
            // SAFETY: the caller's promise.
            how = how.storage(unsafe { StorageKind::mmap() });
        }
        if options.metrics & !ALL_METRICS != 0 {
            let text = format!("`options.metrics` is {:#x}; the bits of PeateeMetric are known", options.metrics);
            return Err(Failure::bad_argument(text));
        }
        if options.metrics != 0 {
            metrics = options.metrics;
        }
    }
    let folders = directories.iter().map(|directory| folder_of(directory, variant));
    let folders: Vec<PathBuf> = folders.collect::<Result<_, _>>()?;
    let opened = how.open_any(&folders, |metric| metric_bit(metric) & metrics != 0)?;
    let found = opened.game_id();
    match variant {
        Some(variant) if variant != found => {
            let directory = folders[0].display();
            let text =
                format!("{directory} holds tables of {found}, not of {variant}; name the directory of {variant}");
            Err(Failure::new(PeateeStatus::CannotOpen, text))
        }
        _ => registry::add(opened),
    }
}
