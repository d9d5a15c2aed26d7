//! Assigns slots in memory to the words of units. The units of only a few layers have words at the
//! same time, and later layers reuse the slots of earlier ones.

use crate::solver::draughts::bitboards::rules::MoveRules;

/// Returns how many layers have their values in memory at the same time: the layer being solved,
/// and the lower layers that one move of a man may lead to. Returns 0 if there is only one layer,
/// because then no unit reads the values of another.
///
/// A layer has the units (configurations of the men) whose men can make the same number of moves.
pub fn layers_held<W>(rules: &MoveRules<W>, layers: usize) -> usize {
    if layers > 1 { (rules.highest_drop as usize + 1).min(layers) } else { 0 }
}

#[derive(Debug)]
pub struct Slots {
    pub of_unit: Vec<u32>,
    pub count: usize,
}

impl Slots {
    /// Assigns a slot (memory for the values of one unit) to each unit. A layer has the units whose
    /// men can make the same number of moves. The units of any `held` consecutive layers have
    /// different slots.
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

    /// Returns how many slots are needed if the values of `held` layers are in memory at the same
    /// time. A slot is the memory for the values of one unit. `sizes` holds the number of units of
    /// each layer.
    pub fn needed(sizes: &[usize], held: usize) -> usize {
        firsts(sizes, held)[held]
    }
}

fn firsts(sizes: &[usize], held: usize) -> Vec<usize> {
    let mut firsts = vec![0];
    for part in 0..held {
        let most = sizes.iter().skip(part).step_by(held).max().copied().unwrap_or(0);
        firsts.push(firsts[part] + most);
    }
    firsts
}
