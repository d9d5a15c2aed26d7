//! Metrics of the server process, with the usual Prometheus names. Metrics that are read from
//! `/proc` exist only on Linux.

use std::sync::atomic::AtomicU64;
use std::time::{SystemTime, UNIX_EPOCH};

use cpu_time::ProcessTime;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
    arch: &'static str,
    os: &'static str,
}

/// Function that reads the value of a metric; returns `None` if the system does not report it.
type Reader = fn() -> Option<i64>;

/// Metrics whose values are read from the system when the metrics are requested.
#[derive(Debug)]
pub struct ProcessMetrics {
    cpu: Counter<f64, AtomicU64>,
    of_proc: Vec<(Gauge, Reader)>,
}

impl ProcessMetrics {
    /// Registers the metrics. `build_info` goes into `own`. All others go into `whole`, a registry
    /// that adds no prefix to names.
    #[allow(clippy::disallowed_methods, reason = "a time that is shown, and no measure of time")]
    pub fn new(own: &mut Registry, whole: &mut Registry) -> Self {
        let build = Family::<Build, Gauge>::default();
        let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
        build.get_or_create(&Build { version: env!("CARGO_PKG_VERSION"), arch, os }).set(1);
        own.register("build_info", "Always 1; the labels name the program", build);
        let started = Gauge::<f64, AtomicU64>::default();
        started.set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        let help = "When the server began, in Unix seconds";
        whole.register_with_unit("process_start_time", help, Unit::Seconds, started);
        let cpu = Counter::default();
        let help = "Processor time of the server, in user and system mode";
        whole.register_with_unit("process_cpu", help, Unit::Seconds, cpu.clone());
        let known: [(&str, &str, Option<Unit>, Reader); 5] = [
            ("process_resident_memory", "Resident memory", Some(Unit::Bytes), || status_bytes("VmRSS:")),
            ("process_virtual_memory", "Virtual memory", Some(Unit::Bytes), || status_bytes("VmSize:")),
            ("process_threads", "Threads of the process", None, || status("Threads:")),
            ("process_open_fds", "Open files and sockets", None, open_files),
            ("process_max_fds", "Maximum number of open files and sockets", None, open_files_max),
        ];
        let mut of_proc = Vec::new();
        for (name, help, unit, read) in known {
            if read().is_none() {
                continue;
            }
            let gauge = Gauge::default();
            match unit {
                Some(unit) => whole.register_with_unit(name, help, unit, gauge.clone()),
                None => whole.register(name, help, gauge.clone()),
            }
            of_proc.push((gauge, read));
        }
        ProcessMetrics { cpu, of_proc }
    }

    pub fn read(&self) {
        let cpu_seconds = ProcessTime::try_now().map_or(0.0, |time| time.as_duration().as_secs_f64());
        // Two simultaneous calls may both add the same difference; later calls correct this by
        // adding less.
        self.cpu.inc_by((cpu_seconds - self.cpu.get()).max(0.0));
        for (gauge, read) in &self.of_proc {
            gauge.set(read().unwrap_or_default());
        }
    }
}

/// Returns the number in a field of `/proc/self/status`.
fn status(name: &str) -> Option<i64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the size in bytes from a field of `/proc/self/status` that is in KiB.
fn status_bytes(name: &str) -> Option<i64> {
    status(name)?.checked_mul(1024)
}

fn open_files() -> Option<i64> {
    // The open directory `/proc/self/fd` itself is listed too, and does not count.
    i64::try_from(std::fs::read_dir("/proc/self/fd").ok()?.count()).ok()?.checked_sub(1)
}

fn open_files_max() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    match line.split_whitespace().next()? {
        "unlimited" => Some(i64::MAX),
        number => number.parse().ok(),
    }
}
