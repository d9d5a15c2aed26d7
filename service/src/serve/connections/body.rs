//! The body of an answer, whose parts are watched on their way to the client.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::activity::InWork;
use super::exchange::Exchange;

/// The body of an answer. The HTTP library asks for the next part when the client has made room for
/// it. So a body that had parts never says that it has ended before it is asked once more: an end
/// that nobody asks for is one that waits for the client. One without parts says so at once: an
/// error of gRPC is headers alone, with the end of the stream in them, and clients of C and Python
/// take an empty part behind them for a broken connection.
#[derive(Debug)]
pub struct Watched {
    body: Body,
    is_empty: bool,
    in_work: InWork,
    exchange: Exchange,
}

impl Watched {
    /// Watches the answer to a request.
    pub fn new(body: Body, in_work: InWork, exchange: Exchange) -> Self {
        let is_empty = body.is_end_stream();
        Watched { body, is_empty, in_work, exchange }
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.in_work.take_next();
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame {
            match (frame.data_ref(), frame.trailers_ref()) {
                (Some(data), _) => self.exchange.send(data.len() as u64),
                (_, Some(trailers)) => self.exchange.trailers(trailers),
                _ => {}
            }
            self.in_work.hand_over();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.is_empty
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
