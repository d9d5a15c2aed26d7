//! Random numbers for the tests of every crate. A failing test prints its seed.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ops::{Deref, DerefMut};
use std::time::SystemTime;

/// Environment variable with the seed of [`Random::from_clock`], to repeat a failed run.
const SEED_VARIABLE: &str = "PEATEE_TEST_SEED";

/// A random number generator that prints its seed when the test that uses it panics.
pub struct Random {
    seed: u64,
    numbers: fastrand::Rng,
}

impl Random {
    /// Creates a generator with the same numbers in every run.
    pub fn new(seed: u64) -> Random {
        Random { seed, numbers: fastrand::Rng::with_seed(seed) }
    }

    /// Creates a generator with different numbers in every run, unless the environment variable
    /// `PEATEE_TEST_SEED` sets the seed.
    pub fn from_clock() -> Random {
        let named = std::env::var(SEED_VARIABLE).ok();
        let named = named.map(|text| text.parse().unwrap_or_else(|_| panic!("{SEED_VARIABLE}={text} is not a number")));
        let clock = || SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
        let random = Random::new(named.unwrap_or_else(clock));
        println!("{SEED_VARIABLE}={} repeats this run", random.seed);
        random
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.numbers.usize(..limit)
    }
}

impl Deref for Random {
    type Target = fastrand::Rng;
    fn deref(&self) -> &fastrand::Rng {
        &self.numbers
    }
}

impl DerefMut for Random {
    fn deref_mut(&mut self) -> &mut fastrand::Rng {
        &mut self.numbers
    }
}

impl Drop for Random {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("random numbers of seed {}", self.seed);
        }
    }
}
