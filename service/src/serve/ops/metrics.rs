//! Metrics of the server, for Prometheus.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::{HeaderMap, header};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};

use super::certificate_metrics::{CertificateMetrics, REFUSED, ResultLabel, TAKEN};
use super::exposition;
use super::lost_lines::LostLines;
use super::process_metrics::ProcessMetrics;
use super::table_snapshot::TableSnapshot;
use crate::ask::games;
use crate::errors::Error;
use crate::serve::access::client::Client;

/// Upper bounds of the buckets of request durations, in seconds. The first bounds suit a probe in
/// memory, the last one the time limit of a request.
const SECONDS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0, 60.0];

/// Maximum number of token names that have metrics of their own. Without a maximum, the number of
/// metrics would grow whenever a token file is reloaded with new names.
const TOKEN_NAMES_MAX: usize = 200;

/// Label value for all values that are not known. It prevents clients from creating new label
/// values.
pub const OTHER: &str = "other";

pub const FILES: [&str; 2] = ["page", "openapi"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Grpc,
    GrpcWeb,
    Http,
}

impl Protocol {
    pub fn of(headers: &HeaderMap) -> Self {
        let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
        match kind {
            _ if kind.starts_with(b"application/grpc-web") => Protocol::GrpcWeb,
            _ if kind.starts_with(b"application/grpc") => Protocol::Grpc,
            _ => Protocol::Http,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Grpc => "grpc",
            Protocol::GrpcWeb => "grpc-web",
            Protocol::Http => "http",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    protocol: &'static str,
    code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabel {
    method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TokenLabel {
    /// Name of the client's token; empty for clients without a token.
    token: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VariantLabel {
    variant: &'static str,
}

/// Refusals for which the page `operating.md` defines alarms.
const ALARMS: [Error; 5] = [
    Error::Busy { limit: 0 },
    Error::PeerBusy { limit: 0 },
    Error::Overload,
    Error::Memory { limit_bytes: 0 },
    Error::PeerMemory { limit_bytes: 0 },
];

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    methods: Vec<(String, &'static str)>,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<MethodLabel, Histogram>,
    sent_bytes: Counter,
    positions: Family<TokenLabel, Counter>,
    token_names: Mutex<BTreeSet<String>>,
    answered: Family<VariantLabel, Counter>,
    refusals: Family<ReasonLabel, Counter>,
    reloads: Family<ResultLabel, Counter>,
    token_reloads: Family<ResultLabel, Counter>,
    log: Option<LostLines>,
    lost_log_lines: Counter,
    connections: Gauge,
    in_work: Gauge,
    hits: Counter,
    misses: Counter,
    cached_bytes: Gauge,
    usable: Gauge,
    damaged: Gauge,
    missing: Gauge,
    unopened: Gauge,
    process: ProcessMetrics,
    process_registry: Registry,
    certificate: Option<CertificateMetrics>,
}

fn times() -> Histogram {
    Histogram::new(SECONDS)
}

fn added<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn added_bytes<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register_with_unit(name, help, Unit::Bytes, metric.clone());
    metric
}

#[derive(Debug)]
pub struct OpenConnection<'a>(&'a Gauge);

impl Drop for OpenConnection<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Creates metrics with zero counts. `paths` are the request paths that have a label of their
    /// own, each with the label.
    pub fn new(paths: impl IntoIterator<Item = (String, &'static str)>) -> Self {
        let (mut registry, mut process_registry) = (Registry::with_prefix("peatee"), Registry::default());
        let process = ProcessMetrics::new(&mut registry, &mut process_registry);
        let seconds = Family::new_with_constructor(times as fn() -> Histogram);
        let to = &mut registry;
        let out = Metrics {
            methods: paths.into_iter().collect(),
            requests: added(to, "requests", "Requests that were answered, by the gRPC code"),
            seconds: {
                let help = "Time from a request to the end of its answer";
                to.register_with_unit("request_duration", help, Unit::Seconds, seconds.clone());
                seconds
            },
            sent_bytes: added_bytes(to, "sent", "Bytes of answers, without headers"),
            positions: added(to, "positions", "Positions and games that were asked about, by the name of the token"),
            token_names: Mutex::default(),
            answered: added(
                to,
                "answered_positions",
                "Positions and requests about games that were answered, by the variant",
            ),
            refusals: added(to, "refusals", "Connections and requests that were turned away"),
            reloads: added(to, "table_reloads", "Reloads of tables after a change of a manifest, by result"),
            token_reloads: added(to, "token_reloads", "Reloads of the token file, by result"),
            log: None,
            lost_log_lines: added(to, "log_lines_lost", "Lines of the log that could not be written, or not in time"),
            connections: added(to, "connections", "Open connections"),
            in_work: added(to, "requests_in_work", "Requests whose answers are not completely sent"),
            hits: added(to, "table_cache_hits", "Look-ups of table blocks that were in memory"),
            misses: added(to, "table_cache_misses", "Look-ups of table blocks that were read from a file"),
            cached_bytes: added_bytes(to, "table_cache", "Memory of decoded table blocks"),
            usable: added(to, "tables_usable", "Tables of the manifests that can be used"),
            damaged: added(to, "tables_damaged", "Tables of the manifests that are damaged or cannot be read"),
            missing: added(to, "tables_missing", "Tables of the manifests that are not there"),
            unopened: added(to, "table_folders_unopened", "Folders of tables whose manifest cannot be used"),
            process,
            process_registry,
            certificate: None,
            registry,
        };
        out.begin_alarms();
        out
    }

    /// Creates the counters that alarms use, with value 0. Otherwise an alarm on the growth of a
    /// counter would miss the first event, which would create the counter.
    fn begin_alarms(&self) {
        for refusal in ALARMS {
            drop(self.refusals.get_or_create(&ReasonLabel { reason: refusal.policy().reason }));
        }
        for result in [TAKEN, REFUSED] {
            drop(self.reloads.get_or_create(&ResultLabel { result }));
            drop(self.token_reloads.get_or_create(&ResultLabel { result }));
        }
    }

    pub fn method(&self, path: &str) -> &'static str {
        self.methods.iter().find(|(known, _)| known == path).map_or(OTHER, |&(_, name)| name)
    }

    pub fn watch_log(&mut self, lost_lines: LostLines) {
        self.log = Some(lost_lines);
    }

    pub fn watch_certificate(&mut self, expiry_seconds: Option<i64>) {
        self.certificate = Some(CertificateMetrics::new(&mut self.registry, expiry_seconds));
    }

    pub fn certificate(&self) -> Option<&CertificateMetrics> {
        self.certificate.as_ref()
    }

    pub fn record(
        &self,
        method: &'static str,
        protocol: Protocol,
        code: &'static str,
        time: Duration,
        sent_bytes: u64,
    ) {
        let answered = RequestLabels { method, protocol: protocol.name(), code };
        self.requests.get_or_create(&answered).inc();
        self.seconds.get_or_create(&MethodLabel { method }).observe(time.as_secs_f64());
        self.sent_bytes.inc_by(sent_bytes);
    }

    pub fn refuse(&self, reason: &'static str) {
        self.refusals.get_or_create(&ReasonLabel { reason }).inc();
    }

    /// Counts a change of the manifests; `is_taken` says whether the new tables are used.
    pub fn reload(&self, is_taken: bool) {
        let result = if is_taken { TAKEN } else { REFUSED };
        self.reloads.get_or_create(&ResultLabel { result }).inc();
    }

    pub fn reload_tokens(&self, is_taken: bool) {
        let result = if is_taken { TAKEN } else { REFUSED };
        self.token_reloads.get_or_create(&ResultLabel { result }).inc();
    }

    pub fn ask(&self, client: &Client, positions: u32) {
        let token = client.log_token().map_or(String::new(), |name| self.token_name(name));
        self.positions.get_or_create(&TokenLabel { token }).inc_by(positions.into());
    }

    /// Returns the metrics label of a token: its name, or [`OTHER`] if too many names are known.
    fn token_name(&self, name: &str) -> String {
        let mut known = self.token_names.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = known.contains(name) || known.len() < TOKEN_NAMES_MAX && known.insert(name.to_owned());
        if is_known { name } else { OTHER }.to_owned()
    }

    pub fn answer(&self, variant: &'static str, positions: u32) {
        self.answered.get_or_create(&VariantLabel { variant }).inc_by(positions.into());
    }

    pub fn connect(&self) -> OpenConnection<'_> {
        self.connections.inc();
        OpenConnection(&self.connections)
    }

    pub fn text(&self, snapshot: &TableSnapshot, in_work: usize) -> String {
        self.process.read();
        self.in_work.set(in_work as i64);
        set(&self.lost_log_lines, self.log.as_ref().map_or(0, LostLines::count));
        let look_ups = snapshot.look_ups();
        set(&self.hits, look_ups.hits);
        set(&self.misses, look_ups.misses);
        let stats = snapshot.collection.stats();
        self.cached_bytes.set((stats.expanded_bytes + stats.cached_bytes) as i64);
        let unusable = &snapshot.unusable;
        self.usable.set(unusable.usable as i64);
        self.damaged.set((unusable.damaged.len() + unusable.unreadable.len()) as i64);
        self.missing.set(unusable.missing.len() as i64);
        self.unopened.set(unusable.folders.len() as i64);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        let _ = encode(&mut text, &self.process_registry);
        exposition::of_open_metrics(&text)
    }
}

pub fn variant_name(id: &str) -> &'static str {
    games::named(id).unwrap_or(OTHER)
}

/// Raises `counter` to `to`, a total that is counted outside of the metrics library.
fn set(counter: &Counter<u64, AtomicU64>, to: u64) {
    counter.inc_by(to.saturating_sub(counter.get()));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::Instant;

    use super::*;
    use crate::serve::access::account::Account;
    use crate::serve::access::client::Identity;

    #[test]
    fn names_of_tokens_and_variants_are_bounded() {
        let metrics = Metrics::new([]);
        for number in 0..5 * TOKEN_NAMES_MAX {
            let account = Account::new(&format!("token-{number}"), None, Instant::now());
            let client = Client { identity: Identity::Token(Arc::new(account)), ..Client::LOCAL };
            metrics.ask(&client, 1);
        }
        metrics.ask(&Client::LOCAL, 1);
        let mut text = String::new();
        encode(&mut text, &metrics.registry).expect("a text");
        let lines = text.lines().filter(|line| line.starts_with("peatee_positions_total{")).count();
        assert_eq!(lines, TOKEN_NAMES_MAX + 2, "one for each, one for all others, one for none");
        let rest = format!("peatee_positions_total{{token=\"other\"}} {}", 4 * TOKEN_NAMES_MAX);
        assert!(text.contains(&rest), "{text}");
        for variant in ["international", "chess"] {
            assert_eq!(variant_name(variant), variant);
        }
        assert_eq!(variant_name("made-up"), OTHER);
    }
}
