//! The bulk stream: any number of positions, in constant memory, in order.
//!
//! Requests are taken in chunks: as many as have arrived, up to a limit. Each chunk is one piece of
//! work for the threads that probe. Several chunks are in work at once, and their answers are sent
//! in order. When the client stops reading answers, the server stops sending them, then stops the
//! work, then stops reading requests: nothing piles up.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use peatee_probe::Collection;
use peatee_proto::v1::{ProbeStreamRequest, ProbeStreamResponse, probe_stream_response::Outcome};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Sleep;
use tokio_stream::Stream;
use tonic::{Status, Streaming};

use super::deadline::Deadline;
use super::gate::StreamPermit;
use super::refusal::refusal;
use crate::errors::Error;
use crate::query::Worth;
use crate::{convert, query};

/// The longest request. The longest FEN has a few hundred bytes.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// The most positions in a chunk: enough that handing it to a thread costs little, few enough that
/// answers flow.
const CHUNK_ITEMS_MAX: usize = 512;

type Chunk = Vec<ProbeStreamResponse>;
type Work = Result<JoinHandle<Chunk>, Status>;

/// Starts answering a stream with up to `threads` chunks at work.
pub fn start(
    requests: Streaming<ProbeStreamRequest>,
    collection: Arc<Collection>,
    threads: usize,
    deadline: Option<Deadline>,
    permit: StreamPermit,
    idle_max: Duration,
) -> Outcomes {
    let (sender, receiver) = mpsc::channel(threads);
    tokio::spawn(read(requests, collection, sender, idle_max));
    Outcomes {
        work: receiver,
        at_work: None,
        answers: Vec::new().into_iter(),
        deadline: deadline.map(|Deadline(at)| Box::pin(tokio::time::sleep_until(at))),
        _in_work: permit,
    }
}

/// Reads requests and sets threads to work on them until the client is done or gone. The requests
/// before a broken one are answered first, and a client that sends nothing for `idle_max` loses its
/// place.
async fn read(
    mut requests: Streaming<ProbeStreamRequest>,
    collection: Arc<Collection>,
    sender: mpsc::Sender<Work>,
    idle_max: Duration,
) {
    let mut broken = None;
    loop {
        // A place in the queue is reserved before requests are read, so that no more are read than
        // can be worked on.
        let Ok(place) = sender.reserve().await else { return };
        if let Some(status) = broken {
            return place.send(Err(status));
        }
        let chunk = tokio::select! {
            chunk = next_chunk(&mut requests, &mut broken) => chunk,
            () = tokio::time::sleep(idle_max) => {
                return place.send(Err(refusal(&Error::Idle { seconds: idle_max.as_secs() })));
            }
            () = sender.closed() => return,
        };
        if !chunk.is_empty() {
            let collection = collection.clone();
            place.send(Ok(tokio::task::spawn_blocking(move || answer(&collection, &chunk))));
        } else if broken.is_none() {
            return;
        }
    }
}

/// The requests that have arrived, at least one; none when the stream has ended or broken.
async fn next_chunk(
    requests: &mut Streaming<ProbeStreamRequest>,
    broken: &mut Option<Status>,
) -> Vec<ProbeStreamRequest> {
    let mut chunk = Vec::new();
    let mut bytes = 0;
    std::future::poll_fn(|cx| {
        while chunk.len() < CHUNK_ITEMS_MAX && bytes < MESSAGE_BYTES_MAX && broken.is_none() {
            match Pin::new(&mut *requests).poll_next(cx) {
                Poll::Ready(Some(Ok(request))) => {
                    bytes += request.fen.len() + request.variant.len();
                    chunk.push(request);
                }
                Poll::Ready(Some(Err(status))) => *broken = Some(status),
                Poll::Pending if chunk.is_empty() => return Poll::Pending,
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        Poll::Ready(std::mem::take(&mut chunk))
    })
    .await
}

fn answer(collection: &Collection, chunk: &[ProbeStreamRequest]) -> Chunk {
    let question = |request: &ProbeStreamRequest| query::position(collection, &request.variant, &request.fen);
    let outcome = |answer: Result<Worth, Error>| match answer {
        Ok(worth) => Outcome::Value(convert::worth(worth)),
        Err(error) => {
            if error.policy().level == tracing::Level::ERROR {
                refusal(&error);
            }
            Outcome::Error(convert::item_status(&error))
        }
    };
    let answers = query::worths(chunk.iter().map(question).collect());
    answers.into_iter().map(|answer| ProbeStreamResponse { outcome: Some(outcome(answer)) }).collect()
}

/// The answers, in the order of the requests.
#[derive(Debug)]
pub struct Outcomes {
    work: mpsc::Receiver<Work>,
    at_work: Option<JoinHandle<Chunk>>,
    answers: std::vec::IntoIter<ProbeStreamResponse>,
    deadline: Option<Pin<Box<Sleep>>>,
    _in_work: StreamPermit,
}

impl Stream for Outcomes {
    type Item = Result<ProbeStreamResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Some(answer) = this.answers.next() {
            return Poll::Ready(Some(Ok(answer)));
        }
        if let Some(deadline) = &mut this.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            return this.fail(refusal(&Error::Deadline));
        }
        loop {
            if let Some(work) = &mut this.at_work {
                let done = ready!(Pin::new(work).poll(cx));
                this.at_work = None;
                match done {
                    Ok(chunk) => this.answers = chunk.into_iter(),
                    Err(_) => return this.fail(refusal(&Error::Worker)),
                }
                if let Some(answer) = this.answers.next() {
                    return Poll::Ready(Some(Ok(answer)));
                }
            }
            match ready!(this.work.poll_recv(cx)) {
                Some(Ok(work)) => this.at_work = Some(work),
                Some(Err(status)) => return this.fail(status),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Outcomes {
    /// Ends the stream with an error: nothing more is taken from the client.
    fn fail(&mut self, status: Status) -> Poll<Option<Result<ProbeStreamResponse, Status>>> {
        self.work.close();
        self.deadline = None;
        Poll::Ready(Some(Err(status)))
    }
}
