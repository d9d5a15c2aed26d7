use peatee_generator::solver::draughts::bitboards::streamed::slots::*;

#[test]
fn units_of_neighbouring_layers_have_places_of_their_own() {
    let layers = [vec![4, 1], vec![0], vec![2, 3, 6], vec![5]];
    for held in 1..=4 {
        let slots = Slots::new(&layers, held);
        assert_eq!(slots.of_unit.len(), 7);
        for first in 0..=layers.len() - held {
            let mut places: Vec<u32> =
                layers[first..first + held].iter().flatten().map(|&unit| slots.of_unit[unit as usize]).collect();
            places.sort_unstable();
            let count = places.len();
            places.dedup();
            assert_eq!(places.len(), count, "{held} layers from {first}");
            assert!(places.iter().all(|&place| (place as usize) < slots.count));
        }
    }
    assert_eq!(Slots::new(&layers, 2).count, 4);
}
