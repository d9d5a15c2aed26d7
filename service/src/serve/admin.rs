//! HTTP interface for operators, on a port of its own: metrics, liveness and readiness.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use http::{StatusCode, header};
use tokio::sync::watch::Receiver;

use super::net::Requests;
use super::ops::metrics::Metrics;
use super::ops::table_snapshot::TableSnapshots;
use super::ops::unusable::Unusable;

/// Content type of the metrics.
const EXPOSITION: &str = "text/plain; version=0.0.4; charset=utf-8";

pub fn router(
    metrics: Arc<Metrics>,
    snapshots: Arc<TableSnapshots>,
    requests: Arc<Requests>,
    draining: Receiver<bool>,
) -> Router {
    let of_metrics = snapshots.clone();
    let told = move || {
        let text = metrics.text(&of_metrics.current(), requests.in_work());
        async move { ([(header::CONTENT_TYPE, EXPOSITION)], text) }
    };
    let ready = move || {
        let is_draining = *draining.borrow();
        let answer = readiness(is_draining, &snapshots.current().unusable);
        async move { answer }
    };
    Router::new()
        .route("/metrics", get(told))
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
}

/// Returns the answer of `/readyz`, which says whether the server takes requests. Damaged tables
/// are listed, but the server stays ready, because all other tables still answer.
fn readiness(is_draining: bool, unusable: &Unusable) -> (StatusCode, String) {
    let lines = unusable.lines();
    match (is_draining, unusable.usable) {
        (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "draining\n".to_owned()),
        (false, 0) => (StatusCode::SERVICE_UNAVAILABLE, format!("no table can be used\n{lines}")),
        (false, _) if lines.is_empty() => (StatusCode::OK, "ready\n".to_owned()),
        (false, _) => (StatusCode::OK, format!("ready, but these tables cannot be used\n{lines}")),
    }
}
