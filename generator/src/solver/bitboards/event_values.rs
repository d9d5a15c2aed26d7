//! Values to conversions or resets, put into table order as soon as their unit is solved. No other
//! unit needs the words they come from, unless a count runs over moves of men.

use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use rayon::prelude::*;

use super::layout::bit_planes::BitMatrices;
use super::layout::table_order::{RunBuffer, TableOrder};
use super::layout::units::Layout;
use super::output::{Form, OutputPart, Words, tasks};
use super::value_word::{DIGITS, LOST, WON, win_parity};
use crate::solver::known::Known;

/// Units whose numbers one thread finds in one task.
const UNITS_PER_TASK: usize = 1 << 13;

/// The value words of one unit and one side to move, as the search holds them: by number of the
/// word, then by place.
#[derive(Debug, Clone, Copy)]
pub struct UnitPlanes<'a, W> {
    pub won: &'a [W],
    pub lost: &'a [W],
    /// Of the distance to the next conversion or reset.
    pub digits: &'a [Vec<W>],
    /// Where no capture is possible.
    pub quiet: Option<&'a [W]>,
}

impl<W: Bitboard> Words<W> for UnitPlanes<'_, W> {
    #[inline(always)]
    fn value_words(self) -> usize {
        DIGITS + self.digits.len()
    }

    #[inline(always)]
    fn stride(self) -> usize {
        self.value_words() + self.quiet.is_some() as usize
    }

    #[inline(always)]
    fn word(self, place: usize, number: usize) -> W {
        match number {
            WON => self.won[place],
            LOST => self.lost[place],
            number => match self.digits.get(number - DIGITS) {
                Some(digit) => digit[place],
                None => self.quiet.map_or(W::EMPTY, |quiet| quiet[place]),
            },
        }
    }

    #[inline(always)]
    fn copy(self, place: usize, to: &mut [W]) {
        (to[WON], to[LOST]) = (self.won[place], self.lost[place]);
        for (to, digit) in to[DIGITS..].iter_mut().zip(self.digits) {
            *to = digit[place];
        }
        if let Some(quiet) = self.quiet {
            to[DIGITS + self.digits.len()] = quiet[place];
        }
    }
}

/// The values of one slice in table order, to be written unit by unit.
#[derive(Debug, Clone)]
pub struct EventValues {
    values: Vec<Known>,
    /// Positions of one unit.
    unit_positions: usize,
    /// The unit in table order by that of the layout; empty where they are the same.
    units: Vec<u32>,
}

impl EventValues {
    /// The positions of one unit.
    pub fn unit_positions(&self) -> usize {
        self.unit_positions
    }

    /// The values of a unit of the layout.
    pub fn of_unit(&self, unit: u32) -> &[Known] {
        &self.values[self.positions(unit)]
    }

    /// The values of a unit of the layout, to be written.
    pub fn of_unit_mut(&mut self, unit: u32) -> &mut [Known] {
        let positions = self.positions(unit);
        &mut self.values[positions]
    }

    /// The values of all units.
    pub fn into_values(self) -> Vec<Known> {
        self.values
    }

    fn positions(&self, unit: u32) -> Range<usize> {
        let unit = self.units.get(unit as usize).copied().unwrap_or(unit) as usize;
        unit * self.unit_positions..(unit + 1) * self.unit_positions
    }
}

/// The slices of a job whose values are written unit by unit.
#[derive(Debug)]
pub struct EventOrders<'a, W> {
    layout: &'a Layout<W>,
    /// By slice, with the side to move on the board.
    orders: Vec<(Side, TableOrder<'a, W>)>,
    win_parity: u16,
}

impl<'a, W: Bitboard> EventOrders<'a, W> {
    /// Of slices, each with its side to move on the board.
    pub fn new(kernel: &'a Kernel<W>, layout: &'a Layout<W>, slices: impl Iterator<Item = (Slice, Side)>) -> Self {
        let orders = slices.map(|(slice, side)| (side, TableOrder::new(kernel, slice, side, layout))).collect();
        EventOrders { layout, orders, win_parity: win_parity(kernel.goal) }
    }

    /// Memory for the values of each slice.
    pub fn values(&self) -> Vec<EventValues> {
        let of_order = |(_, order): &(Side, TableOrder<'_, W>)| EventValues {
            values: vec![Known::DRAW; order.positions()],
            unit_positions: order.unit_positions(),
            units: if order.numbers_units_alike() { Vec::new() } else { self.units_in(order) },
        };
        self.orders.iter().map(of_order).collect()
    }

    /// Positions of one unit in all slices.
    pub fn unit_positions(&self) -> usize {
        self.orders.iter().map(|(_, order)| order.unit_positions()).sum()
    }

    /// A writer for one thread. With `shares_groups` it lets other threads take a part in each
    /// unit.
    pub fn writer(&self, shares_groups: bool) -> EventWriter<'_, W> {
        let (runs, matrices) = Default::default();
        EventWriter { orders: self, shares_groups, runs, matrices }
    }

    /// The units of an order by those of the layout.
    fn units_in(&self, order: &TableOrder<'_, W>) -> Vec<u32> {
        let mut units = vec![0; self.layout.units()];
        units.par_chunks_mut(UNITS_PER_TASK).enumerate().for_each(|(part, units)| {
            let mut cursor = self.layout.fixed_cursor();
            for (unit, number) in units.iter_mut().zip((part * UNITS_PER_TASK) as u64..) {
                let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(number));
                *unit = order.unit_of(&setup) as u32;
            }
        });
        units
    }
}

/// Writes the values of units, in memory that it keeps.
#[derive(Debug)]
pub struct EventWriter<'o, W> {
    orders: &'o EventOrders<'o, W>,
    shares_groups: bool,
    runs: RunBuffer<'o, W>,
    matrices: BitMatrices<W>,
}

impl<W: Bitboard> EventWriter<'_, W> {
    /// Appends the values of the unit with these fixed pieces, slice after slice. `planes` holds
    /// its words by the side to move.
    pub fn append(&mut self, fixed: &Setup<W>, planes: &[UnitPlanes<'_, W>; 2], out: &mut Vec<Known>) {
        let EventOrders { orders, win_parity, .. } = self.orders;
        for (side, order) in orders {
            let words = planes[*side as usize];
            let first = out.len();
            out.resize(first + order.unit_positions(), Known::DRAW);
            let values = &mut out[first..];
            let part = |positions, values| OutputPart::new(words, Form::ToEvent, *win_parity, positions, values);
            if self.shares_groups {
                tasks(order, order.unit_groups(), values).into_par_iter().for_each(|task| {
                    let mut part = part(task.positions, task.values);
                    order.visit_in_unit(fixed, task.groups, &mut RunBuffer::default(), &mut part);
                });
            } else {
                let matrices = std::mem::take(&mut self.matrices);
                let mut part = part(0..order.unit_positions(), values).with_matrices(matrices);
                order.visit_in_unit(fixed, 0..order.unit_groups(), &mut self.runs, &mut part);
                self.matrices = part.into_matrices();
            }
        }
    }
}
