//! JSON over HTTP: the RPC methods, with their messages in the JSON mapping of Protocol Buffers.
//!
//! Messages are converted by means of their descriptors. So gRPC and JSON always have the same
//! content, and a new field needs no code here.

mod answer;
mod openapi;
mod question;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, MethodRouter, get, on};
use http::{Request, StatusCode, header};
use peatee_proto::v1::tablebase_service_server::TablebaseService as _;
use peatee_questions::requests::paths::*;
use prost::Message;

use crate::answer::mapping::Mapping;
use crate::answer::mapping::Method;
use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::admission::body::held;
use crate::serve::admission::deadline::ANSWER_MAX;
use crate::serve::admission::refusal::refusal;
use crate::serve::rpc::Service;
pub use crate::serve::rpc::writer::{Writer, Written};
use answer::{answered, failed};

/// Maximum time from the headers of a request to the end of its work. It is a little longer than
/// the time limit of the work, so that the limit of the work is reached first and gives its more
/// precise error.
const REQUEST_MAX: Duration = ANSWER_MAX.saturating_add(Duration::from_secs(5));

pub fn router(service: Arc<Service>) -> Result<Router, Error> {
    let mapping = Arc::new(Mapping::new()?);
    let document = Bytes::from(openapi::document(&mapping, &PATHS)?);
    let mut router = Router::new().route("/v1/openapi.json", get(move || described(document.clone())));
    macro_rules! answer {
        ($($path:ident by $method:ident),+) => {$(
            let method = Arc::new(mapping.method($path.method)?);
            let shared = service.clone();
            router = router.route($path.path, handler($path, move |request| {
                let (method, service) = (method.clone(), shared.clone());
                async move {
                    answer(&service, method, request, async |asked| service.as_ref().$method(asked).await).await
                }
            }));
        )+};
    }
    answer!(
        VARIANTS by list_variants, TABLES by list_tables, POSITION by describe_position, PROBE by probe,
        MOVES by list_moves, LINE by best_line, PROBE_BATCH by probe_batch, ADJUDICATE by adjudicate,
        ADJUDICATE_GAMES by adjudicate_games
    );
    let (of_paths, of_verbs) = (mapping.clone(), mapping);
    let router = router.method_not_allowed_fallback(move || refused(of_verbs.clone(), Error::NoMethod));
    Ok(router.route("/v1/{*rest}", axum::routing::any(move || refused(of_paths.clone(), Error::NoPath))))
}

fn handler<F>(path: Path, answer: impl Fn(Request<Body>) -> F + Clone + Send + Sync + 'static) -> MethodRouter
where
    F: Future<Output = Response> + Send + 'static,
{
    let filter = match (path.has_get, path.has_post) {
        (true, true) => MethodFilter::GET.or(MethodFilter::POST),
        (true, false) => MethodFilter::GET,
        (false, _) => MethodFilter::POST,
    };
    on(filter, move |request: Request<Body>| answer(request))
}

async fn answer<Q, A>(
    service: &Service,
    method: Arc<Method>,
    request: Request<Body>,
    work: impl AsyncFnOnce(tonic::Request<Q>) -> Result<tonic::Response<A>, tonic::Status>,
) -> Response
where
    Q: Message + Default + 'static,
    A: Message,
{
    let client = request.extensions().get::<Client>().cloned().unwrap_or(Client::LOCAL);
    let refusal = |error: &Error| refusal(client.log_id(), error);
    let whole = async {
        let (head, mut body) = request.into_parts();
        let ticket = match service.admit(&client) {
            Ok(ticket) => ticket,
            Err(error) => {
                service.delay_refusal(&error).await;
                return Err(refusal(&error));
            }
        };
        let mut bytes = ticket.bytes();
        let asked: Q = match question::read(service, &method, &ticket, &head, &mut body, &mut bytes).await {
            Ok(asked) => asked,
            Err(error) => {
                drop((ticket, bytes));
                service.log_memory(&client, &error);
                service.delay_refusal(&error).await;
                return Err(refusal(&error));
            }
        };
        let mut asked = tonic::Request::new(asked);
        asked.extensions_mut().insert(Writer(method.clone()));
        asked.extensions_mut().insert(client.clone());
        asked.extensions_mut().insert(ticket);
        let mut answer = work(asked).await?;
        let written = answer.extensions_mut().remove::<Written>().ok_or_else(|| refusal(&Error::Worker))?;
        drop(answer);
        held(answered(written), bytes).map_err(|error| {
            service.log_memory(&client, &error);
            refusal(&error)
        })
    };
    match tokio::time::timeout(REQUEST_MAX, whole).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(status)) => failed(&method.mapping, &status),
        Err(_) => failed(&method.mapping, &refusal(&Error::Deadline)),
    }
}

async fn described(document: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}

async fn refused(mapping: Arc<Mapping>, error: Error) -> Response {
    let mut response = failed(&mapping, &refusal(None, &error));
    if matches!(error, Error::NoMethod) {
        // gRPC has no status code for a wrong HTTP method.
        *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    }
    response
}
