//! Bodies of requests, which are collected in one piece, within limits. A body that arrives in
//! small chunks needs hardly more memory than its bytes, and no memory is allocated for bytes that
//! are only announced.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use axum::body::{Body, Bytes as Chunk};
use axum::response::Response;
use http_body::Body as _;
use http_body_util::BodyExt as _;

use crate::errors::Error;
use crate::serve::access::peers::Bytes;

/// Minimum capacity in bytes of the buffer for a body that arrives in several chunks. A full buffer
/// grows to the next power of two.
const BUFFER_BYTES_MIN: usize = 4 * 1024;

/// Bytes of memory that are counted for each byte of a message: for the byte itself, for its
/// copies, and for its decoded form.
pub const MEMORY_PER_BYTE: usize = 4;

/// Memory in bytes that is counted for each value (a text, number or message) of a request, besides
/// the memory for the bytes of the message. A decoded value takes at least this much.
const VALUE_BYTES: usize = 64;

#[derive(Debug)]
pub enum Failure {
    /// The body is too long. The chunk contains the bytes that were received.
    TooLong(Chunk),
    BrokenOff,
    NoMemory(Error),
}

/// Reads a body to its end and returns it. After each chunk, `most` is called with the bytes
/// received so far, and returns the maximum length of the body.
///
/// # Errors
/// The reason why the body was not collected. Only [`Failure::TooLong`] contains the bytes that
/// were received. Bytes that were not received yet stay in `body`.
pub async fn collect(body: &mut Body, bytes: &mut Bytes, most: impl Fn(&[u8]) -> usize) -> Result<Chunk, Failure> {
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        // Frames of trailers after the body are ignored.
        let Ok(chunk) = frame.map_err(|_| Failure::BrokenOff)?.into_data() else { continue };
        if whole.is_empty() && body.is_end_stream() {
            bytes.hold(chunk.len()).map_err(Failure::NoMemory)?;
            return if chunk.len() > most(&chunk) { Err(Failure::TooLong(chunk)) } else { Ok(chunk) };
        }
        let needed = whole.len() + chunk.len();
        if needed > whole.capacity() {
            let room = needed.next_power_of_two().max(BUFFER_BYTES_MIN);
            bytes.hold(room).map_err(Failure::NoMemory)?;
            whole.reserve_exact(room - whole.len());
        }
        whole.extend_from_slice(&chunk);
        if whole.len() > most(&whole) {
            return Err(Failure::TooLong(whole.into()));
        }
    }
    Ok(whole.into())
}

/// Reserves the memory for decoding and answering a request whose body has this many bytes and
/// contains this many values.
///
/// # Errors
/// The errors of [`Bytes::hold`].
pub fn hold_decoded(bytes: &mut Bytes, body_bytes: usize, values: usize) -> Result<(), Error> {
    bytes.hold(MEMORY_PER_BYTE * body_bytes + VALUE_BYTES * values)
}

/// A resource that is stored in the extensions of an answer, so that it is dropped when the answer
/// has been sent.
#[derive(Clone)]
pub struct Held {
    _kept: Arc<dyn Any + Send + Sync>,
}

impl Held {
    pub fn new(held: impl Send + Sync + 'static) -> Held {
        Held { _kept: Arc::new(held) }
    }

    /// Attaches a resource to an answer. The resource that was attached before is dropped.
    pub fn put(answer: &mut Response, held: impl Send + Sync + 'static) {
        answer.extensions_mut().insert(Held::new(held));
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

/// Counts the length of an answer in `bytes`, a counter of memory. Attaches the counter to the
/// answer, so that the bytes are given back when the answer has been sent.
///
/// # Errors
/// The errors of [`Bytes::hold`].
pub fn held(mut answer: Response, mut bytes: Bytes) -> Result<Response, Error> {
    bytes.hold(answer.body().size_hint().lower() as usize)?;
    Held::put(&mut answer, bytes);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt as _;

    use super::*;
    use crate::serve::access::client::Peer;
    use crate::serve::access::peers::{ClientKey, PeerLimits, Peers};

    fn account(bytes_max: usize) -> Bytes {
        let limits = PeerLimits { in_flight_max: 1, bytes_max, all_bytes_max: usize::MAX };
        Arc::new(Peers::new(limits)).bytes(ClientKey::Peer(Peer::Local))
    }

    fn chunks(count: usize, chunk: &'static [u8]) -> Body {
        let all = tokio_stream::iter((0..count).map(move |_| chunk));
        Body::from_stream(all.map(Ok::<_, std::convert::Infallible>))
    }

    #[tokio::test]
    async fn chunks_of_one_byte_cost_no_more_than_twice_their_bytes() {
        let mut bytes = account(2 * 50_000);
        let whole = collect(&mut chunks(50_000, b"x"), &mut bytes, |_| 50_000).await.expect("there is room");
        assert_eq!(whole.len(), 50_000);
        let mut bytes = account(40_000);
        let failed = collect(&mut chunks(50_000, b"x"), &mut bytes, |_| 50_000).await;
        assert!(matches!(failed, Err(Failure::NoMemory(Error::PeerMemory { limit_bytes: 40_000 }))), "{failed:?}");
    }

    #[tokio::test]
    async fn a_body_has_at_most_what_its_beginning_allows() {
        let most = |begun: &[u8]| if begun.starts_with(b"long") { 12 } else { 4 };
        for (chunk, count, is_right) in [
            (&b"long"[..], 3, true),
            (b"long", 4, false),
            (b"tiny", 1, true),
            (b"tiny", 2, false),
            (b"small", 1, false),
        ] {
            let result = collect(&mut chunks(count, chunk), &mut account(1 << 20), most).await;
            assert_eq!(result.is_ok(), is_right, "{count} times {chunk:?}: {result:?}");
            let in_one = Body::from(chunk.repeat(count));
            assert_eq!(collect(&mut { in_one }, &mut account(1 << 20), most).await.is_ok(), is_right);
        }
    }
}
