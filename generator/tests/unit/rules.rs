use peatee_generator::solver::draughts::bitboards::layout::units::{Layout, best_open_side};
use peatee_generator::solver::draughts::bitboards::rules::*;
use peatee_rules::{Draughts, VARIANTS, with_kernel};

#[test]
fn layers_have_as_many_units_as_are_counted() {
    let mut compared = 0;
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        with_kernel!(game, kernel => {
            for slice in peatee_table::slices(&game, 3) {
                let Some(rules) = MoveRules::new(kernel) else { break };
                let layout = Layout::new(kernel, slice.material, best_open_side(&slice.material));
                let layers = rules.layers(kernel, &layout);
                let sizes: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
                assert_eq!(rules.layer_sizes(kernel, &slice.material), sizes, "{} {slice}", variant.id);
                assert_eq!(sizes.iter().sum::<u64>(), layout.units() as u64, "{} {slice}", variant.id);
                compared += 1;
            }
        });
    }
    assert!(compared > 300, "{compared}");
}
