//! Test of gRPC-Web on the same port.

use peatee_proto::v1::{ProbeRequest, ProbeResponse, Wdl};
use prost::Message as _;

use super::client::{Answer, send};
use crate::common::{Server, tables};

const PATH: &str = "/peatee.v1.TablebaseService/Probe";

/// Creates a gRPC-Web frame: a byte for flags, four bytes for the length, and the content.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("short").to_be_bytes();
    [&[0], &length[..], message].concat()
}

/// Splits an answer into its frames, each with flags and content.
pub fn frames(mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut out = Vec::new();
    while let [flags, a, b, c, d, rest @ ..] = bytes {
        let (content, after) = rest.split_at(u32::from_be_bytes([*a, *b, *c, *d]) as usize);
        out.push((*flags, content.to_vec()));
        bytes = after;
    }
    assert!(bytes.is_empty());
    out
}

async fn probe(server: &Server, fen: &str) -> Answer {
    let asked = ProbeRequest { variant: "international".into(), fen: fen.into(), ..ProbeRequest::default() };
    let request = http::Request::post(PATH).header("content-type", "application/grpc-web+proto");
    send(server, request, frame(&asked.encode_to_vec())).await
}

#[tokio::test]
async fn grpc_web_is_answered_over_http_1() {
    let server = Server::start(tables(), &[]);
    let answer = probe(&server, "W:W23:B5,6").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/grpc-web+proto"));
    let frames = frames(&answer.body);
    assert_eq!(frames.len(), 2);
    let value = ProbeResponse::decode(frames[0].1.as_slice()).expect("a message").value.expect("a value");
    assert_eq!((value.wdl(), value.dtw_plies), (Wdl::Win, Some(29)));
    assert_eq!((frames[1].0, String::from_utf8_lossy(&frames[1].1).trim()), (0x80, "grpc-status:0"));

    let refused = probe(&server, "nonsense").await;
    assert_eq!((refused.status, refused.header("grpc-status")), (200, "3"));
    let unknown = http::Request::post("/peatee.v1.Halma/Probe").header("content-type", "application/grpc");
    assert_eq!(send(&server, unknown, "").await.header("grpc-status"), "12");
}
