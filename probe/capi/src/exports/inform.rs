//! Facts about the library and open tables.

use std::ffi::{CStr, c_char};

use peatee_probe::any::Tables;
use peatee_probe::with_tables;

use crate::border::{write_sized, write_text};
use crate::exports::open::metric_bit;
use crate::failure::Failure;
use crate::family::{BoardSize, CFamily};
use crate::guard::guarded;
use crate::last_error;
use crate::registry::{PeateeTables, with_any};
use crate::types::set::PeateeInfo;
use crate::types::value::PeateeStatus;
use crate::verdict::cut;

/// Version of the interface. It grows when a function or field is added; programs built for an
/// older version continue to work.
pub const PEATEE_ABI_VERSION: u32 = 5;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// Returns the version of the library, such as `0.1.0`. The text remains valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn peatee_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the `PEATEE_ABI_VERSION` with which the library was built. A program that needs
/// functions or fields of its header checks that this version is not less.
#[unsafe(no_mangle)]
pub extern "C" fn peatee_abi_version() -> u32 {
    PEATEE_ABI_VERSION
}

/// Returns the text of the last failed call of this thread: what was wrong, where, and what to do.
/// Empty if no call has failed. The text remains valid until the next failed call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn peatee_last_error() -> *const c_char {
    last_error::pointer()
}

/// Returns the name of a `PeateeStatus`, such as `no-table`; `unknown` for other numbers. The text
/// remains valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn peatee_status_name(status: i32) -> *const c_char {
    const NAMES: [&CStr; 16] = [
        c"ok",
        c"null-pointer",
        c"bad-argument",
        c"bad-handle",
        c"cannot-open",
        c"bad-position",
        c"bad-move",
        c"bad-rules",
        c"no-table",
        c"damaged",
        c"too-small",
        c"game-over",
        c"too-many-captures",
        c"not-in-memory",
        c"not-probed",
        c"internal",
    ];
    usize::try_from(status).ok().and_then(|status| NAMES.get(status)).unwrap_or(&c"unknown").as_ptr()
}

/// Describes open tables, and their use of memory. Set `info->size` first.
///
/// Errors: `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`, `PEATEE_STATUS_BAD_ARGUMENT`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_info(tables: PeateeTables, info: *mut PeateeInfo) -> PeateeStatus {
    guarded(|| {
        let found = with_any(tables, |any| Ok(with_tables!(any, tables => info_of(tables))))?;
        // SAFETY: the caller's promise.
        unsafe { write_sized(info, "info", &found) }
    })
}

fn info_of<G: CFamily>(tables: &Tables<G>) -> PeateeInfo {
    let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let (mut metrics, mut files, mut side_most) = (0, 0, 0);
    for slice in tables.slices() {
        side_most = side_most.max(G::most_of_a_side(slice.slice));
        files += slice.metrics.len();
        metrics |= slice.metrics.iter().fold(0, |bits, &metric| bits | metric_bit(metric));
    }
    let BoardSize { squares, files: board_files, ranks } = tables.game().board_size();
    let memory = tables.stats();
    PeateeInfo {
        size: size_of::<PeateeInfo>(),
        variant: cut(tables.game().id()),
        squares: squares.into(),
        files: board_files.into(),
        ranks: ranks.into(),
        most_pieces: i32::try_from(tables.most_pieces()).unwrap_or(i32::MAX),
        most_pieces_of_a_side: i32::try_from(side_most).unwrap_or(i32::MAX),
        metrics,
        tables: number(files),
        faults: number(tables.faults().count()),
        memory_budget_bytes: memory.budget_bytes,
        expanded_bytes: memory.expanded_bytes,
        cached_bytes: memory.cached_bytes,
        cache_hits: memory.cache_hits,
        cache_misses: memory.cache_misses,
    }
}

/// Describes a table that the manifest lists but that cannot be used: its file and the reason.
/// `number` is at least 0 and less than `faults` of `PeateeInfo`. `buffer` of `capacity` bytes
/// receives the text with a NUL; `length`, which may be null, receives its length in bytes without
/// the NUL.
///
/// Errors: `PEATEE_STATUS_BAD_ARGUMENT` for a number beyond the last table,
/// `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_fault(
    tables: PeateeTables,
    number: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        let text = with_any(tables, |any| {
            let fault = with_tables!(any, tables => tables.faults().nth(number).map(ToString::to_string));
            fault.ok_or_else(|| Failure::bad_argument(format!("there is no fault {number}; `peatee_info` counts them")))
        })?;
        // SAFETY: the caller's promise.
        unsafe { write_text(buffer, capacity, length, &text) }
    })
}

/// Reads a whole table and compares it with its checksums. `number` is at least 0 and less than
/// `tables` of `PeateeInfo`. `buffer` receives the name of the table; see `peatee_fault` for
/// `capacity` and `length`. Takes seconds for a large table.
///
/// Errors: `PEATEE_STATUS_DAMAGED`, and those of `peatee_fault`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_check_table(
    tables: PeateeTables,
    number: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        let (name, checked) = with_any(tables, |any| with_tables!(any, tables => check(tables, number)))?;
        // SAFETY: the caller's promise.
        unsafe { write_text(buffer, capacity, length, &name) }?;
        checked
    })
}

/// Returns the name of a table, and whether its bytes match the checksums.
fn check<G: CFamily>(tables: &Tables<G>, number: usize) -> Result<(String, Result<(), Failure>), Failure> {
    let listed = tables.slices();
    let mut all = listed.iter().flat_map(|info| info.metrics.iter().map(|&metric| (info.slice, metric)));
    let Some((slice, metric)) = all.nth(number) else {
        let text = format!("there is no table {number}; `peatee_info` counts them");
        return Err(Failure::bad_argument(text));
    };
    let table = tables.need(slice, metric)?;
    let checked = table.each_cell(|_, _| ()).map_err(|error| {
        Failure::new(PeateeStatus::Damaged, format!("{}: {error}; make it again", table.path().display()))
    });
    Ok((format!("{slice} {metric}"), checked))
}
