//! The options of `peatee serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use http::HeaderValue;
use ipnet::IpNet;

use super::access::forwarded::{Proxies, ProxyHeader, parse_proxy};
use super::access::peers::PeerLimits;
use super::net::{AccessLog, Limits, ListenAddress};
use crate::ask::tables::TableArgs;
use crate::errors::Error;

fn places() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=65536)
}

/// Returns the parser of a memory limit in MiB. The minimum is enough for the longest request.
fn request_memory() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(16..=1 << 20)
}

/// Returns the parser of a number of seconds. The maximum is ten years, so that the times computed
/// from it stay within the range of the clock.
fn seconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=315_360_000)
}

fn years() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(..=315_360_000)
}

/// Time within which the running requests of a connection must end when the connection has reached
/// its maximum age.
const AGE_GRACE: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Serve the tables on one port: over gRPC and gRPC-Web (package `peatee.v1`,
/// with health checks, `grpc.health.v1.Health`, and reflection, v1 and v1alpha), as JSON over HTTP
/// (`/v1/...`, described by `/v1/openapi.json`), and as a page for browsers.
///
/// Once the server listens, it prints one line, `listening on ADDRESS`, to standard output;
/// everything else goes to standard error. SIGTERM or SIGINT (Ctrl-C on Windows) drains the server:
/// health turns to NOT_SERVING and `/readyz` to 503, after `--drain-delay` no new requests are
/// taken, and running requests are finished. A second signal, or the end of `--drain-seconds`,
/// stops the server at once.
///
/// SIGHUP, on Unix, reads certificates and tokens anew, and tables whose manifest has changed.
///
/// Each option can be set in a file (`--config`), by an environment variable (`--in-flight-max` by
/// `PEATEE_IN_FLIGHT_MAX`), and here; the last of these takes precedence.
///
/// A peer is an IPv4 address, or an IPv6 network of 64 bits. Requests that are turned away are
/// logged with their peer.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file of options in TOML: `listen = "0.0.0.0:443"`, `in-flight-max = 512`.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Check whether the server would start, and exit: do everything but listen. Addresses may be
    /// in use by the running server.
    #[arg(long)]
    pub check_config: bool,

    /// The address and port to listen on; port 0: any free one. `unix:PATH` listens on a unix
    /// socket, `systemd` on the socket that systemd hands over.
    #[arg(long, value_name = "ADDR", env = "PEATEE_LISTEN", default_value = "127.0.0.1:50051")]
    pub listen: ListenAddress,

    #[command(flatten)]
    pub tables: TableArgs,

    /// Seconds between checks of the manifests of the tables; 0: check only at SIGHUP. Tables whose
    /// manifest has changed are opened anew; running requests keep the tables with which they
    /// began.
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(..=86400))]
    pub tables_poll_seconds: u64,

    /// Address of `/metrics` (for Prometheus), `/healthz` and `/readyz` for operators; as
    /// `--listen`.
    #[arg(long, value_name = "ADDR")]
    pub admin_listen: Option<ListenAddress>,

    /// Encrypt connections with this certificate: a PEM file that begins with the server's own
    /// certificate.
    #[arg(long, value_name = "FILE")]
    pub tls_certificate: Option<PathBuf>,

    /// The private key of the certificate, a PEM file.
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// The tokens that clients may send (`authorization: Bearer TOKEN`), by their SHA-256: a TOML
    /// file with entries `[[token]]` of `name`, `sha256` (one or a list) and, optionally,
    /// `positions_per_minute`.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,

    /// Maximum number of positions and games that a peer without a token may ask about in a minute;
    /// 0: none. Default: any number.
    #[arg(long, value_name = "N")]
    pub anonymous_per_minute: Option<u32>,

    /// The address of a proxy that forwards requests, or a network of proxies (`10.0.0.0/8`); a
    /// header (`--proxy-header`) names the client of each. Clients over a unix socket count as such
    /// proxies. May be given several times, or with commas.
    #[arg(long, value_name = "IP", value_delimiter = ',', value_parser = parse_proxy)]
    pub trusted_proxy: Vec<IpNet>,

    /// The header in which proxies name their clients. Name the header that your proxy sets itself:
    /// clients can forge the other.
    #[arg(long, value_name = "HEADER", value_enum, default_value_t)]
    pub proxy_header: ProxyHeader,

    /// A name of this server. Requests for a host of another name (`Host`, `:authority`) are
    /// refused, so that pages of other hosts cannot ask through a browser (DNS rebinding).
    /// Addresses are always allowed. May be given several times. Without it: any name.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = super::http::guard::parse_host)]
    pub allowed_host: Vec<String>,

    /// Seconds for which browsers and caches may keep answers to GET without asking again; 0: they
    /// ask each time. The server answers such a question in a few bytes, unless the tables have
    /// changed.
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = years())]
    pub cache_seconds: u64,

    /// Seconds for which browsers must encrypt all that they send to this host
    /// (`Strict-Transport-Security`), where connections are encrypted; 0: the header is not sent.
    #[arg(long, value_name = "S", default_value_t = 2_592_000, value_parser = years())]
    pub hsts_seconds: u64,

    /// The origin of pages on other hosts whose scripts may send requests, such as
    /// `https://example.org`; `*`: any. May be given several times.
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', value_parser = super::http::cors::parse_origin)]
    pub cors_origin: Vec<HeaderValue>,

    /// Threads that probe, at most four for each processor. 0: two for each processor, since a
    /// probe of a cold table waits for the disk. One peer has half of them at most.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = peatee_probe::internals::parse_threads)]
    pub threads: usize,

    /// Maximum number of requests that run at the same time, of all clients together. A stream
    /// counts as one request, and streams get half of the places at most. Further requests are
    /// turned away with RESOURCE_EXHAUSTED and a RetryInfo.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = places())]
    pub in_flight_max: usize,

    /// Maximum number of requests of one peer that run at the same time. Streams get half of these
    /// places at most.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = places())]
    pub peer_in_flight_max: usize,

    /// Maximum memory of the requests and answers of all clients, in MiB: bodies while they come,
    /// decoded requests, and answers that wait to be read.
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = request_memory())]
    pub request_memory_mib: usize,

    /// Maximum memory of the requests and answers of one peer, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = request_memory())]
    pub peer_request_memory_mib: usize,

    /// Maximum number of connections.
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = places())]
    pub connections_max: usize,

    /// Maximum number of connections of one peer.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = places())]
    pub peer_connections_max: usize,

    /// Maximum number of requests at a time on one HTTP/2 connection. Clients hold further requests
    /// back.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub connection_streams_max: u32,

    /// Seconds in which a new connection must send a request.
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = seconds())]
    pub handshake_seconds: u64,

    /// Seconds after which a connection without a request is closed.
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = seconds())]
    pub connection_idle_seconds: u64,

    /// Seconds for which an answer may wait for the client to read on before the connection is
    /// closed.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = seconds())]
    pub unread_seconds: u64,

    /// Seconds for which a connection takes requests. Then its client is asked to open another;
    /// running requests get ten more minutes.
    #[arg(long, value_name = "S", default_value_t = 3600, value_parser = seconds())]
    pub connection_age_seconds: u64,

    /// Seconds after which a stream that sends nothing is closed with ABORTED.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = seconds())]
    pub stream_idle_seconds: u64,

    /// Seconds for which the server still answers new requests after SIGTERM, until proxies know
    /// that it is not ready any more.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86400))]
    pub drain_delay: u64,

    /// Seconds that running requests may still take after `--drain-delay`. Then the server stops.
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u64).range(..=86400))]
    pub drain_seconds: u64,

    /// Write a line to the log for each request.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = AccessLog::Off)]
    pub access_log: AccessLog,

    /// Send a span of each request to the OpenTelemetry collector at this address, such as
    /// `http://localhost:4317` (OTLP over gRPC).
    #[cfg(feature = "otel")]
    #[arg(long, value_name = "URL", env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_parser = super::ops::traces::parse_endpoint)]
    pub otlp_endpoint: Option<String>,

    /// Format of the log: text, or a JSON object in each line.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Least severe level that is logged: `error`, `warn`, `info`, `debug`, `trace`; or a filter
    /// such as `peatee=debug,tonic=warn`.
    #[arg(long, value_name = "FILTER", env = "PEATEE_LOG", default_value = "info")]
    pub log: String,
}

impl Args {
    /// Returns the seconds for the header `Strict-Transport-Security`; `None` if it is not sent.
    pub fn hsts_seconds(&self) -> Option<u64> {
        (self.tls_certificate.is_some() && self.hsts_seconds > 0).then_some(self.hsts_seconds)
    }

    pub fn proxies(&self) -> Proxies {
        Proxies { networks: self.trusted_proxy.clone(), header: self.proxy_header }
    }

    /// Checks that this machine has enough memory for the options `--memory-mib` and
    /// `--request-memory-mib` together.
    ///
    /// # Errors
    /// [`Error::Argument`] when there is too little memory.
    pub fn check_memory(&self, machine_mib: u64) -> Result<(), Error> {
        let requests_mib = self.request_memory_mib as u64;
        match self.tables.memory_mib {
            Some(memory_mib) if memory_mib + requests_mib > machine_mib => {
                let most_mib = machine_mib.saturating_sub(requests_mib);
                let reason = format!(
                    "{memory_mib} MiB, with {requests_mib} MiB of --request-memory-mib, are more than the \
                     {machine_mib} MiB of this machine or container; give at most {most_mib}, better half of that"
                );
                Err(Error::Argument { field: "--memory-mib", reason })
            }
            _ => Ok(()),
        }
    }

    pub fn peer_limits(&self) -> PeerLimits {
        PeerLimits {
            in_flight_max: self.peer_in_flight_max,
            bytes_max: self.peer_request_memory_mib << 20,
            all_bytes_max: self.request_memory_mib << 20,
        }
    }

    pub fn connection_limits(&self) -> Limits {
        Limits {
            connections_max: self.connections_max,
            peer_connections_max: self.peer_connections_max,
            connection_streams_max: self.connection_streams_max,
            handshake_max: Duration::from_secs(self.handshake_seconds),
            idle_max: Duration::from_secs(self.connection_idle_seconds),
            unread_max: Duration::from_secs(self.unread_seconds),
            age_max: Duration::from_secs(self.connection_age_seconds),
            age_grace: AGE_GRACE,
        }
    }
}
