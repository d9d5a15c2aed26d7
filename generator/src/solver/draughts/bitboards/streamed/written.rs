//! The values of a job to write, and their size.

use crate::solver::draughts::bitboards::output::Form;
use crate::solver::draughts::job::ValueKinds;
use crate::solver::values::known::Known;

/// Selection of the values of a job to write.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// True for plies to the end; false for WDL alone.
    plies_to_end: bool,
    /// True for plies to conversions or resets.
    plies_to_event: bool,
    /// True for positions in which the side to move must capture. False with resets: their tables
    /// are made later and leave no captures out.
    captures: bool,
    /// True when other units read the values to events instead of those to the end.
    pub events_are_read: bool,
}

impl Written {
    pub fn of(wanted: ValueKinds) -> Self {
        // No `..`: everything wanted must be written.
        let ValueKinds { to_end, to_conversion, to_reset } = wanted;
        Written {
            plies_to_end: to_end,
            plies_to_event: to_conversion || to_reset.is_some(),
            captures: to_reset.is_none(),
            events_are_read: wanted.runs_over_men(),
        }
    }

    /// Returns the forms of the values that are written: to the end, and to events if wanted.
    pub fn forms(self) -> [Option<Form>; 2] {
        let to_end = if self.plies_to_end { Form::ToEnd } else { Form::Wdl };
        [Some(to_end), self.plies_to_event.then_some(Form::ToEvent)]
    }

    /// Returns the form of the values that other units read.
    pub fn form_read(self) -> Form {
        let [to_end, to_event] = self.forms();
        if self.events_are_read { to_event } else { to_end }.unwrap_or(Form::Wdl)
    }

    /// Returns the number of plies to store for `positions` positions: to the end and to events.
    pub fn plies(self, positions: usize) -> [usize; 2] {
        [self.plies_to_end, self.plies_to_event].map(|is_written| if is_written { positions } else { 0 })
    }

    /// Returns the number of bits to store for `positions` positions: cells, if there are no plies
    /// to the end, and captures.
    pub fn bits(self, positions: usize) -> [usize; 2] {
        [if self.plies_to_end { 0 } else { 2 * positions }, if self.captures { positions } else { 0 }]
    }

    /// Returns the length of the values of `positions` positions in bytes.
    pub fn bytes(self, positions: usize) -> usize {
        let plies: usize = self.plies(positions).iter().sum();
        plies * size_of::<Known>() + self.bits(positions).map(bytes_of).iter().sum::<usize>()
    }
}

/// Returns the bytes that hold `bits` bits.
pub fn bytes_of(bits: usize) -> usize {
    bits.div_ceil(u8::BITS as usize)
}
