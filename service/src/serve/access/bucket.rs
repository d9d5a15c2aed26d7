//! A quota of positions as a token bucket: a balance that grows with time, up to a maximum of at
//! most one minute's quota.
//!
//! Existing crates either manage the table of clients themselves or refuse a request that costs
//! more than the quota. Here each account has its own balance, which may fall below zero.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Debug)]
pub struct Bucket {
    per_minute: f64,
    most: f64,
    balance: f64,
    counted: Instant,
}

impl Bucket {
    pub fn new(per_minute: u32, now: Instant) -> Self {
        Bucket::up_to(per_minute, per_minute, now)
    }

    /// Creates a bucket with a balance of `most` positions. The balance grows by `per_minute`
    /// positions each minute, but never above `most`.
    pub fn up_to(most: u32, per_minute: u32, now: Instant) -> Self {
        Bucket { per_minute: per_minute.into(), most: most.into(), balance: most.into(), counted: now }
    }

    fn grow(&mut self, now: Instant) {
        let minutes = now.duration_since(self.counted).as_secs_f64() / 60.0;
        self.balance = (self.balance + minutes * self.per_minute).min(self.most);
        self.counted = now;
    }

    pub fn is_full(&mut self, now: Instant) -> bool {
        self.grow(now);
        self.balance >= self.most
    }

    /// Returns the time until the balance is at least 1; `None` if it is at least 1 already.
    pub fn wait(&mut self, now: Instant) -> Option<Duration> {
        self.grow(now);
        // A balance of one whole position is needed, because a request asks for at least one.
        (self.balance < 1.0).then(|| Duration::from_secs_f64((1.0 - self.balance) / self.per_minute * 60.0))
    }

    /// Subtracts `amount` from the balance if the balance is at least 1, even if the result is
    /// negative. Otherwise subtracts nothing and returns the time to wait.
    pub fn take(&mut self, amount: u32, now: Instant) -> Option<Duration> {
        let wait = self.wait(now);
        if wait.is_none() {
            self.balance -= f64::from(amount);
        }
        wait
    }

    /// Subtracts `amount` from the balance, which can fall below 0. Stops at `-most`.
    pub fn owe(&mut self, amount: u32, most: u32) {
        self.balance = (self.balance - f64::from(amount)).max(-f64::from(most)).min(self.balance);
    }

    pub fn give_back(&mut self, amount: u32, now: Instant) {
        self.balance += f64::from(amount);
        self.grow(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_comes_back_with_time() {
        let start = Instant::now();
        let mut bucket = Bucket::new(60, start);
        assert_eq!(bucket.take(50, start), None);
        assert_eq!(bucket.take(100, start), None);
        // The balance is -90 and must reach 1, which takes 91 seconds.
        assert_eq!(bucket.take(1, start), Some(Duration::from_secs(91)));
        assert!(bucket.take(1, start + Duration::from_secs(90)).is_some());
        assert_eq!(bucket.take(1, start + Duration::from_secs(92)), None);
        assert!(!bucket.is_full(start + Duration::from_secs(93)));
        assert!(bucket.is_full(start + Duration::from_secs(1000)));
        let later = start + Duration::from_secs(1000);
        assert_eq!(bucket.take(50, later), None);
        bucket.give_back(40, later);
        bucket.give_back(1000, later);
        assert!(bucket.is_full(later), "there is no more than a minute gives");
        assert_eq!(bucket.take(60, later), None);
        assert!(bucket.take(1, later).is_some());
    }
}
