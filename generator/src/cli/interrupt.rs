//! Interrupts.

use peatee_generator::Stop;

/// Asked to stop by the first interrupt; the second ends the process.
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
    // Where signals cannot be had an interrupt ends the process, as it would have anyway.
    if let Err(e) = ctrlc::set_handler(handler) {
        tracing::warn!("interrupts are not handled: {e}");
    }
    stop
}
