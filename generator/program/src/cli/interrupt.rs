use peatee_generator::Stop;

pub const STOPPING: &str = "stopping; interrupt again to stop at once";

/// Returns a [`Stop`] that is set by the first interrupt, which also prints `said`. The second
/// interrupt ends the process.
pub fn stop_on_signal(said: &'static str) -> Stop {
    let stop = Stop::default();
    let seen = stop.clone();
    let handler = move || {
        if seen.is_requested() {
            std::process::exit(130);
        }
        seen.request();
        eprintln!("peatee-gen: {said}");
    };
    // If the handler cannot be set, an interrupt ends the process, as it does by default.
    if let Err(e) = ctrlc::set_handler(handler) {
        tracing::warn!("interrupts are not handled: {e}");
    }
    stop
}
