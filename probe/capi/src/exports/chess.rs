//! Functions under names for chess programs, which call the functions for all games.

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

/// Opens tables of chess: `peatee_open` with `chess` as the variant.
///
/// Errors: those of `peatee_open`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
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

/// Answers like `peatee_chess_probe_dtz`, for the position of a FEN.
///
/// Errors: those of `peatee_probe_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
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

/// Answers like `peatee_probe_fen`, with DTM.
///
/// Errors: those of `peatee_probe_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtm(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { peatee_probe_fen(tables, fen, PeateeMetric::Dtw as u32, value) }
}

/// Answers like `peatee_probe_fen`, with DTC.
///
/// Errors: those of `peatee_probe_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtc(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { peatee_probe_fen(tables, fen, PeateeMetric::Dtc as u32, value) }
}
