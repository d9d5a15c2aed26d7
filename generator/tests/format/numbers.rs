//! Computes position numbers as `FORMAT.md` specifies.

use peatee_rules::{Draughts, Kind, Position, Side};

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// The pieces of one side and kind: the squares on which they stand, and the squares on which they
/// can stand. Both are sets of square indices.
#[derive(Clone, Copy)]
struct Group {
    pieces: u64,
    region: u64,
}

/// Returns the groups of a position with White to move, in the order of `FORMAT.md`. Supports only
/// Konane, and games with men and kings whose men promote on the last row and whose symmetry is the
/// half turn.
fn page_groups(game: &Draughts, position: &Position) -> Vec<Group> {
    let squares = game.variant().board.square_count() as u64;
    let row = game.variant().board.files as u64 / 2;
    let all = u64::MAX >> (64 - squares);
    let is_konane = game.variant().id == "konane";
    let turn = |set: u64| match (position.side, is_konane) {
        (Side::White, _) => set,
        // Swaps left and right on a board with eight squares to a row.
        (Side::Black, true) => set.reverse_bits().swap_bytes(),
        (Side::Black, false) => set.reverse_bits() >> (64 - squares),
    };
    // The squares of the colour of a1.
    let shade = (0..64).filter(|i| (i % 8 + (7 - i / 8)) % 2 == 0).fold(0, |set, i| set | 1 << i);
    let mut groups = Vec::new();
    for kind in [Kind::Man, Kind::King] {
        for side in [position.side, position.side.other()] {
            let region = match (kind, side == position.side) {
                (Kind::King, _) => all,
                (_, true) if is_konane => shade,
                (_, false) if is_konane => !shade,
                (_, true) => all & !((1 << row) - 1),
                (_, false) => (1 << (squares - row)) - 1,
            };
            groups.push(Group { pieces: turn(position.setup.get(side, kind) as u64), region });
        }
    }
    groups.retain(|group| group.pieces != 0);
    let (mut ordered, mut whole): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.region != all);
    whole.reverse();
    ordered.append(&mut whole);
    ordered
}

fn page_classes(groups: &[Group], i: usize) -> Vec<u64> {
    groups[i + 1..].iter().fold(vec![groups[i].region], |classes, later| {
        let parts = classes.into_iter().flat_map(|class| [class & later.region, class & !later.region]);
        parts.filter(|&part| part != 0).collect()
    })
}

/// Returns all tuples of `parts` counts with the sum `total`, in ascending order. The first count
/// is compared first.
fn tuples(total: u64, parts: usize) -> Vec<Vec<u64>> {
    match parts {
        1 => vec![vec![total]],
        _ => (0..=total)
            .flat_map(|first| {
                tuples(total - first, parts - 1).into_iter().map(move |rest| [&[first], &rest[..]].concat())
            })
            .collect(),
    }
}

/// Returns the number of choices of each level of a distribution, as `FORMAT.md` defines these
/// words. A level is a class (set of squares) with a number of pieces of one group on it.
fn level_sizes(levels: &[(u64, u64)]) -> Vec<u64> {
    let taken =
        |i: usize| levels[..i].iter().filter(|(class, _)| class & levels[i].0 != 0).map(|(_, k)| k).sum::<u64>();
    let size = |i: usize| choose((levels[i].0.count_ones() as u64).saturating_sub(taken(i)), levels[i].1);
    (0..levels.len()).map(size).collect()
}

/// Returns the number of positions of the slice, and the number of this position.
pub fn page_number(game: &Draughts, position: &Position) -> (u64, u64) {
    page_place(game, position, &[0; 16])
}

/// Returns the number of positions of the slice, and the number of this position if the groups of
/// pieces are in the order that a header gives.
pub fn page_place(game: &Draughts, position: &Position, group_order: &[u8; 16]) -> (u64, u64) {
    let in_table_order = page_groups(game, position);
    let groups: Vec<Group> = match group_order {
        [0, ..] => in_table_order,
        order => {
            order.iter().take_while(|&&place| place > 0).map(|&place| in_table_order[place as usize - 1]).collect()
        }
    };
    let classes: Vec<Vec<u64>> = (0..groups.len()).map(|i| page_classes(&groups, i)).collect();
    let mut distributions: Vec<Vec<(u64, u64)>> = vec![Vec::new()];
    for (group, classes) in groups.iter().zip(&classes) {
        let counts = tuples(group.pieces.count_ones() as u64, classes.len());
        let longer = |levels: Vec<(u64, u64)>| {
            let with = |counts: &Vec<u64>| {
                levels.iter().copied().chain(classes.iter().copied().zip(counts.iter().copied())).collect::<Vec<_>>()
            };
            counts.iter().map(with).collect::<Vec<_>>()
        };
        distributions = distributions.into_iter().flat_map(longer).collect();
    }
    let pieces: Vec<u64> = groups
        .iter()
        .zip(&classes)
        .flat_map(|(group, classes)| classes.iter().map(|class| group.pieces & class))
        .collect();
    let (mut total, mut number) = (0, None);
    for levels in distributions {
        let sizes = level_sizes(&levels);
        if levels.iter().zip(&pieces).all(|((_, count), set)| *count == set.count_ones() as u64) {
            number = Some(total + rank_in_distribution(&levels, &sizes, &pieces));
        }
        total += sizes.iter().product::<u64>();
    }
    (total, number.expect("some distribution is the position's"))
}

fn rank_in_distribution(levels: &[(u64, u64)], sizes: &[u64], pieces: &[u64]) -> u64 {
    let (mut occupied, mut rank) = (0u64, 0);
    for ((&(class, _), &size), &set) in levels.iter().zip(sizes).zip(pieces) {
        let free = class & !occupied;
        let place = |square: u32| (free & ((1 << square) - 1)).count_ones() as u64;
        let squares = (0..64).filter(|square| set >> square & 1 == 1);
        rank = rank * size + squares.zip(1..).map(|(square, k)| choose(place(square), k)).sum::<u64>();
        occupied |= set;
    }
    rank
}
