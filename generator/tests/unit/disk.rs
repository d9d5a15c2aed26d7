use peatee_generator::jobs::plan::plan;
use peatee_rules::{Draughts, Variant};
use peatee_table::Metric;

/// Compares estimates with the sizes of existing sets. The estimate of DTC includes WDL, because
/// DTC tables are made with WDL tables.
#[test]
fn sets_are_estimated_within_half_as_much_again() {
    for (id, pieces, metric, made_bytes) in [
        ("international", 3, Metric::Wdl, 19_000),
        ("international", 3, Metric::Dtw, 61_000),
        ("international", 4, Metric::Wdl, 780_000),
        ("international", 4, Metric::Dtw, 2_700_000),
        ("international", 5, Metric::Wdl, 24_000_000),
        ("international", 5, Metric::Dtw, 142_000_000),
        ("international", 6, Metric::Wdl, 716_000_000),
        ("english", 5, Metric::Wdl, 1_400_000),
        ("english", 5, Metric::Dtw, 43_000_000),
        ("english", 5, Metric::Dtc, 7_992_341 + 1_400_000),
        ("english", 6, Metric::Wdl, 37_000_000),
        ("russian", 6, Metric::Wdl, 48_000_000),
    ] {
        let game = Draughts::new(Variant::named(id).expect("a variant"));
        let estimated: u64 = plan(&game, pieces, &[metric]).iter().map(|job| job.disk_bytes).sum();
        let factor = estimated as f64 / made_bytes as f64;
        assert!((1.0 / 1.5..1.5).contains(&factor), "{id} {pieces} {metric}: {estimated} for {made_bytes}");
    }
}
