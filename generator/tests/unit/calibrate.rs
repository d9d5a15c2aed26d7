use peatee_generator::jobs::calibrate::*;

#[test]
fn classes_have_their_own_factors_where_they_took_long_enough() {
    assert_eq!(factors([[0.1, 9.0], [2.0, 1.0], [3.9, 2.0]]), [2.0, 0.5, 2.0 / 3.9]);
    assert_eq!(factors([[0.0; 2]; 3]), [1.0; 3]);
}
