//! Handles: numbers that stand for open tables.
//!
//! A handle is the index of a slot in a list, with the generation of the slot. A slot gets a new
//! generation whenever its tables are closed, so the handle of closed tables is refused. No handle
//! is a pointer.
//!
//! Each thread remembers the tables that it used last, so that a probe takes no lock and counts no
//! references; it only checks whether the tables were closed meanwhile. Closed tables are released
//! when the last thread drops them, at its next call or its end.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use peatee_probe::any::{AnyTables, Tables};

use crate::failure::Failure;
use crate::family::CFamily;
use crate::types::value::PeateeStatus;

/// A handle of open tables, never 0. Any number of threads may use a handle at once.
pub type PeateeTables = u64;

struct Entry {
    is_closed: AtomicBool,
    tables: AnyTables,
}

#[derive(Default)]
struct Slot {
    generation: u32,
    entry: Option<Arc<Entry>>,
}

static SLOTS: RwLock<Vec<Slot>> = RwLock::new(Vec::new());

/// Number of handles whose tables each thread caches. Engines use few handles at a time, for
/// example one for WDL and one for distances.
const RECENT: usize = 4;

/// The tables that a thread used last, with their handles.
type Recent = [Option<(PeateeTables, Arc<Entry>)>; RECENT];

thread_local! {
    static RECENTLY_USED: RefCell<Recent> = const { RefCell::new([const { None }; RECENT]) };
}

fn handle_of(place: usize, generation: u32) -> PeateeTables {
    u64::from(generation) << 32 | (place as u64 + 1)
}

fn slot_of(slots: &[Slot], handle: PeateeTables) -> Option<usize> {
    let place = usize::try_from(handle & u64::from(u32::MAX)).ok()?.checked_sub(1)?;
    let slot = slots.get(place)?;
    (slot.entry.is_some() && slot.generation == (handle >> 32) as u32).then_some(place)
}

pub(crate) fn add(tables: AnyTables) -> Result<PeateeTables, Failure> {
    let entry = Arc::new(Entry { is_closed: AtomicBool::new(false), tables });
    let mut slots = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
    // A slot whose generation number has reached its maximum is not used again.
    let free = slots.iter().position(|slot| slot.entry.is_none() && slot.generation < u32::MAX);
    let place = free.unwrap_or(slots.len());
    if place >= u32::MAX as usize {
        return Err(Failure::new(PeateeStatus::CannotOpen, "too many tables are open; close some"));
    }
    if free.is_none() {
        slots.push(Slot::default());
    }
    let slot = &mut slots[place];
    slot.entry = Some(entry);
    Ok(handle_of(place, slot.generation))
}

pub(crate) fn close(handle: PeateeTables) -> Result<(), Failure> {
    let entry = {
        let mut slots = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
        let place = slot_of(&slots, handle).ok_or_else(|| bad_handle(handle))?;
        slots[place].generation += 1;
        slots[place].entry.take()
    };
    if let Some(entry) = entry {
        entry.is_closed.store(true, Ordering::Release);
        let _ = RECENTLY_USED.try_with(|recent| forget_closed(&mut recent.borrow_mut()));
    }
    Ok(())
}

fn forget_closed(recent: &mut Recent) {
    for place in recent {
        place.take_if(|(_, entry)| entry.is_closed.load(Ordering::Acquire));
    }
}

#[inline(always)]
pub(crate) fn with_tables<G: CFamily, T>(
    handle: PeateeTables,
    with: impl FnOnce(&Tables<G>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    with_any(handle, |any| match G::tables(any) {
        Some(tables) => with(tables),
        None => Err(other_family(any, G::POSITIONS)),
    })
}

#[cold]
fn other_family(found: &AnyTables, positions: &str) -> Failure {
    let found = found.game_id();
    let text = format!("the handle is of tables of {found}; the call takes {positions}, `peatee_probe_fen` any game");
    Failure::new(PeateeStatus::BadHandle, text)
}

#[inline(always)]
pub(crate) fn with_any<T>(
    handle: PeateeTables,
    with: impl FnOnce(&AnyTables) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut with = Some(with);
    let known = RECENTLY_USED.try_with(|recent| {
        let recent = recent.try_borrow().ok()?;
        match &recent[handle as usize % RECENT] {
            Some((of, entry)) if *of == handle && !entry.is_closed.load(Ordering::Acquire) => {
                Some(with.take()?(&entry.tables))
            }
            _ => None,
        }
    });
    match known {
        Ok(Some(answer)) => answer,
        _ => {
            let entry = look_up(handle)?;
            match with {
                Some(with) => with(&entry.tables),
                None => Err(bad_handle(handle)),
            }
        }
    }
}

/// Returns the tables of a handle, and keeps them among the recent tables of the thread.
#[cold]
fn look_up(handle: PeateeTables) -> Result<Arc<Entry>, Failure> {
    let found = {
        let slots = SLOTS.read().unwrap_or_else(PoisonError::into_inner);
        slot_of(&slots, handle).and_then(|place| slots[place].entry.clone())
    };
    // A thread that is ending cannot remember the tables.
    let _ = RECENTLY_USED.try_with(|recent| {
        if let Ok(mut recent) = recent.try_borrow_mut() {
            forget_closed(&mut recent);
            if let Some(entry) = &found {
                recent[handle as usize % RECENT] = Some((handle, entry.clone()));
            }
        }
    });
    found.ok_or_else(|| bad_handle(handle))
}

#[cold]
fn bad_handle(handle: PeateeTables) -> Failure {
    let why = if handle == 0 { "0 is never a handle" } else { "it was closed, or never given" };
    Failure::new(PeateeStatus::BadHandle, format!("{handle:#x} is no handle of open tables: {why}"))
}
