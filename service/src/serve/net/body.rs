//! The body of an answer, which records how far the client has read it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::activity::InWork;
use super::exchange::Exchange;
use crate::serve::admission::body::Held;

/// Maximum length in bytes of one piece of an answer that is passed to the HTTP library.
const PIECE_BYTES_MAX: usize = 64 * 1024;

/// The body of an answer. The HTTP library asks for the next part when the client can receive it.
///
/// If a body has parts, the library must ask once more after the last part to learn of the end.
/// Before this, the client has not read everything. A body without parts, such as that of a gRPC
/// error, reports its end at once: clients in C and Python treat an empty part as a broken
/// connection.
///
/// The HTTP library keeps each part until it is sent. Long parts are therefore passed to the
/// library in pieces, so that most of the unsent bytes are kept here.
#[derive(Debug)]
pub struct AnswerBody {
    body: Body,
    is_empty: bool,
    /// Remaining bytes of a long part of the body, of which some pieces were passed to the HTTP
    /// library.
    rest: Bytes,
    _held: Option<Held>,
    in_work: InWork,
    exchange: Exchange,
}

impl AnswerBody {
    pub fn new(answer: Response<Body>, in_work: InWork, exchange: Exchange) -> Response<AnswerBody> {
        let (mut head, body) = answer.into_parts();
        let held = head.extensions.remove();
        let is_empty = body.is_end_stream();
        Response::from_parts(head, AnswerBody { body, is_empty, rest: Bytes::new(), _held: held, in_work, exchange })
    }
}

impl HttpBody for AnswerBody {
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

impl AnswerBody {
    /// Returns the next piece of `data`, a part of the body. Stores the remaining bytes in `rest`.
    fn piece(&mut self, mut data: Bytes) -> Bytes {
        if data.len() > PIECE_BYTES_MAX {
            self.rest = data.split_off(PIECE_BYTES_MAX);
        }
        data
    }
}
