//! Brute force over positions and counts, as an independent source of values under draw rules.
//!
//! No code here is shared with the solver, the tables or the probing code. Only moves and counters
//! of `peatee_rules` are used. Every state (position, side to move, counters) gets the value that
//! best play reaches under these definitions:
//!
//! * A position without a move, or without pieces, ends the game, and the goal of the variant
//!   decides it. An exhausted automatic count takes precedence if a reading makes such a position a
//!   draw.
//! * Any other position with an exhausted count is drawn, since the player who would lose claims
//!   it.
//! * Repetition is ignored, because no value depends on it.
//!
//! [`index`] numbers positions, [`graph`] generates their moves once, [`counts`] turns the counters
//! of a material into few classes of equal behaviour, and [`sweep`] fills one array of values per
//! class. A quiet move of a king uses up counts, so classes are filled from the exhausted ones up.
//! A move of a man, a capture or a promotion makes progress on the board, so positions are filled
//! from the most advanced ones back. Where no count runs, values are iterated until they are
//! stable. [`plies`] fills arrays of plies instead, where one count decides.
//!
//! # Which counters are valid
//!
//! The valid counters are all counters that [`DrawRules::parse_counters`] accepts for the material,
//! up to the limit of each count. A state is a position with counters that it accepts for this
//! position. A cell is meaningless if its counters cannot occur in its position, such as counters
//! of a main road in a position off it. Some states occur in no game (a kings-only count of 20
//! without kings), but their values are well defined too. Solving fails if a move leads to counters
//! that are not valid.
#![allow(dead_code, reason = "no test uses all of it")]

mod cells;
mod counts;
pub mod graph;
mod index;
pub mod plies;
mod sweep;

use std::collections::{BTreeMap, HashMap};

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Draughts, Kind, Material, Position, Side};

use cells::Cells;
use counts::SideCounts;
use graph::Graph;
use index::Numbering;

/// Value of a state (a position with its counters) for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    fn from_cell(cell: u8) -> Wdl {
        [Wdl::Loss, Wdl::Draw, Wdl::Win][cell as usize]
    }
}

/// Values of all states (positions with counters) of some materials, and of all materials to which
/// moves lead.
#[derive(Debug)]
pub struct Product {
    rules: DrawRules,
    materials: HashMap<Material, Solved>,
}

#[derive(Debug)]
struct Solved {
    numbering: Numbering,
    /// Numbers of the legal positions of the material.
    positions: Vec<u32>,
    /// Counters, indexed by the side to move.
    counts: [SideCounts; 2],
    /// Values, indexed by the side to move and by the class of counters. There is a cell for every
    /// position number.
    values: [Vec<Cells>; 2],
}

impl Product {
    /// Solves `materials` and all materials to which captures and promotions lead.
    ///
    /// # Panics
    /// When a move leads to counters that are not valid, or a man moves without making progress.
    pub fn solve(game: &Draughts, rules: DrawRules, materials: &[Material]) -> Product {
        let mut product = Product { rules, materials: HashMap::new() };
        for material in closed(materials) {
            let graph = Graph::new(game, &rules, &material);
            let counts = counts::of_material(&rules, &material, &graph, &product.materials);
            let values = sweep::solve(game, &material, &graph, &counts, &product.materials);
            let Graph { numbering, order: positions, .. } = graph;
            product.materials.insert(material, Solved { numbering, positions, counts, values });
        }
        product
    }

    /// Returns the value of a state (a position with its counters) for the side to move.
    ///
    /// # Panics
    /// When the material has not been solved or the counters are not valid for it.
    pub fn value(&self, position: &Position, counters: &Counters) -> Wdl {
        let sheet = self.sheet(Material::of(&position.setup), position.side);
        sheet.value(sheet.solved.numbering.rank(&position.setup), counters)
    }

    /// Returns the states (positions with counters) of one material with one side to move.
    ///
    /// # Panics
    /// When the material has not been solved.
    pub fn sheet(&self, material: Material, side: Side) -> Sheet<'_> {
        let solved = self.materials.get(&material).unwrap_or_else(|| panic!("{} was not solved", name(&material)));
        Sheet { material, side, solved }
    }

    /// Returns a sheet for each material in which both sides have pieces, and for each side to
    /// move. The sheets are in a fixed order.
    pub fn sheets(&self) -> Vec<Sheet<'_>> {
        let mut materials: Vec<_> = self.materials.keys().filter(|material| !material.is_bare()).copied().collect();
        materials.sort_by_key(|material| (material.pieces(), material.counts));
        materials.into_iter().flat_map(|material| Side::BOTH.map(|side| self.sheet(material, side))).collect()
    }

    pub fn rules(&self) -> DrawRules {
        self.rules
    }
}

/// Values of all positions of one material with one side to move, if the counters belong to one
/// class.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a>(&'a Cells);

impl Column<'_> {
    #[inline]
    pub fn value(&self, number: u32) -> Wdl {
        Wdl::from_cell(self.0.get(number as usize))
    }
}

/// The states (positions with counters) of one material with one side to move.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    pub material: Material,
    pub side: Side,
    solved: &'a Solved,
}

impl<'a> Sheet<'a> {
    pub fn numbers(&self) -> &'a [u32] {
        &self.solved.positions
    }

    pub fn position(&self, number: u32) -> Position {
        Position { setup: self.solved.numbering.unrank(number), side: self.side }
    }

    pub fn counters(&self) -> &'a [Counters] {
        &self.solved.counts[self.side as usize].states
    }

    /// Returns the class of these counters. All counters of a class have the same values in every
    /// position.
    ///
    /// # Panics
    /// When the counters are not valid.
    pub fn class_of(&self, counters: &Counters) -> u16 {
        let class = self.solved.counts[self.side as usize].class_of.get(counters);
        *class.unwrap_or_else(|| panic!("{counters:?} are not valid for {}", self.name()))
    }

    /// Returns the values of all positions under these counters.
    ///
    /// # Panics
    /// When the counters are not valid.
    pub fn column(&self, counters: &Counters) -> Column<'a> {
        Column(&self.solved.values[self.side as usize][self.class_of(counters) as usize])
    }

    /// Returns the value of the position with this number under these counters.
    ///
    /// # Panics
    /// When the counters are not valid.
    pub fn value(&self, number: u32, counters: &Counters) -> Wdl {
        self.column(counters).value(number)
    }

    /// Returns the names of White's pieces and of Black's pieces, with `-b` for Black to move, as
    /// in `KKvK-b`.
    pub fn name(&self) -> String {
        let side = if self.side == Side::White { "w" } else { "b" };
        format!("{}-{side}", name(&self.material))
    }
}

/// Parses the name of a material, such as `KKMvK`. White's pieces come first.
///
/// # Panics
/// When a letter is neither `K` nor `M`.
pub fn material(name: &str) -> Material {
    let mut material = Material { counts: [[0; 3]; 2] };
    for (side, letters) in name.split('v').enumerate() {
        for letter in letters.chars() {
            let kind = Kind::from_letter(letter).expect("K or M");
            material.counts[side][kind as usize] += 1;
        }
    }
    material
}

/// Returns the name of a material. White's pieces come first.
pub fn name(material: &Material) -> String {
    let letters = |[men, kings, _]: [u8; 3]| "K".repeat(kings as usize) + &"M".repeat(men as usize);
    format!("{}v{}", letters(material.counts[0]), letters(material.counts[1]))
}

/// Returns all materials of men and kings in which each side has at least one piece, and both sides
/// together have at most `most_pieces`.
pub fn up_to(most_pieces: u8) -> Vec<Material> {
    let mut found = Vec::new();
    let sides = |most: u8| (0..=most).flat_map(move |men| (0..=most - men).map(move |kings| [men, kings, 0]));
    for white in sides(most_pieces) {
        for black in sides(most_pieces) {
            let material = Material { counts: [white, black] };
            if !material.is_bare() && material.pieces() <= most_pieces {
                found.push(material);
            }
        }
    }
    found
}

/// Returns `materials` and all materials to which captures and promotions lead. Each material comes
/// after those to which its moves lead.
fn closed(materials: &[Material]) -> Vec<Material> {
    let mut open = materials.to_vec();
    let mut found = BTreeMap::new();
    while let Some(material) = open.pop() {
        let men: u8 = material.counts.iter().map(|kinds| kinds[Kind::Man as usize]).sum();
        if material.pieces() == 0 || found.insert((material.pieces(), men, material.counts), material).is_some() {
            continue;
        }
        for (side, kind) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if material.counts[side][kind] > 0 && !material.is_bare() {
                let mut next = material;
                next.counts[side][kind] -= 1;
                open.push(next);
                if kind == Kind::Man as usize {
                    next.counts[side][Kind::King as usize] += 1;
                    open.push(next);
                }
            }
        }
    }
    found.into_values().collect()
}
