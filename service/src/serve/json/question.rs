//! Requests as they come over HTTP: parameters of the address, or a JSON body.

use axum::body::{Body, Bytes};
use axum::extract::Query;
use http::{Method as Verb, Request};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use prost::Message;
use prost_reflect::{Kind, MessageDescriptor};
use serde_json::{Map, Value};

use super::mapping::Method;
use crate::errors::Error;

/// The longest body: a PDN text of 1 MiB with its escapes.
const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

fn wrong(field: &'static str, reason: impl Into<String>) -> Error {
    Error::Argument { field, reason: reason.into() }
}

/// Reads a request.
///
/// # Errors
/// [`Error::Argument`]: it is too long, broken off, no JSON, or of another form.
pub async fn read<Q: Message + Default>(method: &Method, request: Request<Body>) -> Result<Q, Error> {
    if request.method() == Verb::POST {
        let json = body(request.into_body()).await?;
        let json = if json.trim_ascii().is_empty() { &b"{}"[..] } else { &json };
        return method.request(json).map_err(|error| wrong("body", format!("is not as it must be: {error}")));
    }
    let Query(parameters) = Query::<Vec<(String, String)>>::try_from_uri(request.uri())
        .map_err(|error| wrong("query", format!("cannot be read: {error}")))?;
    let object = object(&method.request, parameters)?;
    let json = Value::Object(object).to_string();
    method.request(json.as_bytes()).map_err(|error| wrong("query", format!("is not as it must be: {error}")))
}

async fn body(body: Body) -> Result<Bytes, Error> {
    let whole = Limited::new(body, BODY_BYTES_MAX).collect().await.map_err(|error| {
        if error.is::<LengthLimitError>() {
            wrong("body", format!("is longer than {BODY_BYTES_MAX} bytes"))
        } else {
            wrong("body", "broke off")
        }
    })?;
    Ok(whole.to_bytes())
}

/// The parameters as an object. Numbers may stand in quotes there; of a field that is a list, each
/// parameter is an item.
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
