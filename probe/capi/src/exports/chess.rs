//! Names that programs for chess know, of calls that serve every game now.

use std::ffi::c_char;
use std::path::Path;

use peatee_probe::Game as _;
use peatee_probe::chess::Chess;

use super::fen::{peatee_probe_fen, read};
use super::open::open;
use crate::border::{output, text};
use crate::chess_convert::{rule_value, to_chess_value};
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::chess::PeateeChessValue;
use crate::types::set::{PeateeMetric, PeateeOptions};
use crate::types::value::{PeateeStatus, PeateeValue};

/// `peatee_open` with `chess` as the variant.
///
/// Errors: as `peatee_open`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_open(
    directory: *const c_char,
    options: *const PeateeOptions,
    tables: *mut PeateeTables,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (tables, directory) = unsafe { (output(tables, "tables")?.write(0), text(directory, "directory")) };
        // SAFETY: the caller's promise.
        *tables = unsafe { open(&[Path::new(directory?)], options, Some(Chess.id())) }?;
        Ok(())
    })
}

/// `peatee_chess_probe_dtz` of a FEN.
///
/// Errors: as `peatee_probe_fen`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeChessValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (fen, value) = unsafe { (text(fen, "fen")?, output(value, "value")?) };
        let found = with_tables::<Chess, _>(tables, |tables| Ok(rule_value(tables, &read(tables, fen)?)?))?;
        value.write(to_chess_value(&found));
        Ok(())
    })
}

/// `peatee_probe_fen` for DTM.
///
/// Errors: as `peatee_probe_fen`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtm(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { peatee_probe_fen(tables, fen, PeateeMetric::Dtw as u32, value) }
}

/// `peatee_probe_fen` for DTC.
///
/// Errors: as `peatee_probe_fen`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtc(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { peatee_probe_fen(tables, fen, PeateeMetric::Dtc as u32, value) }
}
