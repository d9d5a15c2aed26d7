//! Tests of gRPC errors on the wire: only headers, which also end the stream. Clients in C and
//! Python treat an empty part after the headers as a broken connection.

use http::Request;
use http_body_util::Full;
use hyper::body::{Body as _, Bytes};
use hyper_util::rt::{TokioExecutor, TokioIo};
use peatee_proto::v1::ProbeRequest;
use prost::Message as _;
use tokio::net::TcpStream;

use super::web::frame;
use crate::common::{Server, tables};

#[tokio::test]
async fn errors_are_headers_that_end_their_stream() {
    let server = Server::start(tables(), &[]);
    let socket = TcpStream::connect(&server.address).await.expect("the server accepts connections");
    let client = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(socket));
    let (mut sender, connection) = client.await.expect("HTTP/2");
    tokio::spawn(connection);
    let asked = |fen: &str| {
        let request = ProbeRequest { variant: "international".into(), fen: fen.into(), ..ProbeRequest::default() };
        frame(&request.encode_to_vec())
    };
    for (path, body, status, ends) in [
        ("/peatee.v1.TablebaseService/Probe", asked("nonsense"), Some("3"), true),
        ("/peatee.v1.TablebaseService/Guess", asked("W:W23:B5,6"), Some("12"), true),
        ("/peatee.v1.Halma/Probe", asked("W:W23:B5,6"), Some("12"), true),
        // The gRPC status of a successful answer follows the body.
        ("/peatee.v1.TablebaseService/Probe", asked("W:W23:B5,6"), None, false),
    ] {
        let request = Request::post(format!("http://{}{path}", server.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(Full::new(Bytes::from(body)))
            .expect("a request");
        let answer = sender.send_request(request).await.expect("an answer");
        let found = answer.headers().get("grpc-status").map(|status| status.to_str().expect("text"));
        assert_eq!((found, answer.body().is_end_stream()), (status, ends), "{path}");
    }
}
