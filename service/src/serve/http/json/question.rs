//! Requests to the JSON paths: query parameters, or a JSON body.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Query;
use http::request::Parts;
use http::{Method as Verb, Uri};
use http_body::Body as _;
use prost::Message;
use prost_reflect::{Kind, MessageDescriptor};
use serde_json::{Map, Value};

use crate::answer::mapping::Method;
use crate::errors::Error;
use crate::serve::access::peers::Bytes;
use crate::serve::admission::Ticket;
use crate::serve::admission::body::{Failure, collect, hold_decoded};
use crate::serve::admission::value_count::count_json;
use crate::serve::rpc::Service;

/// Maximum length of a JSON body in bytes: enough for a PDN text of 1 MiB with JSON escapes.
const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

/// Maximum length in bytes of a body that is decoded on a network thread, which takes up to half a
/// millisecond. Longer bodies are decoded on a probing thread.
const SHORT_BYTES_MAX: usize = 16 * 1024;

fn wrong(field: &'static str, reason: impl Into<String>) -> Error {
    Error::Argument { field, reason: reason.into() }
}

pub async fn read<Q: Message + Default + 'static>(
    service: &Service,
    method: &Arc<Method>,
    ticket: &Ticket,
    head: &Parts,
    body: &mut Body,
    bytes: &mut Bytes,
) -> Result<Q, Error> {
    if head.method != Verb::POST {
        return parameters(method, &head.uri);
    }
    let long_body = || Error::LongBody { limit_bytes: BODY_BYTES_MAX };
    // The length that the headers state is checked before anything is read.
    if body.size_hint().lower() > BODY_BYTES_MAX as u64 {
        return Err(long_body());
    }
    let json = collect(body, bytes, |_| BODY_BYTES_MAX).await.map_err(|failure| match failure {
        Failure::TooLong(_) => long_body(),
        Failure::BrokenOff => wrong("body", "ended early; send the whole request"),
        Failure::NoMemory(error) => error,
    })?;
    let length = json.len();
    hold_decoded(bytes, length, 0)?;
    let method = method.clone();
    let decode = move || {
        let values = count_json(&json)?;
        let json = if json.trim_ascii().is_empty() { &b"{}"[..] } else { &json };
        let request = method.request(json);
        Ok((request.map_err(|error| wrong("body", format!("does not fit the request: {error}")))?, values))
    };
    let decoded = if length <= SHORT_BYTES_MAX { decode() } else { service.decode(ticket.clone(), decode).await };
    let (request, values) = decoded?;
    hold_decoded(bytes, length, values)?;
    Ok(request)
}

fn parameters<Q: Message + Default>(method: &Method, uri: &Uri) -> Result<Q, Error> {
    let Query(parameters) = Query::<Vec<(String, String)>>::try_from_uri(uri)
        .map_err(|error| wrong("query", format!("cannot be read: {error}")))?;
    let object = object(&method.request, parameters)?;
    let json = Value::Object(object).to_string();
    method.request(json.as_bytes()).map_err(|error| wrong("query", format!("does not fit the request: {error}")))
}

/// Returns the query parameters as a JSON object. All values are strings, which the JSON mapping
/// accepts for numbers too. Parameters that are repeated become a list.
fn object(message: &MessageDescriptor, parameters: Vec<(String, String)>) -> Result<Map<String, Value>, Error> {
    let mut object = Map::new();
    for (name, text) in parameters {
        let field = message.get_field_by_name(&name).or_else(|| message.get_field_by_json_name(&name));
        let Some(field) = field else {
            let known: Vec<_> = message.fields().map(|field| field.name().to_owned()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let name = peatee_rules::notation::shortened(&name);
            return Err(wrong("query", format!("has an unknown parameter `{name}`; known are: {known}")));
        };
        if matches!(field.kind(), Kind::Message(_)) {
            return Err(wrong("query", format!("cannot hold `{}`; send it as a body with POST", field.name())));
        }
        let name = field.json_name().to_owned();
        if field.is_list() {
            let list = object.entry(name).or_insert_with(|| Value::Array(Vec::new()));
            list.as_array_mut().into_iter().for_each(|list| list.push(Value::String(text.clone())));
        } else if object.insert(name, Value::String(text)).is_some() {
            return Err(wrong("query", format!("has the parameter `{}` twice", field.name())));
        }
    }
    Ok(object)
}
