//! Says which values of a job are written, and computes their size.

use crate::solver::draughts::bitboards::output::ValueForm;
use crate::solver::draughts::job::ValueKinds;
use crate::solver::values::known::Known;

#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// True if plies to the end of the game are written; false if only win, draw or loss is
    /// written.
    plies_to_end: bool,
    /// True if plies to the next conversion or to the next reset of a draw count are written.
    plies_to_event: bool,
    /// True if the positions in which the side to move must capture are written. Tables may leave
    /// out the values of these positions. False if plies to resets are written, because DTR tables
    /// store the values of all positions.
    captures: bool,
    /// True if the values that units (configurations of the men) read from each other have plies to
    /// conversions or resets; false if they have plies to the end of the game.
    pub events_are_read: bool,
}

impl Written {
    pub fn of(wanted: ValueKinds) -> Self {
        // The pattern has no `..`, so that no wanted value is forgotten.
        let ValueKinds { to_end, to_conversion, to_reset } = wanted;
        Written {
            plies_to_end: to_end,
            plies_to_event: to_conversion || to_reset.is_some(),
            captures: to_reset.is_none(),
            events_are_read: wanted.runs_over_men(),
        }
    }

    /// Returns the two kinds of values that are written. The first has plies to the end of the game
    /// or, if these are not wanted, only WDL. The second has plies to conversions or resets; it is
    /// `None` if these are not wanted.
    pub fn forms(self) -> [Option<ValueForm>; 2] {
        let to_end = if self.plies_to_end { ValueForm::ToEnd } else { ValueForm::Wdl };
        [Some(to_end), self.plies_to_event.then_some(ValueForm::ToEvent)]
    }

    /// Returns which values units (configurations of the men) read from each other: values with
    /// plies to the end of the game, with plies to conversions or resets, or without distances.
    pub fn form_for_units(self) -> ValueForm {
        let [to_end, to_event] = self.forms();
        if self.events_are_read { to_event } else { to_end }.unwrap_or(ValueForm::Wdl)
    }

    /// Returns how many distances to the end of the game, and how many distances to conversions or
    /// resets, are stored for `positions` positions.
    pub fn plies(self, positions: usize) -> [usize; 2] {
        [self.plies_to_end, self.plies_to_event].map(|is_written| if is_written { positions } else { 0 })
    }

    /// Returns how many bits are stored for `positions` positions. The first number is for WDL
    /// cells (0 if plies to the end of the game are written). The second is for the positions in
    /// which the side to move must capture, with one bit for each position (0 if they are not
    /// written).
    pub fn bits(self, positions: usize) -> [usize; 2] {
        [if self.plies_to_end { 0 } else { 2 * positions }, if self.captures { positions } else { 0 }]
    }

    pub fn bytes(self, positions: usize) -> usize {
        let plies: usize = self.plies(positions).iter().sum();
        plies * size_of::<Known>() + self.bits(positions).map(bytes_of).iter().sum::<usize>()
    }
}

pub fn bytes_of(bits: usize) -> usize {
    bits.div_ceil(u8::BITS as usize)
}
