use peatee_generator::solver::draughts::bitboards::fills::*;
use peatee_rules::{Bitboard, Kernel, Side};
use peatee_rules::{Draughts, VARIANTS, with_kernel};

fn check<W: Bitboard>(kernel: &Kernel<W>, id: &str) {
    let Some(fills) = KingFills::new(kernel, Side::White) else { return };
    let mut seed = 0x9e37_79b9_7f4a_7c15u128;
    for _ in 0..200 {
        seed = seed.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15).wrapping_add(1);
        let blocked = W::narrow(seed >> 20) & W::narrow(seed >> 50) & kernel.all;
        let goal = W::narrow(seed >> 9) & W::narrow(seed >> 33) & W::narrow(seed >> 41) & kernel.all;
        let mut expected = W::EMPTY;
        for from in (kernel.all & !blocked).squares() {
            fills.moves(from, blocked, |to, _| {
                if goal.has(to) {
                    expected |= W::bit(from);
                }
            });
        }
        assert_eq!(fills.sources(goal, kernel.all & !blocked), expected, "{id}: {goal:?} past {blocked:?}");
    }
}

#[test]
fn fills_find_what_walking_finds() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        with_kernel!(game, kernel => check(kernel, variant.id));
    }
}
