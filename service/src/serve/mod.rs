//! `peatee serve`: the server. One port answers gRPC, gRPC-Web, JSON and browsers.

mod adjudicate;
mod args;
mod client;
mod connections;
mod deadline;
mod drain;
mod games;
mod gate;
mod http_status;
mod json;
mod lila;
mod page;
mod paging;
mod position;
mod refusal;
mod refusals;
mod routes;
mod rpc;
mod stream;

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use peatee_probe::Collection;
use peatee_proto::v1::tablebase_service_server::TablebaseServiceServer;
use tokio::net::TcpListener;

pub use args::Args;
use connections::{Connections, Listener, Requests};
use gate::Gate;
use refusals::Refusals;
use rpc::Service;

use crate::errors::Error;

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or the address cannot be listened on.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let filter = tracing_subscriber::EnvFilter::try_new(&args.log)
        .map_err(|error| Error::Argument { field: "--log", reason: error.to_string() })?;
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    let collection = args.tables.open(None)?;
    for folder in collection.unopened() {
        tracing::error!(directory = %folder.path.display(), "tables not opened: {folder}");
    }
    for tables in collection.iter() {
        let (damaged, missing): (Vec<_>, Vec<_>) = tables.faults().partition(|fault| fault.is_damage());
        for fault in damaged {
            tracing::error!(slice = %fault.slice, metric = %fault.metric, "table not opened: {fault}");
        }
        if let Some(first) = missing.first() {
            tracing::warn!(tables = missing.len(), "tables that the manifest lists are missing, the first is {first}");
        }
        let (variant, slices) = (tables.game().variant().id, tables.slices().len());
        let directory = tables.directory().display();
        tracing::info!(variant, slices, pieces_max = tables.most_pieces(), %directory, "tables opened");
    }
    let threads = match args.threads {
        0 => 2 * std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(threads)
        .enable_all()
        .build()
        .map_err(|error| Error::Io { what: "cannot start threads".into(), error })?;
    let result = runtime.block_on(serve(args, collection, threads));
    // Requests that are still in work after the drain have had their time.
    runtime.shutdown_background();
    result
}

async fn serve(args: &Args, collection: Collection, threads: usize) -> Result<ExitCode, Error> {
    let failed = |error| Error::Listen { address: args.listen.clone(), error };
    let listener = TcpListener::bind(&args.listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let mut signals = drain::Signals::new().map_err(failed)?;
    let refusals = Arc::new(Refusals::default());
    let gate = Gate::new(args.in_flight_max, args.peer_in_flight_max, refusals.clone());
    let stream_idle_max = Duration::from_secs(args.stream_idle_seconds);
    let service = Arc::new(Service::new(Arc::new(collection), gate, threads, stream_idle_max));

    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<TablebaseServiceServer<Service>>().await;
    let requests = Arc::new(Requests::default());
    let (drain, draining) = tokio::sync::watch::channel(false);
    let router = routes::router(service, health_service)?;
    let connections = Connections::new(args.connection_limits(), router, refusals, requests.clone());
    let mut server = tokio::spawn(connections.serve(Listener(listener), draining));

    announce(address, &args.tables.tables)?;
    let reload = || tracing::info!("SIGHUP: there is nothing to reload");
    tokio::select! {
        _ = &mut server => return Err(Error::Worker),
        signal = signals.next(reload) => tracing::info!(signal, "draining"),
    }
    health.set_not_serving::<TablebaseServiceServer<Service>>().await;
    health.set_service_status("", tonic_health::ServingStatus::NotServing).await;
    // An error means that the server has ended.
    let _ = drain.send(true);
    let limit = Duration::from_secs(args.drain_seconds);
    drain::wait(server, &requests, &mut signals, limit).await;
    Ok(ExitCode::SUCCESS)
}

/// Prints the line that tells the caller the address of the server.
fn announce(address: std::net::SocketAddr, tables: &Path) -> Result<(), Error> {
    tracing::info!(%address, tables = %tables.display(), "serving");
    let mut out = crate::cli::output::Output::new();
    out.line(&format_args!("listening on {address}"))?;
    out.flush()
}
