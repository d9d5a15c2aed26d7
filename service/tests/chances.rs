//! Tests of the chances that the opponent errs, in the answers of the server.

use crate::common::{Server, tables};
use peatee_proto::v1::{ListMovesRequest, RatedMove, Wdl};
use tonic::Code;

#[tokio::test]
async fn moves_have_chances_where_they_are_requested() {
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let fen = "W:WK1:BK2".to_owned();
    let request = |chances| ListMovesRequest { fen: fen.clone(), chances, ..probed_moves() };
    let plain = client.list_moves(request(0)).await.expect("moves").into_inner();
    assert!(plain.moves.iter().all(|mv| mv.replies.is_none() && mv.chance.is_none()));
    let listed = client.list_moves(request(1)).await.expect("moves").into_inner();
    assert_eq!(listed.moves.len(), plain.moves.len());
    for mv in &listed.moves {
        let after = ListMovesRequest { fen: mv.fen_after.clone(), ..probed_moves() };
        let replies = client.list_moves(after).await.expect("moves").into_inner().moves;
        let is_wdl = |mv: &RatedMove, wdl: Wdl| mv.value.is_some_and(|value| value.wdl() == wdl);
        let count = |wdl| replies.iter().filter(|reply| is_wdl(reply, wdl)).count() as u32;
        let right = if is_wdl(mv, Wdl::Draw) { Wdl::Draw } else { Wdl::Win };
        assert_eq!(mv.replies, Some(replies.len() as u32), "{mv:?}");
        assert_eq!(mv.replies_that_draw, (right == Wdl::Draw).then(|| count(right)), "{mv:?}");
        assert_eq!(mv.replies_that_win, (right == Wdl::Win).then(|| count(right)), "{mv:?}");
        let errors = replies.len() as u32 - count(right);
        assert_eq!(mv.chance, Some(f64::from(errors) / replies.len() as f64), "{mv:?}");
    }
    let deep = client.list_moves(request(2)).await.expect("moves").into_inner();
    assert!(deep.moves[0].chance >= listed.moves[0].chance, "{deep:?}");
    let refused = client.list_moves(request(4)).await.expect_err("too deep");
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
    assert!(refused.message().contains("chances"), "{refused:?}");
}

fn probed_moves() -> ListMovesRequest {
    ListMovesRequest { variant: "international".into(), ..ListMovesRequest::default() }
}
