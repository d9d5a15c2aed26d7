//! Number of values (texts, numbers and messages) in a request, which is counted before the request
//! is decoded. Each value takes memory when decoded: an empty text has two bytes in a request, but
//! at least ten times as many in memory.

use prost::bytes::Buf as _;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use prost_reflect::{Kind, MessageDescriptor};

use crate::errors::Error;
use peatee_questions::requests::bounds::argument;

/// Maximum number of values (texts, numbers and messages) in a request. The longest game that is
/// allowed has a fifth of this number.
const VALUES_MAX: usize = 10_000;

/// Returns a lower bound of the number of values (texts, numbers, lists and objects) in a request
/// in JSON.
///
/// # Errors
/// [`Error::Argument`] for too many values.
pub fn count_json(json: &[u8]) -> Result<usize, Error> {
    let (mut is_text, mut is_escaped, mut values) = (false, false, 1);
    for &byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b',' | b'[' | b'{' if !is_text => {
                values += 1;
                check(values)?;
            }
            _ => {}
        }
    }
    Ok(values)
}

/// Returns the number of fields in a Protocol Buffers message, including those of inner messages.
/// The rest of a message is not counted after a field that cannot be decoded.
///
/// # Errors
/// [`Error::Argument`] for too many values.
pub fn count_message(descriptor: &MessageDescriptor, message: &[u8]) -> Result<usize, Error> {
    let mut values = 0;
    count_fields(descriptor, message, &mut values)?;
    Ok(values)
}

fn count_fields(descriptor: &MessageDescriptor, mut rest: &[u8], values: &mut usize) -> Result<(), Error> {
    // A message that cannot be decoded is refused later, when it is decoded.
    while let Ok((number, wire_type)) = decode_key(&mut rest) {
        *values += 1;
        check(*values)?;
        let inner = descriptor.get_field(number).map(|field| field.kind());
        if let (Some(Kind::Message(inner)), WireType::LengthDelimited) = (inner, wire_type) {
            let Ok(length) = decode_varint(&mut rest) else { return Ok(()) };
            let Some(part) = usize::try_from(length).ok().and_then(|length| rest.get(..length)) else { return Ok(()) };
            count_fields(&inner, part, values)?;
            rest.advance(part.len());
        } else if skip_field(wire_type, number, &mut rest, DecodeContext::default()).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn check(values: usize) -> Result<(), Error> {
    if values <= VALUES_MAX {
        return Ok(());
    }
    Err(argument("body", format!("holds more than {VALUES_MAX} values; send several requests")))
}

#[cfg(test)]
mod tests {
    use peatee_proto::v1::adjudicate_request::Game;
    use peatee_proto::v1::{AdjudicateRequest, PlayedMoves, ProbeBatchRequest};
    use prost::Message as _;
    use prost_reflect::DescriptorPool;

    use super::*;

    #[test]
    fn values_of_json_are_counted_outside_of_texts() {
        let count = |json: &str| count_json(json.as_bytes()).expect("few");
        assert_eq!(count(r#"{"variant": "english", "fens": ["W:W1,2:B3", "x"]}"#), 5);
        assert_eq!(count(r#"{"pdn": "[,{\",[\\"}"#), 2);
        assert_eq!(count("nonsense"), 1);
        assert!(count_json(format!("[{}1]", "1,".repeat(VALUES_MAX - 2)).as_bytes()).is_ok());
        assert!(count_json(format!("[{}1]", "1,".repeat(VALUES_MAX - 1)).as_bytes()).is_err());
    }

    #[test]
    fn values_of_messages_are_counted_in_those_within() {
        let pool = DescriptorPool::decode(peatee_proto::FILE_DESCRIPTOR_SET).expect("descriptors");
        let descriptor = |name: &str| pool.get_message_by_name(&format!("peatee.v1.{name}")).expect("a message");
        let batch = |count| ProbeBatchRequest { fens: vec![String::new(); count], ..Default::default() };
        let count = |count| count_message(&descriptor("ProbeBatchRequest"), &batch(count).encode_to_vec());
        assert_eq!(count(500).expect("few"), 500);
        assert!(count(VALUES_MAX).is_ok() && count(VALUES_MAX + 1).is_err());
        let judged = |moves| {
            let game = Game::Played(PlayedMoves { moves: vec![String::new(); moves], ..Default::default() });
            let request = AdjudicateRequest { game: Some(game), ..Default::default() };
            count_message(&descriptor("AdjudicateRequest"), &request.encode_to_vec())
        };
        assert_eq!(judged(2000).expect("few"), 2001);
        assert!(judged(VALUES_MAX).is_err());
        let mut damaged = batch(3).encode_to_vec();
        damaged.truncate(5);
        assert_eq!(count_message(&descriptor("ProbeBatchRequest"), &damaged).expect("few"), 3);
    }
}
