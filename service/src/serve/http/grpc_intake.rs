//! Admission of gRPC requests before they are decoded. A request is admitted when only its headers
//! have been read. Then its body is collected within a memory limit, and its answer counts towards
//! the same limit until it is sent.
//!
//! `tonic` allocates as many bytes as the head of a message states, whether they arrive or not. So
//! a message is passed to `tonic` only when it is complete or, in a stream, only if the stated
//! length is small.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes as Chunk};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body::{Body as HttpBody, Frame};
use http_body_util::{BodyExt as _, StreamBody};
use peatee_proto::v1::tablebase_service_server::SERVICE_NAME;
use prost_reflect::{DescriptorPool, MessageDescriptor};
use tonic::Status;

use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::access::peers::Bytes;
use crate::serve::admission::body::{Failure, Held, collect, hold_decoded};
use crate::serve::admission::refusal::refusal;
use crate::serve::admission::value_count::count_message;
use crate::serve::rpc::Service;

/// Length in bytes of the head before each gRPC message: one byte for a flag, four for the length
/// of the message.
const HEAD_BYTES: usize = 5;

/// Maximum length of a gRPC message in bytes. It is enough for a PDN text of 1 MiB and other
/// fields.
pub const MESSAGE_BYTES_MAX: usize = 1024 * 1024 + 64 * 1024;

/// Maximum length of a message of a stream in bytes. It is enough for a position with a long FEN.
const STREAMED_BYTES_MAX: usize = 64 * 1024;

/// Methods for health and reflection whose streams last as long as the client wants.
const ENDLESS: [&str; 3] = [
    "/grpc.health.v1.Health/Watch",
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
];

#[derive(Debug, Clone)]
pub struct Intake {
    service: Arc<Service>,
    /// Descriptors of the request messages, indexed by the path of the method. Methods that take a
    /// stream of requests are left out.
    unary: Arc<HashMap<String, MessageDescriptor>>,
}

impl Intake {
    pub fn new(service: Arc<Service>) -> Result<Self, Error> {
        let pool = DescriptorPool::decode(peatee_proto::FILE_DESCRIPTOR_SET).map_err(std::io::Error::other);
        let pool = pool.map_err(|error| Error::Io { what: "the descriptors are damaged".into(), error })?;
        let methods: Vec<_> = pool.get_service_by_name(SERVICE_NAME).iter().flat_map(|own| own.methods()).collect();
        let unary = methods.iter().filter(|method| !method.is_client_streaming());
        let unary = unary.map(|method| (format!("/{SERVICE_NAME}/{}", method.name()), method.input())).collect();
        Ok(Intake { service, unary: Arc::new(unary) })
    }
}

/// Admits a gRPC request, collects its body and passes it on; or refuses it.
pub async fn take_in(State(intake): State<Intake>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().cloned().unwrap_or(Client::LOCAL);
    let Some(descriptor) = intake.unary.get(request.uri().path()) else {
        return intake.stream(&client, request, next).await;
    };
    let ticket = match intake.service.admit(&client) {
        Ok(ticket) => ticket,
        Err(error) => return intake.refuse(&client, &error).await,
    };
    let (mut head, mut body) = request.into_parts();
    let mut bytes = ticket.bytes();
    let message = match message(&mut body, &mut bytes, descriptor).await {
        Ok(message) => message,
        Err(error) => {
            drop((ticket, bytes));
            intake.service.log_memory(&client, &error);
            return intake.refuse(&client, &error).await;
        }
    };
    drop(body);
    head.extensions.insert(ticket);
    let (mut head, body) = next.run(Request::from_parts(head, Body::from(message))).await.into_parts();
    if body.is_end_stream() {
        return Response::from_parts(head, body);
    }
    let decoded = head.extensions.remove::<Held>();
    match read_whole_body(body, decoded, &mut bytes).await {
        Ok(body) => {
            let mut answer = Response::from_parts(head, body);
            Held::put(&mut answer, bytes);
            answer
        }
        Err(error) => {
            intake.service.log_memory(&client, &error);
            refusal(client.log_id(), &error).into_http()
        }
    }
}

impl Intake {
    /// Admits a stream. Streams for health watch and reflection count only towards the limit of
    /// their client, because they never end by themselves.
    async fn stream(&self, client: &Client, request: Request, next: Next) -> Response {
        let is_endless = ENDLESS.contains(&request.uri().path());
        let place = match is_endless.then(|| self.service.enter_endless(client)).transpose() {
            Ok(place) => place,
            Err(error) => return self.refuse(client, &error).await,
        };
        let mut answer = next.run(request.map(|body| Body::new(Streamed::new(body)))).await;
        if let Some(place) = place {
            Held::put(&mut answer, place);
        }
        answer
    }

    async fn refuse(&self, client: &Client, error: &Error) -> Response {
        self.service.delay_refusal(error).await;
        refusal(client.log_id(), error).into_http()
    }
}

/// Reads a body that consists of a single message. Returns the message with its head (flag and
/// length).
///
/// # Errors
/// [`Error::Argument`] if the body is not exactly one message, and the errors of [`Bytes::hold`].
async fn message(body: &mut Body, bytes: &mut Bytes, descriptor: &MessageDescriptor) -> Result<Chunk, Error> {
    let stated = |begun: &[u8]| length(begun).map(|length| HEAD_BYTES + length);
    let broken_off = || Error::Argument { field: "body", reason: "ended early; send the whole message".to_owned() };
    let most = |begun: &[u8]| match stated(begun) {
        None => HEAD_BYTES,
        // If the stated length is too long, nothing after the head is read.
        Some(length) if length > HEAD_BYTES + MESSAGE_BYTES_MAX => 0,
        Some(length) => length,
    };
    let whole = match collect(body, bytes, most).await {
        Ok(whole) => whole,
        Err(Failure::TooLong(begun)) => {
            if stated(&begun).is_some_and(|length| length > HEAD_BYTES + MESSAGE_BYTES_MAX) {
                // `tonic` refuses such a message when it sees the head.
                return Ok(Chunk::copy_from_slice(&begun[..HEAD_BYTES]));
            }
            return Err(Error::Argument { field: "body", reason: "holds more than one message".to_owned() });
        }
        Err(Failure::BrokenOff) => return Err(broken_off()),
        Err(Failure::NoMemory(error)) => return Err(error),
    };
    if stated(&whole) != Some(whole.len()) {
        return Err(broken_off());
    }
    let values = count_message(descriptor, &whole[HEAD_BYTES..])?;
    hold_decoded(bytes, whole.len(), values)?;
    Ok(whole)
}

fn length(begun: &[u8]) -> Option<usize> {
    let (head, _) = begun.split_first_chunk::<HEAD_BYTES>()?;
    let [_, length @ ..] = *head;
    Some(u32::from_be_bytes(length) as usize)
}

/// Reads the whole body of an answer. Then drops `decoded`, the decoded form of the answer, so that
/// its counted memory is released. The result has no content length, because gRPC-Web appends
/// trailers to it.
///
/// # Errors
/// [`Error::Worker`] if the body fails, and the errors of [`Bytes::hold`].
async fn read_whole_body(body: Body, decoded: Option<Held>, bytes: &mut Bytes) -> Result<Body, Error> {
    let whole = body.collect().await.map_err(|_| Error::Worker)?;
    drop(decoded);
    let trailers = whole.trailers().cloned().map(Frame::trailers);
    let data = whole.to_bytes();
    bytes.hold(data.len())?;
    let frames = [Some(Frame::data(data)), trailers].into_iter().flatten();
    Ok(Body::new(StreamBody::new(tokio_stream::iter(frames.map(Ok::<_, Infallible>)))))
}

/// The body of a stream of messages. It ends with an error if a message states a length above the
/// maximum.
struct Streamed {
    body: Body,
    /// Received bytes of the head (flag and length) of the next message.
    head: Vec<u8>,
    /// Number of bytes of the current message that are still to come.
    left: usize,
    /// Error with which the body ends after the valid bytes; `None` unless a message states a
    /// length above the maximum.
    failure: Option<Status>,
}

impl Streamed {
    fn new(body: Body) -> Self {
        Streamed { body, head: Vec::with_capacity(HEAD_BYTES), left: 0, failure: None }
    }

    /// Finds the ends of the messages in the next received chunk of the body. Returns the chunk,
    /// cut off before the head of a message that is too long.
    fn follow(&mut self, part: Chunk) -> Chunk {
        let (mut place, mut whole) = (0, 0);
        while place < part.len() {
            if self.left > 0 {
                let come = self.left.min(part.len() - place);
                self.left -= come;
                place += come;
                whole = place;
                continue;
            }
            let come = (HEAD_BYTES - self.head.len()).min(part.len() - place);
            self.head.extend_from_slice(&part[place..place + come]);
            place += come;
            if let Some(length) = length(&self.head) {
                if length > STREAMED_BYTES_MAX {
                    let reason = format!("a message of {length} bytes is too long; the most is {STREAMED_BYTES_MAX}");
                    self.failure = Some(Status::out_of_range(reason));
                    return part.slice(..whole);
                }
                (self.left, self.head) = (length, Vec::with_capacity(HEAD_BYTES));
                whole = place;
            }
        }
        part
    }
}

impl HttpBody for Streamed {
    type Data = Chunk;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Chunk>, axum::Error>>> {
        if let Some(status) = self.failure.take() {
            return Poll::Ready(Some(Err(axum::Error::new(status))));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(|part| self.follow(part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.failure.is_none() && self.body.is_end_stream()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_stream_are_followed_however_they_are_cut() {
        let message = |length: u32| [&[0][..], &length.to_be_bytes(), &vec![7; length as usize]].concat();
        let long = [&[0][..], &(STREAMED_BYTES_MAX as u32 + 1).to_be_bytes()].concat();
        let right = [message(3), message(0), message(300), message(STREAMED_BYTES_MAX as u32)].concat();
        let wrong = [right.clone(), long, message(3)].concat();
        for size in [1, 2, 5, 7, 64, wrong.len()] {
            let mut body = Streamed::new(Body::empty());
            let mut handed_over = 0;
            for part in wrong.chunks(size) {
                if body.failure.is_some() {
                    break;
                }
                handed_over += body.follow(Chunk::copy_from_slice(part)).len();
            }
            assert!(body.failure.is_some(), "in parts of {size}");
            assert!((right.len()..right.len() + HEAD_BYTES).contains(&handed_over), "in parts of {size}");
        }
    }
}
