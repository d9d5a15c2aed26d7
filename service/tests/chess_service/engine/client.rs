use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ListMovesRequest, ProbeRequest};

/// DTZ in plies, the outcome under the 50-move rule, and the best move in UCI, from `peatee serve`.
pub async fn ask(
    address: String,
    fen: &str,
) -> Result<(Option<u32>, String, Option<String>), Box<dyn std::error::Error>> {
    let mut client = TablebaseServiceClient::connect(address).await?;
    let request = ProbeRequest { variant: "chess".into(), fen: fen.into(), ..Default::default() };
    let answer = client.probe(request).await?.into_inner();
    let dtz_plies = answer.value.and_then(|value| value.dtz_plies);
    let outcome = answer.rule_value.map(|value| value.outcome().as_str_name().to_owned()).unwrap_or_default();
    let request = ListMovesRequest { variant: "chess".into(), fen: fen.into(), ..Default::default() };
    let moves = client.list_moves(request).await?.into_inner().moves;
    let best = moves.first().and_then(|rated| rated.r#move.as_ref());
    Ok((dtz_plies, outcome, best.map(|mv| mv.uci().to_owned())))
}
