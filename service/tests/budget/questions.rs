//! Requests to every path that cost as much as possible. A new field of a request must get a value
//! here.

use axum::body::Body;
use http::{Method, Request};
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor};
use serde_json::{Map, Value, json};

use crate::boards::Board;

const SERVICE: &str = "peatee.v1.TablebaseService";

/// Maximum length in bytes of a PDN text with many games.
const PDN_BYTES_MAX: usize = 1 << 20;

/// Returns the descriptor of the request message of an RPC method.
fn message(method: &str) -> Option<MessageDescriptor> {
    let pool = DescriptorPool::decode(peatee_proto::FILE_DESCRIPTOR_SET).expect("descriptors");
    let service = pool.get_service_by_name(SERVICE).expect("it is described");
    service.methods().find(|known| known.name() == method).map(|known| known.input())
}

/// Returns the names of all RPC methods.
pub fn methods() -> Vec<String> {
    let pool = DescriptorPool::decode(peatee_proto::FILE_DESCRIPTOR_SET).expect("descriptors");
    let service = pool.get_service_by_name(SERVICE).expect("it is described");
    service.methods().map(|method| method.name().to_owned()).collect()
}

/// Returns a request to a path about the position of a board. Returns `None` if the path answers
/// only about another game.
pub fn request(path: &str, method: &str, board: &Board) -> Option<Request<Body>> {
    let build = |verb, path: &str| Request::builder().method(verb).uri(path);
    if method == "lila-tablebase" {
        let name = path.trim_start_matches('/').trim_end_matches("/mainline");
        let is_own = name == board.variant || name == "standard" && board.variant == "chess";
        let fen = board.fen.replace(' ', "_");
        return is_own
            .then(|| build(Method::GET, &format!("{path}?fen={fen}")).body(Body::empty()).expect("a request"));
    }
    let Some(message) = message(method) else {
        return Some(build(Method::GET, path).body(Body::empty()).expect("a request"));
    };
    let asked = filled(&message, board);
    if path.starts_with("/v1/") {
        let is_about_a_board = asked.contains_key("fen") || asked.contains_key("fens") || asked.contains_key("pdn");
        if !is_about_a_board {
            return Some(build(Method::GET, path).body(Body::empty()).expect("a request"));
        }
        return Some(build(Method::POST, path).body(Value::Object(asked).to_string().into()).expect("a request"));
    }
    let asked = DynamicMessage::deserialize(message, Value::Object(asked)).expect("it fits").encode_to_vec();
    let mut frame = [&[0], &(asked.len() as u32).to_be_bytes()[..], &asked].concat();
    if method == "ProbeStream" {
        frame = frame.repeat(500);
    }
    let request = build(Method::POST, path).header("content-type", "application/grpc-web+proto");
    Some(request.body(frame.into()).expect("a request"))
}

fn filled(message: &MessageDescriptor, board: &Board) -> Map<String, Value> {
    let is_paged = message.get_field_by_name("page_size").is_some();
    message.fields().filter_map(|field| Some((field.name().to_owned(), value(&field, board, is_paged)?))).collect()
}

/// Returns the value of a request field with which the answer takes the most work.
fn value(field: &FieldDescriptor, board: &Board, is_paged: bool) -> Option<Value> {
    Some(match field.name() {
        "variant" => json!(board.variant),
        "fen" => json!(board.fen),
        "fens" => json!(vec![&board.fen; 500]),
        "pdn" => {
            let games = if is_paged { 200.min(PDN_BYTES_MAX / board.pdn(1).len()) } else { 1 };
            json!(board.pdn(games))
        }
        "plies_max" | "line_plies_max" => json!(1000),
        "page_size" => json!(1000),
        "chances" => json!(3),
        "move_values" => json!(true),
        "flag" if board.variant == "chess" && board.moves.is_empty() => json!("SIDE_WHITE"),
        // All other fields reduce the work, or state the same in another form.
        "flag" | "rules" | "counters" | "page_token" | "claim_announced" | "played" | "pdn_bytes" | "encoding"
        | "first_number" | "first_line" => {
            return None;
        }
        new => panic!("say here what makes the most work in the field `{new}`"),
    })
}
