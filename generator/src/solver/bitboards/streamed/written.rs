//! Which values of a job are written, and how many bytes they take.

use crate::solver::bitboards::output::Form;
use crate::solver::job::Wanted;
use crate::solver::known::Known;

/// Which values of a job are written.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// With plies to the end, otherwise win, draw or loss alone.
    plies_to_end: bool,
    /// Plies to conversions or resets.
    plies_to_event: bool,
    /// Where the side to move must capture: not with resets, whose tables are made after the others
    /// and leave no captures out.
    captures: bool,
    /// Other units read the values to events, not those to the end.
    pub events_are_read: bool,
}

impl Written {
    /// What is written where this is wanted.
    pub fn of(wanted: Wanted) -> Self {
        // No `..`: all that is wanted is written.
        let Wanted { to_end, to_conversion, to_reset } = wanted;
        Written {
            plies_to_end: to_end,
            plies_to_event: to_conversion || to_reset.is_some(),
            captures: to_reset.is_none(),
            events_are_read: wanted.runs_over_men(),
        }
    }

    /// The forms of the values that are written: to the end, and to events where these are wanted.
    pub fn forms(self) -> [Option<Form>; 2] {
        let to_end = if self.plies_to_end { Form::ToEnd } else { Form::Wdl };
        [Some(to_end), self.plies_to_event.then_some(Form::ToEvent)]
    }

    /// The form of the values that other units read.
    pub fn form_read(self) -> Form {
        let [to_end, to_event] = self.forms();
        if self.events_are_read { to_event } else { to_end }.unwrap_or(Form::Wdl)
    }

    /// How many of `positions` values are plies: to the end and to events.
    pub fn plies(self, positions: usize) -> [usize; 2] {
        [self.plies_to_end, self.plies_to_event].map(|is_written| if is_written { positions } else { 0 })
    }

    /// The bits that `positions` positions take: of cells, where there are no plies to the end, and
    /// of captures.
    pub fn bits(self, positions: usize) -> [usize; 2] {
        [if self.plies_to_end { 0 } else { 2 * positions }, if self.captures { positions } else { 0 }]
    }

    /// The bytes that the values of `positions` positions take.
    pub fn bytes(self, positions: usize) -> usize {
        let plies: usize = self.plies(positions).iter().sum();
        plies * size_of::<Known>() + self.bits(positions).map(bytes_of).iter().sum::<usize>()
    }
}

/// The bytes that hold `bits` bits.
pub fn bytes_of(bits: usize) -> usize {
    bits.div_ceil(u8::BITS as usize)
}
