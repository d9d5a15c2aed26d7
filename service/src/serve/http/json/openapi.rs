//! The OpenAPI document, generated from the Protocol Buffers descriptors and their comments.

use std::collections::BTreeMap;

use peatee_questions::requests::paths::Path;
use prost_reflect::{EnumDescriptor, FieldDescriptor, FileDescriptor, Kind, MessageDescriptor, MethodDescriptor};
use serde_json::{Map, Value, json};

use crate::answer::mapping::Mapping;
use crate::errors::Error;

pub fn document(mapping: &Mapping, paths: &[Path]) -> Result<String, Error> {
    let mut schemas = Schemas::default();
    let service = mapping.pool().services().find(|service| service.package_name() == "peatee.v1");
    let methods: Vec<MethodDescriptor> = service.iter().flat_map(|service| service.methods()).collect();
    let mut of_paths = Map::new();
    for path in paths {
        let method = mapping.method(path.method)?;
        let text = methods
            .iter()
            .find(|known| known.name() == path.method)
            .map(|known| comment(&known.parent_service().parent_file(), known.path()));
        let operation = |verb: &str, more: Value| {
            let mut operation = json!({
                "operationId": format!("{}{}", path.method, verb),
                "description": text.clone().unwrap_or_default(),
                "responses": {
                    "200": {"description": "The answer.", "content": content(reference(&method.response))},
                    "default": {"description": "A google.rpc.Status, with the HTTP status of its code.",
                        "content": content(json!({"$ref": "#/components/schemas/google.rpc.Status"}))},
                },
            });
            operation
                .as_object_mut()
                .into_iter()
                .for_each(|to| to.extend(more.as_object().cloned().unwrap_or_default()));
            operation
        };
        let mut verbs = Map::new();
        if path.has_get {
            verbs.insert("get".into(), operation("Get", json!({"parameters": parameters(&method.request)})));
        }
        if path.has_post {
            let body = json!({"requestBody": {"content": content(reference(&method.request))}});
            verbs.insert("post".into(), operation("Post", body));
        }
        of_paths.insert(path.path.to_owned(), Value::Object(verbs));
        schemas.add(&method.request);
        schemas.add(&method.response);
    }
    schemas.add_status();
    let whole = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Peatee",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Exact values of draughts endings. Positions are PDN FEN, distances are in plies, values are \
                for the side to move. The same questions are answered over gRPC by peatee.v1.TablebaseService.",
        },
        "paths": of_paths,
        "components": {"schemas": schemas.found},
    });
    Ok(whole.to_string())
}

fn content(schema: Value) -> Value {
    json!({"application/json": {"schema": schema}})
}

fn reference(message: &MessageDescriptor) -> Value {
    json!({"$ref": format!("#/components/schemas/{}", message.full_name())})
}

fn parameters(request: &MessageDescriptor) -> Vec<Value> {
    let flat = request.fields().filter(|field| !matches!(field.kind(), Kind::Message(_)));
    let parameter = |field: FieldDescriptor| {
        json!({
            "name": field.json_name(), "in": "query",
            "description": comment(&field.parent_message().parent_file(), field.path()),
            "schema": of_field(&field),
        })
    };
    flat.map(parameter).collect()
}

#[derive(Debug, Default)]
struct Schemas {
    found: BTreeMap<String, Value>,
}

impl Schemas {
    fn add(&mut self, message: &MessageDescriptor) {
        let name = message.full_name();
        if self.found.contains_key(name) || name == "google.protobuf.Any" {
            return;
        }
        self.found.insert(name.to_owned(), Value::Null);
        let mut properties = Map::new();
        for field in message.fields() {
            let mut schema = of_field(&field);
            let text = comment(&field.parent_message().parent_file(), field.path());
            schema
                .as_object_mut()
                .into_iter()
                .for_each(|to| drop(to.insert("description".into(), text.clone().into())));
            properties.insert(field.json_name().to_owned(), schema);
            match field.kind() {
                Kind::Message(inner) => self.add(&inner),
                Kind::Enum(inner) => self.add_enum(&inner),
                _ => {}
            }
        }
        let text = comment(&message.parent_file(), message.path());
        let schema = json!({"type": "object", "description": text, "properties": properties});
        self.found.insert(name.to_owned(), schema);
    }

    fn add_enum(&mut self, enumeration: &EnumDescriptor) {
        let names: Vec<String> = enumeration.values().map(|value| value.name().to_owned()).collect();
        let text = comment(&enumeration.parent_file(), enumeration.path());
        let meanings = enumeration
            .values()
            .map(|value| format!("`{}`: {}", value.name(), comment(&enumeration.parent_file(), value.path())));
        let text = std::iter::once(text).chain(meanings).collect::<Vec<_>>().join("\n\n");
        self.found
            .insert(enumeration.full_name().to_owned(), json!({"type": "string", "description": text, "enum": names}));
    }

    fn add_status(&mut self) {
        let details = json!({"type": "array", "items": {"type": "object", "properties": {"@type": {"type": "string"}}},
            "description": "Always a google.rpc.ErrorInfo with a reason; BadRequest and RetryInfo where they apply."});
        self.found.insert(
            "google.rpc.Status".into(),
            json!({
                "type": "object",
                "description": "An error.",
                "properties": {
                    "code": {"type": "integer", "description": "A google.rpc.Code."},
                    "message": {"type": "string", "description": "What is wrong, in English."},
                    "details": details,
                },
            }),
        );
    }
}

fn of_field(field: &FieldDescriptor) -> Value {
    let one = match field.kind() {
        Kind::Bool => json!({"type": "boolean"}),
        Kind::String => json!({"type": "string"}),
        Kind::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
        Kind::Double | Kind::Float => json!({"type": "number"}),
        // JavaScript numbers cannot hold all 64-bit integers, so JSON has them as strings.
        Kind::Int64 | Kind::Uint64 | Kind::Sint64 | Kind::Fixed64 | Kind::Sfixed64 => {
            json!({"type": "string", "format": "int64"})
        }
        Kind::Uint32 | Kind::Fixed32 => json!({"type": "integer", "minimum": 0}),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => json!({"type": "integer"}),
        Kind::Message(inner) if inner.full_name() == "google.protobuf.Any" => {
            json!({"type": "object", "properties": {"@type": {"type": "string"}}})
        }
        Kind::Message(inner) => reference(&inner),
        Kind::Enum(inner) => json!({"$ref": format!("#/components/schemas/{}", inner.full_name())}),
    };
    if field.is_list() { json!({"type": "array", "items": one}) } else { one }
}

/// Returns the comment on an element of a `.proto` file, joined into one line. `path` is the
/// location of the element in the descriptor.
fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let info = file.file_descriptor_proto().source_code_info.as_ref();
    let location = info.and_then(|info| info.location.iter().find(|location| location.path == path));
    let text = location.map_or("", |location| location.leading_comments());
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}
