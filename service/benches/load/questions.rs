//! Requests about random positions, which are encoded once, and checks of the answers.

use bytes::{BufMut as _, Bytes, BytesMut};
use peatee_probe::{Metric, Tables, Value, Wdl};
use peatee_proto::v1::{
    ListMovesRequest, ListMovesResponse, ProbeBatchRequest, ProbeBatchResponse, ProbeStreamRequest,
    ProbeStreamResponse, probe_stream_response::Outcome,
};
use peatee_rules::{Draughts, Position, with_kernel};
use peatee_table::index::SliceIndex;
use prost::Message;

/// Seed of the random positions, so that every run has the same positions.
const SEED: u64 = 1;

/// Number of positions in a batch request.
const BATCH: usize = 500;
const STREAM: usize = 5000;

/// Number of different batch requests.
const BATCHES: usize = 64;
const STREAMS: usize = 8;
const LISTS: usize = 8192;

/// Panics if an answer is wrong. The arguments are the index of the request and the body of the
/// answer.
type Check = dyn Fn(usize, &[u8]) + Send + Sync;

/// One kind of request, with several requests of this kind.
pub struct Kind {
    /// Name of the kind in the report.
    pub name: &'static str,
    pub path: &'static str,
    /// Number of positions in each request.
    pub positions: usize,
    /// Encoded bodies of the requests.
    pub bodies: Vec<Bytes>,
    /// Check of an answer. It is called with the index of the request in `bodies` and the body of
    /// the answer.
    pub check: Box<Check>,
}

/// Encodes messages as the body of a gRPC request, in which each message follows a prefix with its
/// length.
fn framed(messages: &[impl Message]) -> Bytes {
    let mut out = BytesMut::new();
    for message in messages {
        out.put_u8(0);
        out.put_u32(message.encoded_len() as u32);
        message.encode(&mut out).expect("there is room");
    }
    out.freeze()
}

/// Decodes the messages of a gRPC body.
fn unframed<M: Message + Default>(mut body: &[u8]) -> Vec<M> {
    let mut out = Vec::new();
    while let Some((head, rest)) = body.split_first_chunk::<5>() {
        assert_eq!(head[0], 0, "no compression was asked for");
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
        out.push(M::decode(&rest[..length]).expect("a message"));
        body = &rest[length..];
    }
    out
}

/// Returns random legal positions with `pieces` pieces, with either side to move.
fn positions(game: &Draughts, pieces: u8, count: usize) -> Vec<Position> {
    let slices = peatee_table::slices(game, pieces).into_iter().filter(|slice| slice.material.pieces() == pieces);
    let slices: Vec<_> = slices.collect();
    let mut random = fastrand::Rng::with_seed(SEED);
    with_kernel!(game, kernel => {
        let indices: Vec<_> = slices.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
        let one = || {
            let index = &indices[random.usize(..indices.len())];
            let (setup, side) = (index.unrank(random.u64(..index.size())), index.slice().side);
            Position { setup: setup.convert(), side }
        };
        std::iter::repeat_with(one).take(count).collect()
    })
}

fn same(value: &peatee_proto::v1::Value, right: Value) -> bool {
    let wdl = match value.wdl() {
        peatee_proto::v1::Wdl::Win => Wdl::Win,
        peatee_proto::v1::Wdl::Draw => Wdl::Draw,
        peatee_proto::v1::Wdl::Loss => Wdl::Loss,
        peatee_proto::v1::Wdl::Unspecified => return false,
    };
    (wdl, value.dtw_plies) == (right.wdl, right.plies)
}

/// Returns the requests of all kinds, about positions with at most `pieces` pieces in these tables
/// of international draughts.
pub fn kinds(tables: &Tables, pieces: u8) -> Vec<Kind> {
    assert!(tables.has_listed(Metric::Dtw), "tables with distances");
    let game = tables.game();
    let variant = game.variant().id.to_owned();
    let positions = positions(game, pieces, BATCH * BATCHES);
    let fens: Vec<String> = positions.iter().map(|position| game.fen(position)).collect();
    let values: Vec<Value> = positions.iter().map(|position| tables.probe(position).expect("a value")).collect();

    let batch = |fens: &[String]| {
        framed(&[ProbeBatchRequest { variant: variant.clone(), fens: fens.to_vec(), ..Default::default() }])
    };
    let list =
        |fen: &String| framed(&[ListMovesRequest { variant: variant.clone(), fen: fen.clone(), ..Default::default() }]);
    let item = |fen: &String| ProbeStreamRequest { variant: variant.clone(), fen: fen.clone() };
    let stream = |fens: &[String]| framed(&fens.iter().map(item).collect::<Vec<_>>());

    let (of_batch, of_stream) = (values.clone(), values.clone());
    vec![
        Kind {
            name: "`ProbeBatch` of 500",
            path: "/peatee.v1.TablebaseService/ProbeBatch",
            positions: BATCH,
            bodies: fens.chunks_exact(BATCH).map(batch).collect(),
            check: Box::new(move |number, body| {
                let items = unframed::<ProbeBatchResponse>(body).remove(0).items;
                let right = &of_batch[number * BATCH..][..BATCH];
                assert_eq!(items.len(), BATCH);
                let are_same = |(item, &right): (&peatee_proto::v1::ProbeBatchItem, &Value)| {
                    item.value.as_ref().is_some_and(|value| same(value, right))
                };
                assert!(items.iter().zip(right).all(are_same), "batch {number} is wrong");
            }),
        },
        Kind {
            name: "`ProbeStream` of 5,000",
            path: "/peatee.v1.TablebaseService/ProbeStream",
            positions: STREAM,
            bodies: fens.chunks_exact(STREAM).take(STREAMS).map(stream).collect(),
            check: Box::new(move |number, body| {
                let items = unframed::<ProbeStreamResponse>(body);
                let right = &of_stream[number * STREAM..][..STREAM];
                assert_eq!(items.len(), STREAM);
                for (item, &right) in items.iter().zip(right) {
                    assert!(matches!(&item.outcome, Some(Outcome::Value(value)) if same(value, right)), "{item:?}");
                }
            }),
        },
        Kind {
            name: "`ListMoves`",
            path: "/peatee.v1.TablebaseService/ListMoves",
            positions: 1,
            bodies: fens.iter().take(LISTS).map(list).collect(),
            check: Box::new(move |number, body| {
                let answer = unframed::<ListMovesResponse>(body).remove(0);
                let value = answer.value.expect("a value");
                assert!(same(&value, values[number]), "{value:?}");
                // The best move leads to the value of the position.
                let best = answer.moves.first().and_then(|best| best.value.as_ref());
                assert_eq!(best.map_or(value.wdl, |best| best.wdl), value.wdl, "{}", fens[number]);
            }),
        },
    ]
}
