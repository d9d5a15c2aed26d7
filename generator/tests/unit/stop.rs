use peatee_generator::progress::stop::*;

#[test]
fn a_wish_brings_inner_ones_along_but_not_outer_ones() {
    let outer = Stop::default();
    let [one, other] = [outer.inner(), outer.inner()];
    one.request();
    assert_eq!([&one, &other, &outer].map(Stop::is_requested), [true, false, false]);
    outer.clone().request();
    assert!(other.is_requested());
}
