use peatee_generator::Stop;

/// Message at the first interrupt of a command that reads tables.
pub const STOPPING: &str = "stopping; interrupt again to stop at once";

/// Returns a [`Stop`] that the first interrupt requests, after printing `said`. The second
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
    // If no handler can be set, an interrupt ends the process, which is the default.
    if let Err(e) = ctrlc::set_handler(handler) {
        tracing::warn!("interrupts are not handled: {e}");
    }
    stop
}
