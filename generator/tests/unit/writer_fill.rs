use peatee_generator::solver::values::WdlArray;
use peatee_generator::solver::values::wdl_cells::CELLS_PER_WORD;
use peatee_generator::tables::write::fill::*;
use peatee_generator::tables::write::runs::repeated_ends;
use proptest::prelude::*;

fn mask(free: &[bool]) -> Vec<u8> {
    free.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, &free| byte << 1 | free as u8)).collect()
}

fn filled(numbers: &[u16], free: &[bool], is_wdl: bool) -> Vec<u16> {
    let mask = mask(free);
    let free = Free::new(&mask, numbers.len());
    if !is_wdl {
        return filled_distances(free, |place| numbers[place]);
    }
    let mut cells: Vec<u64> = numbers
        .chunks(CELLS_PER_WORD)
        .map(|part| part.iter().rev().fold(0, |cells, &number| cells << 2 | number as u64))
        .collect();
    let runs = wdl_runs(&cells, free);
    write_runs(&mut cells, &runs, &repeated_ends(&runs));
    let bytes: Vec<u8> = cells.iter().flat_map(|cells| cells.to_le_bytes()).take(numbers.len().div_ceil(4)).collect();
    let wdl = WdlArray::new(numbers.len(), bytes);
    (0..numbers.len()).map(|place| wdl.cell(place) as u16).collect()
}

/// Fills free cells (cells that may have any content) as the tested functions do, but one cell
/// after the other.
fn filled_simply(numbers: &[u16], free: &[bool], may_repeat: bool) -> Vec<u16> {
    let mut numbers = numbers.to_vec();
    let Some(first) = free.iter().position(|&free| !free) else { return vec![0; numbers.len()] };
    let mut run = numbers[first];
    let (mut start, mut shortest_end) = (0, first + 1);
    let mut lengths = [0; 2];
    for place in first + 1..numbers.len() {
        if free[place] {
            continue;
        }
        let number = numbers[place];
        if number != run {
            let repeated = start + lengths[1];
            let end = if may_repeat && (shortest_end..=place).contains(&repeated) { repeated } else { place };
            numbers[start..end].fill(run);
            lengths = [end - start, lengths[0]];
            (run, start) = (number, end);
        }
        shortest_end = place + 1;
    }
    numbers[start..].fill(run);
    numbers
}

#[test]
fn free_places_take_a_neighbours_number() {
    let free = |places: &[usize]| (0..7).map(|place| places.contains(&place)).collect::<Vec<bool>>();
    assert_eq!(filled(&[7, 1, 9, 9, 2, 1], &free(&[0, 2, 3])[..6], false), [1, 1, 1, 1, 2, 1]);
    assert_eq!(filled(&[1, 2], &free(&[0, 1])[..2], true), [0, 0]);
    assert!(filled(&[], &[], true).is_empty());
    // The third run can have a length from 1 to 3, and gets the length of the first run.
    assert_eq!(filled(&[1, 1, 2, 1, 0, 0, 2], &free(&[4, 5]), true), [1, 1, 2, 1, 1, 2, 2]);
    assert_eq!(filled(&[1, 1, 2, 1, 5, 5, 2], &free(&[4, 5]), false), [1, 1, 2, 1, 1, 1, 2]);
}

proptest! {
    /// Checks cells that may be a loss or a draw. The runs must be the fewest possible: a new run
    /// begins only where no value can continue.
    #[test]
    fn a_loss_or_draw_is_written_as_either(
        cells in prop::collection::vec((0u16..4, prop::bool::weighted(0.2)), 1..300),
    ) {
        let numbers: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        let free: Vec<bool> = cells.iter().map(|cell| cell.1).collect();
        let allowed = |place: usize| match (free[place], numbers[place]) {
            (true, _) => 0b111,
            (_, 3) => 0b011,
            (_, value) => 1 << value,
        };
        let filled = filled(&numbers, &free, true);
        prop_assert!((0..numbers.len()).all(|place| allowed(place) >> filled[place] & 1 == 1));
        let (mut least, mut goes_on) = (1, 0b111);
        for place in 0..numbers.len() {
            goes_on &= allowed(place);
            if goes_on == 0 {
                (least, goes_on) = (least + 1, allowed(place));
            }
        }
        prop_assert_eq!(1 + filled.windows(2).filter(|pair| pair[0] != pair[1]).count(), least);
    }

    #[test]
    fn many_places_at_a_time_or_one_after_the_other(
        runs in prop::collection::vec((0u16..3, any::<bool>(), prop_oneof![1usize..4, 1usize..80]), 0..60),
    ) {
        let cells = |of: fn(&(u16, bool, usize)) -> u16| {
            runs.iter().flat_map(|run| std::iter::repeat_n(of(run), run.2)).collect::<Vec<u16>>()
        };
        let numbers = cells(|run| run.0);
        let free: Vec<bool> = cells(|run| run.1 as u16).iter().map(|&free| free == 1).collect();
        for is_wdl in [false, true] {
            let filled = filled(&numbers, &free, is_wdl);
            prop_assert!((0..numbers.len()).all(|place| free[place] || filled[place] == numbers[place]));
            prop_assert_eq!(filled, filled_simply(&numbers, &free, is_wdl));
        }
    }
}
