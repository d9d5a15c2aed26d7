//! Paths that answer in the JSON of lila-tablebase, the tablebase service of Lichess. Each path
//! begins with the id of a variant, where lila-tablebase has the chess variant:
//! `/international?fen=`, `/international/mainline?fen=`.
//!
//! | field | here |
//! |---|---|
//! | `category` | `win`, `draw`, `loss`, `unknown`; under a draw code the outcomes of its rules too |
//! | `wdl` | 2, 1, 0, -1, -2; null when the category is `unknown` or `maybe-...` |
//! | `dtw` | plies to the end of the game; negative for a loss; null for a draw |
//! | `dtz`, `precise_dtz` | plies to the next capture, move of a piece but a king, or end: our DTC; 0 for a draw |
//! | `dtc`, `dtm` | null; of chess see the module `chess` |
//! | `variant_win`, `variant_loss` | the game is over |
//!
//! The paths of chess are `/standard`, as in lila-tablebase, and `/chess`. Answers for chess have
//! DTZ and the 50-move rule: see the module `chess`.
//!
//! The facts in `moves` describe the position after the move, for the side to move there. Facts
//! that no table knows are null. Both are as in lila-tablebase. The answer is CBOR if the header
//! `Accept` prefers it. Errors are plain text.

mod answer;
mod asked;
mod chess;
mod known;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Query};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use peatee_probe::{Collection, with_game};
use peatee_rules::Budget;
use serde::Serialize;

use crate::ask::budget::check_answer;
use crate::ask::games;
use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::admission::Charge;
use crate::serve::admission::body::held;
use crate::serve::admission::deadline::Deadline;
use crate::serve::admission::http_status::put_status;
use crate::serve::admission::refusal::refusal;
use crate::serve::http::representation::{CBOR, takes_cbor};
use crate::serve::rpc::Service;
use answer::Lila;
use asked::Asked;

/// Suffix that turns the path of a position into the path of a line of best play.
const LINE: &str = "/mainline";

pub fn paths() -> impl Iterator<Item = String> {
    let names = games::all().flat_map(|game| with_game!(game, game => game.path_names()));
    names.flat_map(|name| ["", LINE].map(|answer| format!("/{name}{answer}")))
}

pub fn router(service: Arc<Service>) -> Router {
    games::all().fold(Router::new(), |router, game| with_game!(game, game => with_paths(router, &service, game)))
}

fn with_paths<G: Lila>(router: Router, service: &Arc<Service>, game: &'static G) -> Router {
    game.path_names().into_iter().fold(router, |router, name| {
        let (of_position, of_line) = (service.clone(), service.clone());
        let position = move |collection: &_, asked: &_, budget: &_| game.position(collection, asked, budget);
        let line = move |collection: &_, asked: &_, budget: &_| game.mainline(collection, asked, budget);
        let position = move |client, headers: HeaderMap, asked| {
            answer(of_position, client, takes_cbor(&headers), asked, game.id(), position)
        };
        let line = move |client, headers: HeaderMap, asked| {
            answer(of_line, client, takes_cbor(&headers), asked, game.id(), line)
        };
        router.route(&format!("/{name}"), get(position)).route(&format!("/{name}{LINE}"), get(line))
    })
}

trait Work<T>: FnOnce(&Collection, &Asked, &Arc<Budget>) -> Result<T, Error> + Clone + Send + Sync + 'static {}

impl<T, F> Work<T> for F where
    F: FnOnce(&Collection, &Asked, &Arc<Budget>) -> Result<T, Error> + Clone + Send + Sync + 'static
{
}

async fn answer<T: Serialize + Send + 'static>(
    service: Arc<Service>,
    client: Option<Extension<Client>>,
    is_cbor: bool,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
    variant: &'static str,
    work: impl Work<T>,
) -> Response {
    let Query(mut asked) = match asked {
        Ok(asked) => asked,
        Err(error) => return (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    };
    asked.fen = asked.fen.replace('_', " ");
    let client = client.map_or(Client::LOCAL, |Extension(client)| client);
    let done = async {
        let ticket = service.admit(&client)?;
        let bytes = ticket.bytes();
        let answer = service.work(ticket, Charge::for_positions(1), Deadline::latest(), move |collection, budget| {
            let told = work(collection, &asked, budget)?;
            let answer = if is_cbor {
                cbor4ii::serde::to_vec(Vec::new(), &told).map_err(|_| Error::Worker)?
            } else {
                serde_json::to_vec(&told).map_err(|_| Error::Worker)?
            };
            check_answer(answer.len())?;
            Ok(answer)
        });
        let mut response = Response::new(Body::from(answer.await?));
        let content_type = if is_cbor { CBOR } else { "application/json" };
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        held(response, bytes).inspect_err(|error| service.log_memory(&client, error))
    };
    match done.await {
        Ok(response) => {
            service.count(variant);
            response
        }
        Err(error) => failed(&client, &error),
    }
}

pub fn failed(client: &Client, error: &Error) -> Response {
    let status = refusal(client.log_id(), error);
    let mut response = format!("{}\n", status.message()).into_response();
    put_status(&mut response, &status);
    response
}
