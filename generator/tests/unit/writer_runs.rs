use peatee_generator::tables::write::runs::*;
use proptest::prelude::*;

/// Creates runs of equal cells. Each item has a number that selects the value, the number of cells
/// that must keep it (bound cells), and the number of free cells after them.
fn runs_of(parts: &[(u8, u32, u32)]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut end = 0;
    for &(turn, bound, free) in parts {
        let value = runs.last().map_or(turn % 3, |last| (last.value + 1 + turn % 2) % 3);
        let shortest_end = end + bound;
        end = shortest_end + free;
        runs.push(Run { value, shortest_end, longest_end: end });
    }
    if let Some(last) = runs.last_mut() {
        last.shortest_end = last.longest_end;
    }
    runs
}

fn bits(runs: &[Run], ends: &[u32], costs: &Costs) -> u32 {
    let mut start = 0;
    let mut sum = 0;
    for (number, (run, &end)) in runs.iter().zip(ends).enumerate() {
        sum += costs.of_length(Context::of(run.value, runs.get(number + 1).map(|next| next.value)), end - start);
        start = end;
    }
    sum
}

/// Returns the lowest cost in bits over all choices of the ends of the runs. A run can end anywhere
/// from its `shortest_end` to its `longest_end`.
fn fewest_bits(runs: &[Run], costs: &Costs) -> u32 {
    fn from(runs: &[Run], start: u32, costs: &Costs) -> u32 {
        let Some((run, rest)) = runs.split_first() else { return 0 };
        let context = Context::of(run.value, rest.first().map(|next| next.value));
        let ends = run.shortest_end..=run.longest_end;
        ends.map(|end| costs.of_length(context, end - start) + from(rest, end, costs)).min().expect("an end")
    }
    from(runs, 0, costs)
}

fn costs_of(runs: &[Run]) -> Costs {
    let mut lengths = Lengths::default();
    lengths.add(runs, &repeated_ends(runs));
    Costs::of(&lengths)
}

#[test]
fn classes_are_in_the_order_of_lengths() {
    let classes: Vec<usize> = (1..100_000).map(|length| length_class_of(length).0).collect();
    assert!(classes.windows(2).all(|pair| pair[0] == pair[1] || pair[0] + 1 == pair[1]));
    assert!(length_class_of(u32::MAX).0 < LENGTH_CLASSES);
    for length in [1, 63, 64, 80, 1000, 40_000] {
        let (class, raw) = length_class_of(length);
        assert_eq!(raw_bits(class), raw, "{length}");
    }
}

proptest! {
    #[test]
    fn the_cheapest_ends_are_as_cheap_as_any(
        parts in prop::collection::vec((0u8..3, 1u32..5, 0u32..4), 1..8),
    ) {
        let runs = runs_of(&parts);
        let costs = costs_of(&runs);
        prop_assert_eq!(bits(&runs, &cheapest_ends(&runs, &costs), &costs), fewest_bits(&runs, &costs));
    }

    #[test]
    fn the_cheapest_ends_are_possible_and_no_dearer_than_the_first(
        parts in prop::collection::vec((0u8..3, 1u32..90, prop_oneof![0u32..4, 0u32..300]), 1..60),
    ) {
        let runs = runs_of(&parts);
        let costs = costs_of(&runs);
        let cheapest = cheapest_ends(&runs, &costs);
        prop_assert_eq!(cheapest.len(), runs.len());
        for (run, &end) in runs.iter().zip(&cheapest) {
            prop_assert!((run.shortest_end..=run.longest_end).contains(&end));
        }
        let latest: Vec<u32> = runs.iter().map(|run| run.longest_end).collect();
        prop_assert!(bits(&runs, &cheapest, &costs) <= bits(&runs, &latest, &costs));
    }
}
