//! `peatee serve`: the server. One port answers gRPC, gRPC-Web, JSON and browsers.

mod access;
mod admin;
mod admission;
mod args;
pub mod config;
mod drain;
pub mod http;
mod listening;
mod log;
mod net;
mod open_files;
mod ops;
mod reload;
mod rpc;
mod signals;
mod warnings;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use peatee_probe::Collection;
use peatee_probe::internals::MachineMemory;
use peatee_proto::v1::tablebase_service_server::TablebaseServiceServer;

use access::Access;
use access::peers::PeerLimits;
use admission::{Admission, Threads};
pub use args::Args;
use drain::Shutdown;
use http::guard::Guard;
use http::routes::{self, Web};
use listening::Sockets;
use log::Log;
use net::tls::Tls;
use net::{AccessLog, Connections, Front, Limits, Listener, Recorder, Requests};
use ops::metrics::Metrics;
use ops::refusals::Refusals;
use ops::table_snapshot::TableSnapshots;
use ops::traces::Traces;
use reload::Reload;
use rpc::Service;
use signals::Signals;

use super::errors::Error;

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let log = Log::start(args)?;
    MachineMemory::now().map_or(Ok(()), |memory| args.check_memory(memory.total_bytes >> 20))?;
    open_files::raise_limit();
    let warnings = warnings::warnings(args).into_iter().chain(config::unknown_variables());
    warnings.chain(open_files::warning(args.connections_max)).for_each(|warning| tracing::warn!("{warning}"));
    let access = Access::new(args.token_file.clone(), args.anonymous_per_minute, args.proxies())?;
    let tls = match (&args.tls_certificate, &args.tls_key) {
        (None, None) => None,
        (Some(certificate), Some(key)) => Some(Tls::new(certificate.clone(), key.clone())?),
        (Some(_), None) => return Err(lonely("--tls-certificate", "needs its key: give --tls-key too")),
        (None, Some(_)) => return Err(lonely("--tls-key", "needs its certificate: give --tls-certificate too")),
    };
    if let Some(warning) = tls.as_ref().and_then(Tls::warning) {
        tracing::warn!("{warning}");
    }
    let snapshots = TableSnapshots::open(&args.tables)?;
    snapshots.current().log();
    let threads = match args.threads {
        0 => 2 * processors(),
        threads => threads,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // One thread more than may probe, because tables may be reloaded while all others probe.
        .max_blocking_threads(threads + 1)
        .enable_all()
        .build()
        .map_err(|error| Error::Io { what: "cannot start threads".into(), error })?;
    let result = runtime.block_on(serve(args, Arc::new(snapshots), threads, Arc::new(access), tls.map(Arc::new), &log));
    // Requests that still run have used up their time for draining, so they are not waited for.
    runtime.shutdown_background();
    result
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn lonely(field: &'static str, reason: &str) -> Error {
    Error::Argument { field, reason: reason.to_owned() }
}

/// Creates all parts of a server and serves requests. With `--check-config`, stops before
/// listening.
async fn serve(
    args: &Args,
    snapshots: Arc<TableSnapshots>,
    threads: usize,
    access: Arc<Access>,
    tls: Option<Arc<Tls>>,
    log: &Log,
) -> Result<ExitCode, Error> {
    let sockets = Sockets::bind(args).await?;
    let signals = Signals::new().map_err(|error| Error::Io { what: "cannot install signal handlers".into(), error })?;
    let metrics = Arc::new(metrics(tls.as_deref(), log));
    let traces = traces(args)?;
    let refusals = Arc::new(Refusals::counted(metrics.clone()));
    let (probing, peers) = (Threads { probing: threads, processors: processors() }, args.peer_limits());
    let limit = args.in_flight_max;
    let admission = Admission::new(limit, peers, probing, access.clone(), refusals.clone(), metrics.clone());
    let stream_idle_max = Duration::from_secs(args.stream_idle_seconds);
    let service = Arc::new(Service::new(snapshots.clone(), admission, threads, stream_idle_max));
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<TablebaseServiceServer<Service>>().await;
    let requests = Arc::new(Requests::default());
    let guard = Guard::new(args.allowed_host.clone(), args.hsts_seconds(), refusals.clone());
    let web = Web { origins: args.cors_origin.clone(), guard, cache_seconds: args.cache_seconds };
    let front = Front {
        service: routes::router(service, health_service, web)?,
        access: access.clone(),
        tls: tls.clone(),
        recorder: Arc::new(Recorder::new(metrics.clone(), args.access_log, traces.clone())),
        refusals,
        requests: requests.clone(),
        credit: Some(Arc::default()),
    };
    if args.check_config {
        if let Some(reason) = snapshots.current().unusable.summary() {
            return Err(Error::Unusable { reason });
        }
        print(&"the configuration is valid")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (clients, operators) = sockets.listen(args)?;
    let (leave, leaving) = tokio::sync::watch::channel(false);
    if let Some(listener) = operators {
        let service = admin::router(metrics.clone(), snapshots.clone(), requests.clone(), leaving);
        serve_operators(args, listener, Front { service, ..front.clone() })?;
    }
    announce(&clients, &args.tables.tables)?;
    let reload = Reload { access, tls, snapshots, metrics };
    watch(args, &reload);
    let limits = args.connection_limits();
    let connections_max = open_files::connections_max(limits.connections_max);
    let connections = Connections::new(Limits { connections_max, ..limits }, front);
    let end = Shutdown { signals, reload, health, leave, requests };
    end.serve(args, connections, clients.0).await?;
    #[cfg(feature = "otel")]
    // An error means that the last spans are lost, which is not worth a failure.
    let _ = tokio::task::spawn_blocking(move || traces.finish()).await;
    Ok(ExitCode::SUCCESS)
}

fn metrics(tls: Option<&Tls>, log: &Log) -> Metrics {
    let mut metrics = Metrics::new(routes::names());
    metrics.watch_log(log.lost_lines.clone());
    if let Some(tls) = tls {
        metrics.watch_certificate(tls.expiry_seconds());
    }
    metrics
}

fn watch(args: &Args, reload: &Reload) {
    if args.tables_poll_seconds > 0 {
        tokio::spawn(reload.clone().watch_tables(Duration::from_secs(args.tables_poll_seconds)));
    }
    tokio::spawn(reload.snapshots.clone().watch_memory());
}

#[cfg(feature = "otel")]
fn traces(args: &Args) -> Result<Traces, Error> {
    args.otlp_endpoint.as_deref().map_or(Ok(Traces::off()), Traces::to)
}

#[cfg(not(feature = "otel"))]
fn traces(_: &Args) -> Result<Traces, Error> {
    Ok(Traces::off())
}

/// Starts serving the port for operators, until the process ends, even while the server drains.
/// Requests to this port are not counted, need no token and are not encrypted.
fn serve_operators(args: &Args, (listener, address): (Listener, String), front: Front) -> Result<(), Error> {
    let front = Front {
        access: Arc::new(Access::new(None, None, Vec::new())?),
        tls: None,
        recorder: Arc::new(Recorder::new(Arc::new(Metrics::new([])), AccessLog::Off, Traces::off())),
        requests: Arc::default(),
        credit: None,
        ..front
    };
    let connections = Connections::new(args.connection_limits(), front);
    let (never, draining) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        connections.serve(listener, draining).await;
        drop(never);
    });
    tracing::info!(address, "serving operators");
    print(&format_args!("operators on {address}"))
}

/// Returns the router of a server for these tables, with limits that are never reached.
///
/// # Errors
/// The descriptors are damaged.
pub fn unlimited(collection: Collection) -> Result<Router, Error> {
    let metrics = Arc::new(Metrics::new(routes::names()));
    let access = Arc::new(Access::new(None, None, Vec::new())?);
    let refusals = Arc::new(Refusals::counted(metrics.clone()));
    let peers = PeerLimits { in_flight_max: PLENTY, bytes_max: usize::MAX, all_bytes_max: usize::MAX };
    let threads = Threads { probing: PLENTY, processors: PLENTY };
    let admission = Admission::new(PLENTY, peers, threads, access, refusals, metrics);
    let service = Service::new(Arc::new(TableSnapshots::only(collection)), admission, 1, Duration::from_secs(60));
    let (_, health) = tonic_health::server::health_reporter();
    routes::router(Arc::new(service), health, Web::default())
}

/// Limit that no test reaches. It is larger than the number of simultaneous requests of any test.
const PLENTY: usize = 1000;

fn announce((_, address): &(Listener, String), tables: &Path) -> Result<(), Error> {
    tracing::info!(%address, tables = %tables.display(), "serving");
    print(&format_args!("listening on {address}"))
}

fn print(line: &dyn Display) -> Result<(), Error> {
    let mut out = super::answer::output::Output::new();
    out.line(line)?;
    out.flush()
}
