//! Answers requests that the server also answers.

use peatee_probe::Collection;
use peatee_questions::requests::json::JsonAnswers;
use wasm_bindgen::prelude::*;

/// Answers requests in JSON, in the same form as the server.
#[derive(Debug)]
pub(crate) struct Requests(JsonAnswers);

impl Requests {
    pub(crate) fn new() -> Result<Requests, JsError> {
        JsonAnswers::new().map(Requests).map_err(|error| JsError::new(&error.text()))
    }

    pub(crate) fn answer(&self, collection: &Collection, path: &str, json: &str) -> Result<String, String> {
        let text = |json| String::from_utf8(json).expect("JSON is UTF-8");
        self.0.answer(collection, path, json.as_bytes()).map(text).map_err(text)
    }
}
