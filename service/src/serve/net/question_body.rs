//! The body of a request, whose bytes are counted: those of requests that are answered make up for
//! bytes of the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

use super::pace::Pace;

/// Bytes of the body of a request that have been read.
#[derive(Debug)]
pub struct BodyBytes {
    pace: Arc<Pace>,
    read: AtomicUsize,
    is_answered: AtomicBool,
}

impl BodyBytes {
    /// The request is answered, and not refused.
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

/// The body of a request.
#[derive(Debug)]
pub struct QuestionBody {
    body: Incoming,
    bytes: Arc<BodyBytes>,
}

impl QuestionBody {
    /// Counts the bytes of a body as they are read.
    pub fn new(body: Incoming, pace: Arc<Pace>) -> Self {
        let bytes = BodyBytes { pace, read: AtomicUsize::new(0), is_answered: AtomicBool::new(false) };
        QuestionBody { body, bytes: Arc::new(bytes) }
    }

    /// Returns the count.
    pub fn bytes(&self) -> Arc<BodyBytes> {
        self.bytes.clone()
    }
}

impl Body for QuestionBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(data) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            self.bytes.count(data.len());
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
