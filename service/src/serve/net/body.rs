//! The body of an answer, whose parts are watched on their way to the client.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::activity::InWork;
use super::exchange::Exchange;
use crate::serve::admission::body::Held;

/// The most bytes of a part that are handed over at once.
const PIECE_BYTES_MAX: usize = 64 * 1024;

/// The body of an answer. The HTTP library asks for the next part when the client has made room for
/// it. So a body that had parts never says that it has ended before it is asked once more: an end
/// that nobody asks for is one that waits for the client. One without parts says so at once: an
/// error of gRPC is headers alone, with the end of the stream in them, and clients of C and Python
/// take an empty part behind them for a broken connection.
///
/// The library holds the part that it was given until it is sent, so long parts are handed over in
/// pieces: what waits is here, where it is counted.
#[derive(Debug)]
pub struct Watched {
    body: Body,
    is_empty: bool,
    /// The rest of a long part.
    rest: Bytes,
    /// Resources that are held until the answer is sent.
    _held: Option<Held>,
    in_work: InWork,
    exchange: Exchange,
}

impl Watched {
    /// Watches the answer to a request.
    pub fn new(answer: Response<Body>, in_work: InWork, exchange: Exchange) -> Response<Watched> {
        let (mut head, body) = answer.into_parts();
        let held = head.extensions.remove();
        let is_empty = body.is_end_stream();
        Response::from_parts(head, Watched { body, is_empty, rest: Bytes::new(), _held: held, in_work, exchange })
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.in_work.take_next();
        let frame = if self.rest.is_empty() {
            ready!(Pin::new(&mut self.body).poll_frame(cx))
        } else {
            Some(Ok(Frame::data(std::mem::take(&mut self.rest))))
        };
        let frame = frame.map(|frame| frame.map(|frame| frame.map_data(|data| self.piece(data))));
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
        let (hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut whole = SizeHint::new();
        whole.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            whole.set_upper(upper + rest);
        }
        whole
    }
}

impl Watched {
    /// The piece of a part that goes next.
    fn piece(&mut self, mut data: Bytes) -> Bytes {
        if data.len() > PIECE_BYTES_MAX {
            self.rest = data.split_off(PIECE_BYTES_MAX);
        }
        data
    }
}
