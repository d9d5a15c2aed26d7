use peatee_generator::solver::draughts::bitboards::first_pass::best::*;
use peatee_generator::solver::values::known::Known;

#[test]
fn the_soonest_win_and_the_latest_loss_are_kept() {
    let mut best = Best::<u64>::new(4);
    for (squares, after) in [
        (0b0111, Known::lost(10)),
        (0b0010, Known::lost(4)),
        (0b1001, Known::won(7)),
        (0b1000, Known::won(21)),
        (0b0100, Known::DRAW),
    ] {
        best.add_known(squares, after);
    }
    assert_eq!((best.any, best.win, best.draw, best.loss), (0b1111, 0b0111, 0b0100, 0b1001));
    let mut wins = Vec::new();
    best.each_win(!0, |half, squares| wins.push((half, squares)));
    assert_eq!(wins, [(5, 0b0101), (2, 0b0010)]);
    let mut losses = Vec::new();
    best.each_loss(!0, |half, squares| losses.push((half, squares)));
    assert_eq!(losses, [(3, 0b0001), (10, 0b1000)]);
}
