use peatee_generator::solver::draughts::bitboards::kingless::layer_setups::*;
use peatee_generator::solver::draughts::bitboards::layout::units::Layout;
use peatee_generator::solver::draughts::bitboards::rules::MoveRules;
use peatee_rules::{Draughts, Variant, with_kernel};
use peatee_table::Slice;

/// Checks that every unit (configuration of the men) of a layer is found once. The search starts
/// from partial setups, in which some pieces are not placed yet. Their number must not matter.
#[test]
fn layers_are_those_that_a_look_at_all_units_finds() {
    for (variant, names) in [
        ("english", &["MvM", "MMMvMM", "MvMMM", "MMvMM"][..]),
        ("breakthrough", &["MMvM"]),
        ("parachute", &["MvM", "MPvM", "MvPP"]),
        ("canadian", &["MvMM"]),
    ] {
        let game = Draughts::new(Variant::named(variant).expect("a variant"));
        with_kernel!(game, kernel => {
            let rules = MoveRules::new(kernel).expect("a game of the bitboard solver");
            for name in names {
                let material = Slice::parse(&game, name).expect("a slice").material;
                let layout = Layout::new(kernel, material, None);
                let setups = LayerSetups::new(kernel, &rules, &material);
                for (layer, expected) in rules.layers(kernel, &layout).iter().enumerate() {
                    for wanted in [1, 2, 1 << 20] {
                        let mut found = Vec::new();
                        for partial in setups.partial_setups(layer, wanted) {
                            setups.each(&partial, &mut |setup| found.push(layout.unit_of(setup) as u32));
                        }
                        found.sort_unstable();
                        assert_eq!(found, *expected, "{variant} {name} {layer}");
                    }
                }
            }
        });
    }
}
