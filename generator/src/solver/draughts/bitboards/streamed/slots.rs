//! Slots for the words of units: a ring with the units of a few layers at a time.

use crate::solver::draughts::bitboards::rules::MoveRules;

/// Returns the number of layers whose words are kept at the same time: the layer in progress and
/// the lower layers that its moves of men lead to. 0 if there is only one layer, because no unit
/// then reads another.
pub fn layers_held<W>(rules: &MoveRules<W>, layers: usize) -> usize {
    if layers > 1 { (rules.highest_drop as usize + 1).min(layers) } else { 0 }
}

#[derive(Debug)]
pub struct Slots {
    /// Slot, by unit.
    pub of_unit: Vec<u32>,
    pub count: usize,
}

impl Slots {
    /// Assigns slots so that the units of any `held` consecutive layers have different slots.
    pub fn new(layers: &[Vec<u32>], held: usize) -> Self {
        if held == 0 {
            return Slots { of_unit: Vec::new(), count: 0 };
        }
        let sizes: Vec<usize> = layers.iter().map(Vec::len).collect();
        let firsts = firsts(&sizes, held);
        let mut of_unit = vec![0; sizes.iter().sum()];
        for (number, layer) in layers.iter().enumerate() {
            for (&unit, slot) in layer.iter().zip(firsts[number % held]..) {
                of_unit[unit as usize] = slot as u32;
            }
        }
        Slots { of_unit, count: firsts[held] }
    }

    /// Returns the number of slots for layers of these sizes.
    pub fn needed(sizes: &[usize], held: usize) -> usize {
        firsts(sizes, held)[held]
    }
}

/// Returns the first slot by layer modulo `held`, and finally the number of all slots.
fn firsts(sizes: &[usize], held: usize) -> Vec<usize> {
    let mut firsts = vec![0];
    for part in 0..held {
        let most = sizes.iter().skip(part).step_by(held).max().copied().unwrap_or(0);
        firsts.push(firsts[part] + most);
    }
    firsts
}
