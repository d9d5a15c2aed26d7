//! `peatee serve`: the gRPC server.

mod adjudicate;
mod deadline;
mod drain;
mod gate;
mod refusal;
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
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use crate::cli::TableArgs;
use crate::errors::Error;
use gate::Gate;
use rpc::Service;
use stream::MESSAGE_BYTES_MAX;

/// How often a silent connection is asked whether anyone is there, and how long the answer may
/// take.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// The most unread bytes that a client may have sent, on one stream and on all streams of a
/// connection. The HTTP/2 library closes a connection when small unread frames cost more than half
/// of the second number, at about 250 bytes for each frame. Clients send one position in each
/// frame. So an honest client must fill its stream long before that: 64 KiB hold at most some 3000
/// positions, which cost 0.75 MB, and ten streams may stall on one connection.
const STREAM_WINDOW_BYTES: u32 = 64 * 1024;
const CONNECTION_WINDOW_BYTES: u32 = 16 * 1024 * 1024;

/// Serve the tables over gRPC, without encryption: package `peatee.v1`, with health checks
/// (`grpc.health.v1.Health`) and reflection (v1 and v1alpha).
///
/// Once the server listens, it prints one line, `listening on ADDRESS`, to standard output;
/// everything else goes to standard error. SIGTERM or SIGINT drains the server: health turns to
/// NOT_SERVING, no new requests are taken, and requests in work are finished. A second signal, or
/// the end of `--drain-seconds`, stops the server at once.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address and port to listen on. Port 0: any free one.
    #[arg(long, value_name = "ADDR", env = "PEATEE_LISTEN", default_value = "127.0.0.1:50051")]
    listen: String,

    #[command(flatten)]
    tables: TableArgs,

    /// Threads that probe, at most four for each processor. 0: two for each processor, since a
    /// probe of a cold table waits for the disk.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = peatee_probe::internals::parse_threads)]
    threads: usize,

    /// The most requests in work at the same time, of all clients together. A stream counts as one
    /// request, and streams get half of the places at most. Further requests are turned away with
    /// RESOURCE_EXHAUSTED and a RetryInfo.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65536))]
    in_flight_max: usize,

    /// How long a stream may send nothing before it is closed with ABORTED, in seconds.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    stream_idle_seconds: u64,

    /// How long SIGTERM waits for requests in work, in seconds.
    #[arg(long, value_name = "S", default_value_t = 30)]
    drain_seconds: u64,

    /// What is logged: `error`, `warn`, `info`, `debug`, `trace`, or a filter such as
    /// `peatee=debug,tonic=warn`.
    #[arg(long, value_name = "FILTER", env = "PEATEE_LOG", default_value = "info")]
    log: String,
}

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
    let gate = Gate::new(args.in_flight_max);
    let stream_idle_max = Duration::from_secs(args.stream_idle_seconds);
    let service = Service::new(Arc::new(collection), gate.clone(), threads, stream_idle_max);

    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<TablebaseServiceServer<Service>>().await;
    let (drain_begins, draining) = tokio::sync::oneshot::channel::<()>();
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let server = Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE_INTERVAL))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .layer(deadline::DeadlineLayer)
        .add_service(health_service)
        .add_service(reflection().build_v1().map_err(reflection_failed)?)
        .add_service(reflection().build_v1alpha().map_err(reflection_failed)?)
        .add_service(TablebaseServiceServer::new(service).max_decoding_message_size(MESSAGE_BYTES_MAX))
        .serve_with_incoming_shutdown(incoming, async {
            // An error means that the sender is gone. That ends the server as well.
            let _ = draining.await;
        });
    let mut server = tokio::spawn(server);

    announce(address, &args.tables.tables)?;
    tokio::select! {
        ended = &mut server => return finished(ended),
        signal = signals.next() => tracing::info!(signal, "draining"),
    }
    health.set_not_serving::<TablebaseServiceServer<Service>>().await;
    health.set_service_status("", tonic_health::ServingStatus::NotServing).await;
    let _ = drain_begins.send(());
    let limit = Duration::from_secs(args.drain_seconds);
    drain::wait(server, &gate, &mut signals, limit).await;
    Ok(ExitCode::SUCCESS)
}

fn finished(ended: Result<Result<(), tonic::transport::Error>, tokio::task::JoinError>) -> Result<ExitCode, Error> {
    ended.map_err(|_| Error::Worker)??;
    Ok(ExitCode::SUCCESS)
}

fn reflection() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(peatee_proto::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

fn reflection_failed(error: tonic_reflection::server::Error) -> Error {
    Error::Io { what: "the descriptors are damaged".into(), error: std::io::Error::other(error) }
}

/// Prints the line that tells the caller the address of the server.
fn announce(address: std::net::SocketAddr, tables: &Path) -> Result<(), Error> {
    tracing::info!(%address, tables = %tables.display(), "serving");
    let mut out = crate::cli::output::Output::new();
    out.line(&format_args!("listening on {address}"))?;
    out.flush()
}
