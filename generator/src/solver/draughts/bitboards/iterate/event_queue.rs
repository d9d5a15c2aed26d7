//! Holds the events of one unit and side to move until the ply at which they take effect. An event
//! is a decision that a capture or a move of a fixed piece makes at a known ply.
//!
//! Units that threads share have many events. If memory is short, most of these events are in a
//! file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use bytemuck::{Pod, Zeroable};
use peatee_rules::Bitboard;

use crate::solver::draughts::bitboards::first_pass::rows::{Effect, Event};
use crate::spill::spill_vec::Backing;

/// Number of events that are collected in memory before they are written to a file. Events
/// (decisions that take effect at a known ply) are collected for each ply separately.
pub const EVENTS_AT_ONCE: usize = 1 << 10;

/// Maximum number of words in a unit (configuration of the men) whose events are kept in a queue.
/// The limit comes from `QueuedEvent::place`, which holds the index of a word in 31 bits. Events
/// are decisions that take effect at a known ply.
pub const MOST_PLACES: usize = EXITS_LOST as usize;

/// Bit of [`QueuedEvent::place`] that is set for [`Effect::ExitsLost`] and clear for
/// [`Effect::Decided`].
const EXITS_LOST: u32 = 1 << 31;

pub const fn event_bytes<W>() -> usize {
    size_of::<QueuedEvent<W>>()
}

/// Returns the memory in bytes of the event queues of both sides to move when most events are in
/// files. `plies` is the number of different plies at which events take effect.
pub const fn least_bytes<W>(plies: usize) -> usize {
    (2 * plies + 1) * EVENTS_AT_ONCE * event_bytes::<W>()
}

/// An event (a decision that takes effect at a known ply), packed to take little memory.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, packed)]
struct QueuedEvent<W> {
    /// Index of the word of the event in its unit (configuration of the men). The highest bit is
    /// set for [`Effect::ExitsLost`].
    place: u32,
    squares: W,
}

/// Events (decisions that take effect at a known ply), each kept until its ply.
#[derive(Default)]
pub struct EventQueue<W> {
    by_ply: Vec<PlyEvents<W>>,
    pub file: Option<File>,
    /// Number of bytes at the beginning of the file that are in use.
    pub file_bytes: u64,
}

#[derive(Default)]
struct PlyEvents<W> {
    in_memory: Vec<QueuedEvent<W>>,
    /// Offsets in the file of the blocks of [`EVENTS_AT_ONCE`] events that are not in memory.
    in_file: Vec<u64>,
}

impl<W: Bitboard> EventQueue<W> {
    /// Creates an empty queue.
    ///
    /// # Errors
    /// Returns an error when the file cannot be created.
    pub fn new(room: &Backing) -> io::Result<Self> {
        Ok(EventQueue { by_ply: Vec::new(), file: room.file()?, file_bytes: 0 })
    }

    /// Adds an event that takes effect at `ply`.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    #[inline(always)]
    pub fn push(&mut self, ply: usize, event: Event<W>) -> io::Result<()> {
        if self.by_ply.len() <= ply {
            self.by_ply.resize_with(ply + 1, PlyEvents::default);
        }
        let events = &mut self.by_ply[ply].in_memory;
        let effect = if event.effect == Effect::ExitsLost { EXITS_LOST } else { 0 };
        events.push(QueuedEvent { place: event.place | effect, squares: event.squares });
        if events.len() >= EVENTS_AT_ONCE && self.file.is_some() { self.write_out(ply) } else { Ok(()) }
    }

    /// Moves the events (decisions) that take effect at `ply` from memory to the file.
    #[cold]
    fn write_out(&mut self, ply: usize) -> io::Result<()> {
        let (Some(file), own) = (&mut self.file, &mut self.by_ply[ply]) else { return Ok(()) };
        let bytes: &[u8] = bytemuck::cast_slice(&own.in_memory);
        file.seek(SeekFrom::Start(self.file_bytes))?;
        file.write_all(bytes)?;
        own.in_file.push(self.file_bytes);
        self.file_bytes += bytes.len() as u64;
        own.in_memory.clear();
        Ok(())
    }

    /// Calls `each` with the events that take effect at `ply`, in the order in which they were
    /// pushed.
    ///
    /// # Errors
    /// Returns the errors of `each`, and an error when the file cannot be read.
    #[inline(always)]
    pub fn each<E: From<io::Error>>(
        &self,
        ply: usize,
        mut each: impl FnMut(Event<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(PlyEvents { in_memory, in_file }) = self.by_ply.get(ply) else { return Ok(()) };
        if let Some(mut file) = self.file.as_ref().filter(|_| !in_file.is_empty()) {
            let mut events = vec![QueuedEvent::zeroed(); EVENTS_AT_ONCE];
            for &start in in_file {
                file.seek(SeekFrom::Start(start))?;
                file.read_exact(bytemuck::cast_slice_mut(&mut events))?;
                events.iter().try_for_each(|&event| each(event.event()))?;
            }
        }
        in_memory.iter().try_for_each(|&event| each(event.event()))
    }

    /// Returns the last ply at which an event takes effect; 0 if there are no events.
    pub fn last_ply(&self) -> usize {
        self.by_ply.iter().rposition(|own| !own.in_memory.is_empty() || !own.in_file.is_empty()).unwrap_or(0)
    }

    /// Removes all events, but keeps the memory and the file for the next unit (configuration of
    /// the men).
    pub fn clear(&mut self) {
        for own in &mut self.by_ply {
            own.in_memory.clear();
            own.in_file.clear();
        }
        self.file_bytes = 0;
    }
}

impl<W> fmt::Debug for EventQueue<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the events of {} plies, {} bytes of them in a file", self.by_ply.len(), self.file_bytes)
    }
}

impl<W: Bitboard> QueuedEvent<W> {
    #[inline(always)]
    fn event(self) -> Event<W> {
        let effect = if self.place & EXITS_LOST != 0 { Effect::ExitsLost } else { Effect::Decided };
        Event { place: self.place & !EXITS_LOST, effect, squares: self.squares }
    }
}
