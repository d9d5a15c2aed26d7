//! Limits the number of threads that a command accepts.

/// Maximum number of threads per processor. More threads only wait for each other, and thousands of
/// threads can make a machine unusable before the command can be stopped.
const PER_PROCESSOR: usize = 4;

/// Returns the maximum number of threads that a command accepts on this machine.
pub fn most_threads() -> usize {
    PER_PROCESSOR * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Parses the value of `--threads`. With 0, the command chooses the number of threads.
///
/// # Errors
/// A sentence for the user, if the text is not a number or the number is above [`most_threads`].
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let most = most_threads();
    match text.parse() {
        Ok(threads) if threads <= most => Ok(threads),
        Ok(_) => Err(format!("at most {most} threads, {PER_PROCESSOR} for each processor of this machine")),
        Err(_) => Err(format!("expected a number of threads, at most {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_threads_for_each_processor_are_the_most() {
        let most = most_threads();
        assert!(most >= PER_PROCESSOR);
        assert_eq!(parse_threads("0"), Ok(0));
        assert_eq!(parse_threads(&most.to_string()), Ok(most));
        for wrong in
            [(most + 1).to_string(), "100000".to_owned(), "99999999999999999999999".to_owned(), "-1".to_owned()]
        {
            assert!(parse_threads(&wrong).is_err(), "{wrong}");
        }
    }
}
