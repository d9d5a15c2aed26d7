//! The port for operators: what is counted, and whether the server lives and takes requests.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use http::{StatusCode, header};
use tokio::sync::watch::Receiver;

use super::connections::Requests;
use super::edition::Editions;
use super::metrics::Metrics;

/// The type of text that Prometheus asks for.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The paths: `/metrics`, `/healthz`, `/readyz`.
pub fn router(
    metrics: Arc<Metrics>,
    editions: Arc<Editions>,
    requests: Arc<Requests>,
    draining: Receiver<bool>,
) -> Router {
    let told = move || {
        let text = metrics.text(&editions.current(), requests.in_work());
        async move { ([(header::CONTENT_TYPE, OPEN_METRICS)], text) }
    };
    let ready = move || {
        let is_draining = *draining.borrow();
        async move {
            if is_draining { (StatusCode::SERVICE_UNAVAILABLE, "draining\n") } else { (StatusCode::OK, "ready\n") }
        }
    };
    Router::new()
        .route("/metrics", get(told))
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
}
