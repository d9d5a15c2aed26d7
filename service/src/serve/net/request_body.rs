//! The body of a request. Its bytes are counted. If the request is answered, the connection may
//! send more bytes that cost no credit. If the body is not read to its end, the rest is read and
//! discarded.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;

use super::credit::PAUSE_MAX;
use super::pace::Pace;

/// Maximum time for discarding the rest of a body after its request was answered. The rest is
/// discarded because a client that still sends would perhaps not read the answer if the connection
/// ended. The time is longer than the longest pause in reading from a connection.
const DISCARDED_TIME_MAX: Duration = PAUSE_MAX.saturating_add(Duration::from_secs(2));
/// Maximum number of bytes of a body that are discarded: four times the longest body of any path.
const DISCARDED_BYTES_MAX: usize = 8 * 1024 * 1024;

#[derive(Debug)]
pub struct BodyBytes {
    pace: Arc<Pace>,
    read: AtomicUsize,
    is_answered: AtomicBool,
}

impl BodyBytes {
    /// Records that the request is answered and not refused. The connection can then send more
    /// bytes without using up credit.
    pub fn answer(&self) {
        self.is_answered.store(true, Ordering::SeqCst);
        self.settle();
    }

    fn count(&self, bytes: usize) {
        self.read.fetch_add(bytes, Ordering::SeqCst);
        if self.is_answered.load(Ordering::SeqCst) {
            self.settle();
        }
    }

    fn settle(&self) {
        self.pace.count_answered_bytes(self.read.swap(0, Ordering::SeqCst));
    }
}

#[derive(Debug)]
pub struct RequestBody {
    /// The body; `None` when another task is discarding the rest of it.
    body: Option<Incoming>,
    bytes: Arc<BodyBytes>,
}

impl RequestBody {
    pub fn new(body: Incoming, pace: Arc<Pace>) -> Self {
        let bytes = BodyBytes { pace, read: AtomicUsize::new(0), is_answered: AtomicBool::new(false) };
        RequestBody { body: Some(body), bytes: Arc::new(bytes) }
    }

    pub fn bytes(&self) -> Arc<BodyBytes> {
        self.bytes.clone()
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(cx));
        if let Some(data) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            self.bytes.count(data.len());
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let rest = self.body.take().filter(|body| !body.is_end_stream());
        if let (Some(rest), Ok(runtime)) = (rest, tokio::runtime::Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(DISCARDED_TIME_MAX, discard(rest)));
        }
    }
}

async fn discard(mut body: Incoming) {
    let mut left_bytes = DISCARDED_BYTES_MAX;
    while let Some(Ok(frame)) = body.frame().await {
        match left_bytes.checked_sub(frame.data_ref().map_or(0, Bytes::len)) {
            Some(left) => left_bytes = left,
            None => return,
        }
    }
}
