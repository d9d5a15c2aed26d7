//! Signals by which users and supervisors stop the server or make it reload files.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

#[cfg(unix)]
pub type Signals = UnixSignals;
#[cfg(windows)]
pub type Signals = ConsoleEvents;

#[cfg(unix)]
#[derive(Debug)]
pub struct UnixSignals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

#[cfg(unix)]
impl UnixSignals {
    pub fn new() -> io::Result<Self> {
        Ok(UnixSignals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for SIGTERM or SIGINT and returns the name of the signal. Meanwhile, calls `reload` at
    /// each SIGHUP. Without a handler, SIGHUP would end the server when its terminal closes.
    pub async fn next(&mut self, reload: impl Fn()) -> &'static str {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return "SIGTERM",
                _ = self.interrupt.recv() => return "SIGINT",
                _ = self.hang_up.recv() => reload(),
            }
        }
    }
}

#[cfg(windows)]
#[derive(Debug)]
pub struct ConsoleEvents {
    interrupt: CtrlC,
    terminate: CtrlBreak,
    close: CtrlClose,
    shut_down: CtrlShutdown,
}

#[cfg(windows)]
impl ConsoleEvents {
    pub fn new() -> io::Result<Self> {
        Ok(ConsoleEvents {
            interrupt: ctrl_c()?,
            terminate: ctrl_break()?,
            close: ctrl_close()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    /// Waits for an event of the console that stops the server, and returns its name. Windows has
    /// no signal that makes the server reload.
    pub async fn next(&mut self, _reload: impl Fn()) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "Ctrl-C",
            _ = self.terminate.recv() => "Ctrl-Break",
            _ = self.close.recv() => "the console closes",
            _ = self.shut_down.recv() => "the machine shuts down",
        }
    }
}
