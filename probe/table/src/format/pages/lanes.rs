//! Decodes many cells together, one cell in each of many blocks.
//!
//! Each look-up in a block waits for the look-up before. Several blocks are therefore decoded in
//! turns of a few look-ups: while one block waits, the processor works on the others.

use super::decoder::{Decoder, Walk};
use super::map::CellPlace;

const LANES: usize = 8;

#[derive(Clone, Copy)]
struct Lane<'a> {
    walk: Walk<'a>,
    /// Index of the requested cell in the list `places` of the caller.
    item: usize,
}

impl Decoder {
    /// Decodes the cells at `places` and calls `each` once per cell, in arbitrary order, with the
    /// index in `places` and the decoded cell. Gives the same results as [`Decoder::cell`].
    #[inline(always)]
    pub(super) fn cells(&self, places: &[CellPlace<'_>], mut each: impl FnMut(usize, Result<u8, &'static str>)) {
        let mut waiting = places.iter().enumerate();
        let mut next = |each: &mut dyn FnMut(usize, Result<u8, &'static str>)| loop {
            let (item, place) = waiting.next()?;
            match self.walk(place.block, place.left) {
                Ok(walk) => return Some(Lane { walk, item }),
                Err(reason) => each(item, Err(reason)),
            }
        };
        let mut lanes = Vec::new();
        while lanes.len() < LANES
            && let Some(lane) = next(&mut each)
        {
            lanes.push(lane);
        }
        let mut left_over: &[Lane<'_>] = &lanes;
        let mut in_turns: [Lane<'_>; LANES];
        if let Ok(lanes) = <[Lane<'_>; LANES]>::try_from(left_over) {
            in_turns = lanes;
            let ended = 'turns: loop {
                let mut stuck = 0u32;
                for (at, lane) in in_turns.iter_mut().enumerate() {
                    stuck |= (!self.advance(&mut lane.walk) as u32) << at;
                }
                while stuck > 0 {
                    let at = stuck.trailing_zeros() as usize;
                    stuck &= stuck - 1;
                    let Some(cell) = self.word_of(&mut in_turns[at].walk) else { continue };
                    each(in_turns[at].item, cell);
                    match next(&mut each) {
                        Some(lane) => in_turns[at] = lane,
                        None => break 'turns at,
                    }
                }
            };
            in_turns.swap(ended, LANES - 1);
            left_over = &in_turns[..LANES - 1];
        }
        for lane in left_over {
            each(lane.item, self.finish(lane.walk));
        }
    }
}
