//! Tests of slow clients and of clients that disconnect.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{WHOLE, probed};
use crate::common::{PATIENCE, Server, tables};

const BODY: &str = r#"{"variant": "international", "fen": "W:W23:B5,6"}"#;

fn request() -> String {
    format!("POST /v1/probe HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", BODY.len())
}

#[tokio::test]
async fn slow_clients_get_their_answers_and_hold_nobody_up() {
    let server = Server::start(tables(), &[]);
    let slow = (0..20).map(|_| {
        let address = server.address.clone();
        tokio::spawn(async move {
            let mut socket = TcpStream::connect(address).await.expect("a connection");
            socket.write_all(request().as_bytes()).await.expect("it is open");
            for byte in BODY.bytes() {
                socket.write_all(&[byte]).await.expect("it is open");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let mut answer = Vec::new();
            while socket.read_buf(&mut answer).await.expect("it is open") > 0 {}
            String::from_utf8(answer).expect("text")
        })
    });
    let slow: Vec<_> = slow.collect();
    let mut client = server.client().await;
    while !slow.iter().all(tokio::task::JoinHandle::is_finished) {
        probed(&mut client, WHOLE[0]).await.expect("others are served");
    }
    for client in slow {
        let answer = client.await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""dtwPlies":29"#), "{answer}");
    }
}

#[tokio::test]
async fn vanished_clients_leave_nothing_behind() {
    let server = Server::start(tables(), &["--peer-connections-max", "1000"]);
    let mut client = server.client().await;
    probed(&mut client, WHOLE[0]).await.expect("the server answers");
    let (descriptors, threads) = (server.descriptors(), server.threads());
    for round in 0..300 {
        let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
        let (request, body) = (request(), BODY.as_bytes());
        // The client disconnects before its request, in the head, in the body, or before the
        // answer.
        let sent = match round % 4 {
            0 => &[][..],
            1 => &request.as_bytes()[..30],
            2 => &[request.as_bytes(), &body[..9]].concat(),
            _ => &[request.as_bytes(), body].concat(),
        };
        socket.write_all(sent).await.expect("it is open");
        // Half of the connections are closed regularly, the others are reset.
        socket.set_zero_linger().expect("a TCP socket");
        if round % 8 < 4 {
            socket.shutdown().await.ok();
        }
        drop(socket);
    }
    probed(&mut client, WHOLE[1]).await.expect("others are served");
    let gone = async {
        while server.descriptors() > descriptors {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("all sockets are closed");
    // The number of probing threads changes with the work.
    assert!(server.threads() <= threads + 8, "{} threads", server.threads());
}
