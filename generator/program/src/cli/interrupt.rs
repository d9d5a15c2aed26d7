use peatee_generator::Stop;

pub const STOPPING: &str = "stopping; interrupt again to stop at once";

/// Returns a [`Stop`] that the first interrupt sets. This interrupt also prints `message`; the
/// second one ends the process at once.
pub fn stop_on_signal(message: &'static str) -> Stop {
    let stop = Stop::default();
    let seen = stop.clone();
    let handler = move || {
        if seen.is_requested() {
            std::process::exit(130);
        }
        seen.request();
        eprintln!("peatee-gen: {message}");
    };
    // If the handler cannot be set, an interrupt ends the process, as it does by default.
    if let Err(e) = ctrlc::set_handler(handler) {
        tracing::warn!("interrupts are not handled: {e}");
    }
    stop
}
