//! Conversion between messages and JSON by means of the Protocol Buffers descriptors.

use std::io;

use peatee_rules::Budget;
use prost::Message;
use prost_reflect::{DescriptorPool, DeserializeOptions, DynamicMessage, MessageDescriptor, SerializeOptions};

use crate::errors::Error;

const SERVICE: &str = "peatee.v1.TablebaseService";

/// The Protocol Buffers descriptors of all messages, with which messages are converted to JSON and
/// back.
#[derive(Debug, Clone)]
pub struct Mapping {
    pool: DescriptorPool,
    status: MessageDescriptor,
}

fn damaged(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Io { what: "the descriptors are damaged".into(), error: std::io::Error::other(error) }
}

fn lacking(name: &str) -> Error {
    damaged(std::io::Error::other(format!("{name} is not described")))
}

impl Mapping {
    pub fn new() -> Result<Self, Error> {
        let mut pool = DescriptorPool::decode(peatee_proto::FILE_DESCRIPTOR_SET).map_err(damaged)?;
        let of_errors = DescriptorPool::decode(tonic_types::pb::FILE_DESCRIPTOR_SET).map_err(damaged)?;
        let more: Vec<_> =
            of_errors.file_descriptor_protos().filter(|file| pool.get_file_by_name(file.name()).is_none()).collect();
        pool.add_file_descriptor_protos(more.into_iter().cloned()).map_err(damaged)?;
        let status = pool.get_message_by_name("google.rpc.Status").ok_or_else(|| lacking("google.rpc.Status"))?;
        Ok(Mapping { pool, status })
    }

    pub fn pool(&self) -> &DescriptorPool {
        &self.pool
    }

    pub fn method(&self, name: &str) -> Result<Method, Error> {
        let service = self.pool.get_service_by_name(SERVICE).ok_or_else(|| lacking(SERVICE))?;
        let method = service.methods().find(|method| method.name() == name).ok_or_else(|| lacking(name))?;
        Ok(Method { mapping: self.clone(), request: method.input(), response: method.output() })
    }

    /// Converts a message to JSON. `name` is the name of the message type in the package
    /// `peatee.v1`.
    ///
    /// # Errors
    /// There is no such message type.
    pub fn message(&self, name: &str, message: &impl Message) -> Result<String, Error> {
        let name = format!("peatee.v1.{name}");
        let descriptor = self.pool.get_message_by_name(&name).ok_or_else(|| lacking(&name))?;
        let json = to_json(&descriptor, message, &Budget::unlimited());
        Ok(String::from_utf8(json).expect("JSON is UTF-8"))
    }

    /// Converts an error to JSON: a `google.rpc.Status` with its details.
    pub fn status(&self, status: &tonic::Status) -> Vec<u8> {
        let details = tonic_types::pb::Status::decode(status.details()).map(|whole| whole.details).unwrap_or_default();
        let code = status.code() as i32;
        let whole = tonic_types::pb::Status { code, message: status.message().to_owned(), details };
        to_json(&self.status, &whole, &Budget::unlimited())
    }
}

#[derive(Debug, Clone)]
pub struct Method {
    pub mapping: Mapping,
    pub request: MessageDescriptor,
    pub response: MessageDescriptor,
}

impl Method {
    pub fn request<Q: Message + Default>(&self, json: &[u8]) -> Result<Q, serde_json::Error> {
        let mut input = serde_json::Deserializer::from_slice(json);
        let options = DeserializeOptions::new().deny_unknown_fields(true);
        let read = DynamicMessage::deserialize_with_options(self.request.clone(), &mut input, &options)?;
        input.end()?;
        read.transcode_to().map_err(|error| serde::de::Error::custom(error.to_string()))
    }

    /// Converts a response to JSON. If the budget is exhausted, the JSON is incomplete.
    pub fn response(&self, message: &impl Message, budget: &Budget) -> Vec<u8> {
        to_json(&self.response, message, budget)
    }
}

/// Converts a message to JSON. Fields with default values are included, so that clients need not
/// know the defaults. If the budget is exhausted, the JSON is incomplete.
fn to_json(descriptor: &MessageDescriptor, message: &impl Message, budget: &Budget) -> Vec<u8> {
    let mut out = BoundedJson { json: Vec::new(), budget };
    let written = DynamicMessage::decode(descriptor.clone(), message.encode_to_vec().as_slice()).map(|message| {
        let options = SerializeOptions::new().skip_default_fields(false);
        message.serialize_with_options(&mut serde_json::Serializer::new(&mut out), &options)
    });
    // This does not happen: our own messages fit their descriptors, and error details have known
    // types.
    if !matches!(written, Ok(Ok(()))) && budget.check().is_ok() {
        tracing::error!(message = descriptor.full_name(), "a message does not fit its descriptor");
        return b"{}".to_vec();
    }
    out.json
}

/// Writer of JSON that fails when the budget is exhausted.
struct BoundedJson<'a> {
    json: Vec<u8>,
    budget: &'a Budget,
}

impl io::Write for BoundedJson<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.budget.check().map_err(io::Error::other)?;
        self.json.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
