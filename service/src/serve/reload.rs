//! Reloading of the certificate, the tokens and the tables while the server runs.

use std::sync::Arc;
use std::time::Duration;

use super::access::Access;
use super::net::tls::Tls;
use super::ops::metrics::Metrics;
use super::ops::table_snapshot::{Manifests, ReloadCheck, TableSnapshots};
use crate::errors::Error;

#[derive(Debug, Clone)]
pub struct Reload {
    pub access: Arc<Access>,
    pub tls: Option<Arc<Tls>>,
    pub snapshots: Arc<TableSnapshots>,
    pub metrics: Arc<Metrics>,
}

impl Reload {
    /// Reloads all parts. If a part cannot be read, its old version stays in use.
    pub fn all(&self) {
        let certificate = self.tls.as_ref().map_or(Ok(false), |tls| self.certificate(tls).map(|()| true));
        for (what, result) in [("certificate", certificate), ("tokens", self.tokens())] {
            match result {
                Ok(true) => tracing::info!("SIGHUP: reloaded: {what}"),
                Ok(false) => tracing::info!("SIGHUP: not in use: {what}"),
                Err(error) => tracing::error!("SIGHUP: not reloaded, the old stays in use: {what}: {}", error.text()),
            }
        }
        let of_tables = self.clone();
        tokio::task::spawn_blocking(move || {
            if !of_tables.tables(None, &mut None) {
                tracing::info!("SIGHUP: not changed: manifests of tables");
            }
        });
    }

    fn certificate(&self, tls: &Tls) -> Result<(), Error> {
        let done = tls.reload();
        match (&done, self.metrics.certificate()) {
            (Ok(()), Some(counted)) => counted.take(tls.expiry_seconds()),
            (Err(_), Some(counted)) => counted.refuse(),
            (_, None) => {}
        }
        if let (Ok(()), Some(warning)) = (&done, tls.warning()) {
            tracing::warn!("{warning}");
        }
        done
    }

    fn tokens(&self) -> Result<bool, Error> {
        let done = self.access.reload();
        if !matches!(done, Ok(false)) {
            self.metrics.reload_tokens(done.is_ok());
        }
        done
    }

    /// Checks the manifests of the tables at the interval `every`, and reloads changed tables.
    pub async fn watch_tables(self, every: Duration) {
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut seen, mut told) = (Manifests::default(), None);
        loop {
            ticks.tick().await;
            let this = self.clone();
            let look = move || {
                this.tables(Some(&mut seen), &mut told);
                (seen, told)
            };
            match tokio::task::spawn_blocking(look).await {
                Ok(state) => (seen, told) = state,
                Err(_) => return tracing::error!("{}", Error::Worker.text()),
            }
        }
    }

    /// Checks the manifests once, and reloads changed tables. Returns true if the manifests have
    /// changed. `told` is the reason that was logged for the last failed reload. A reload that
    /// fails for the same reason is not logged again.
    fn tables(&self, seen: Option<&mut Manifests>, told: &mut Option<String>) -> bool {
        match self.snapshots.reload_if_changed(seen) {
            ReloadCheck::Same => {
                *told = None;
                return false;
            }
            ReloadCheck::Changing => {}
            ReloadCheck::Taken => {
                *told = None;
                self.metrics.reload(true);
                tracing::info!("the tables were opened anew: a manifest has changed");
            }
            ReloadCheck::Refused(reason) => {
                if told.as_ref() != Some(&reason) {
                    self.metrics.reload(false);
                    tracing::error!("a manifest has changed, and the tables stay as before: {reason}");
                    *told = Some(reason);
                }
            }
        }
        true
    }
}
