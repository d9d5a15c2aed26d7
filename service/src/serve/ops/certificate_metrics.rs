//! Metrics of the TLS certificate.

use std::sync::atomic::AtomicU64;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct ResultLabel {
    pub(super) result: &'static str,
}

/// Value of the label `result` for a reload whose new content is used.
pub(super) const TAKEN: &str = "taken";
/// Value of the label `result` for a reload that failed, so that the old content stays in use.
pub(super) const REFUSED: &str = "refused";

#[derive(Debug)]
pub struct CertificateMetrics {
    reloads: Family<ResultLabel, Counter>,
    last_success: Gauge<f64, AtomicU64>,
    expiry: Gauge<f64, AtomicU64>,
}

impl CertificateMetrics {
    /// Registers the metrics. `expiry_seconds` is the Unix time at which the current certificate
    /// expires; `None` if it cannot be read from the certificate.
    pub fn new(registry: &mut Registry, expiry_seconds: Option<i64>) -> Self {
        let out =
            CertificateMetrics { reloads: Family::default(), last_success: Gauge::default(), expiry: Gauge::default() };
        let help = "Reloads of the certificate, by result";
        registry.register("certificate_reloads", help, out.reloads.clone());
        let help = "When the certificate in use was read, in Unix seconds";
        let name = "certificate_last_reload_success_timestamp";
        registry.register_with_unit(name, help, Unit::Seconds, out.last_success.clone());
        let help = "When the certificate in use expires, in Unix seconds; NaN where that cannot be read";
        registry.register_with_unit("certificate_expiry_timestamp", help, Unit::Seconds, out.expiry.clone());
        // Both counters start at 0, because an alarm on the growth of a counter misses the first
        // event if that event creates the counter.
        for result in [TAKEN, REFUSED] {
            drop(out.reloads.get_or_create(&ResultLabel { result }));
        }
        out.put(expiry_seconds);
        out
    }

    pub fn take(&self, expiry_seconds: Option<i64>) {
        self.reloads.get_or_create(&ResultLabel { result: TAKEN }).inc();
        self.put(expiry_seconds);
    }

    pub fn refuse(&self) {
        self.reloads.get_or_create(&ResultLabel { result: REFUSED }).inc();
    }

    #[allow(clippy::disallowed_methods, reason = "a time that is shown, and no measure of time")]
    fn put(&self, expiry_seconds: Option<i64>) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.last_success.set(now.as_secs() as f64);
        self.expiry.set(expiry_seconds.map_or(f64::NAN, |seconds| seconds as f64));
    }
}
