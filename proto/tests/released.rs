//! Checks that clients of a released interface keep working. The file `tests/data/released.txt`
//! lists the facts on which they rely, such as the number of a field. Every line of this file must
//! still be true.
//!
//! `UPDATE_RELEASED=1 cargo test -p peatee-proto` adds the facts of new messages and fields to the
//! file. `scripts/release` sets `PEATEE_RELEASE=1`; the test then fails if a fact is missing from
//! the file. Lines are never removed, because unknown programs rely on them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet, ServiceDescriptorProto,
};

/// Prefix of the packages of this project, such as `peatee.v1`.
const OURS: &str = "peatee.";

fn current() -> FileDescriptorSet {
    FileDescriptorSet::decode(peatee_proto::FILE_DESCRIPTOR_SET).expect("a descriptor set")
}

/// Returns one line for each fact of the interface on which clients rely, such as the number of a
/// field. These facts determine the wire format, the JSON form and the paths of gRPC.
fn facts(set: &FileDescriptorSet) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for file in set.file.iter().filter(|file| file.package().starts_with(OURS)) {
        let package = file.package();
        file.message_type.iter().for_each(|message| of_message(package, message, &mut out));
        file.enum_type.iter().for_each(|list| of_enum(package, list, &mut out));
        file.service.iter().for_each(|service| of_service(package, service, &mut out));
    }
    out
}

fn of_message(scope: &str, message: &DescriptorProto, out: &mut BTreeSet<String>) {
    let name = format!("{scope}.{}", message.name());
    out.insert(format!("message {name}"));
    for field in &message.field {
        out.insert(format!("field {name}.{} = {}", field.name(), of_field(message, field)));
    }
    message.nested_type.iter().for_each(|inner| of_message(&name, inner, out));
    message.enum_type.iter().for_each(|list| of_enum(&name, list, out));
}

/// Returns the facts of a field as text: number, type, cardinality, oneof and JSON name.
fn of_field(message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    let kind = match field.r#type() {
        Type::Message | Type::Enum | Type::Group => field.type_name().to_owned(),
        plain => plain.as_str_name().to_owned(),
    };
    let presence = match (field.label(), field.proto3_optional(), field.oneof_index) {
        (Label::Repeated, _, _) => "repeated".to_owned(),
        (_, true, _) => "optional".to_owned(),
        (_, false, Some(choice)) => format!("one of {}", message.oneof_decl[choice as usize].name()),
        (_, false, None) => "single".to_owned(),
    };
    format!("{} {kind} {presence} {}", field.number(), field.json_name())
}

fn of_enum(scope: &str, list: &EnumDescriptorProto, out: &mut BTreeSet<String>) {
    for value in &list.value {
        out.insert(format!("enumerator {scope}.{}.{} = {}", list.name(), value.name(), value.number()));
    }
}

fn of_service(scope: &str, service: &ServiceDescriptorProto, out: &mut BTreeSet<String>) {
    for method in &service.method {
        let stream = |is_stream| if is_stream { "stream " } else { "" };
        out.insert(format!(
            "method /{scope}.{}/{} {}{} -> {}{}",
            service.name(),
            method.name(),
            stream(method.client_streaming()),
            method.input_type(),
            stream(method.server_streaming()),
            method.output_type(),
        ));
    }
}

/// Returns the lines of the file of released facts that are missing in `now`, the facts of the
/// present interface.
fn broken<'a>(released: &'a str, now: &BTreeSet<String>) -> Vec<&'a str> {
    released.lines().filter(|line| !now.contains(*line)).collect()
}

fn released_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/released.txt")
}

#[test]
fn what_was_released_stays() {
    let now = facts(&current());
    let released = fs::read_to_string(released_file()).unwrap_or_default();
    let broken = broken(&released, &now);
    assert!(
        broken.is_empty(),
        "clients rely on these, which have changed or gone; add something new beside them instead, or begin \
         `peatee.v2`:\n{}",
        broken.join("\n")
    );
    if std::env::var_os("UPDATE_RELEASED").is_some() {
        fs::write(released_file(), now.into_iter().map(|line| line + "\n").collect::<String>()).expect("write");
    } else if std::env::var_os("PEATEE_RELEASE").is_some() {
        let known: BTreeSet<&str> = released.lines().collect();
        let new: Vec<_> = now.iter().filter(|line| !known.contains(line.as_str())).collect();
        assert!(new.is_empty(), "not on record: run UPDATE_RELEASED=1 cargo test -p peatee-proto\n{new:#?}");
    }
}

/// A change of the interface, which the test below makes in a copy.
type Change = fn(&mut FileDescriptorSet);

fn message<'a>(set: &'a mut FileDescriptorSet, name: &str) -> &'a mut DescriptorProto {
    let mut all = set.file.iter_mut().flat_map(|file| &mut file.message_type);
    all.find(|message| message.name() == name).expect("the message is there")
}

fn field<'a>(set: &'a mut FileDescriptorSet, of: &str, name: &str) -> &'a mut FieldDescriptorProto {
    message(set, of).field.iter_mut().find(|field| field.name() == name).expect("the field is there")
}

fn service(set: &mut FileDescriptorSet) -> &mut ServiceDescriptorProto {
    set.file.iter_mut().flat_map(|file| &mut file.service).next().expect("a service")
}

#[test]
fn every_kind_of_break_is_found_and_additions_are_none() {
    let released: String = facts(&current()).into_iter().map(|line| line + "\n").collect();
    let after = |change: Change| {
        let mut set = current();
        change(&mut set);
        broken(&released, &facts(&set)).len()
    };
    let breaks: [(&str, Change); 9] = [
        ("number", |set| field(set, "ProbeRequest", "fen").number = Some(77)),
        ("type", |set| field(set, "ProbeRequest", "fen").set_type(Type::Bytes)),
        ("name", |set| field(set, "ProbeRequest", "fen").name = Some("position".into())),
        ("name in JSON", |set| field(set, "Value", "dtw_plies").json_name = Some("dtw".into())),
        ("presence", |set| {
            let plies = field(set, "Value", "dtw_plies");
            (plies.proto3_optional, plies.oneof_index) = (None, None);
        }),
        ("list", |set| field(set, "ProbeBatchRequest", "fens").set_label(Label::Optional)),
        ("choice", |set| field(set, "ProbeStreamResponse", "value").oneof_index = None),
        ("method", |set| service(set).method[0].name = Some("Ask".into())),
        ("stream", |set| service(set).method[0].server_streaming = Some(true)),
    ];
    for (what, change) in breaks {
        assert_eq!(after(change), 1, "a changed {what}");
    }
    let gone = after(|set| message(set, "ProbeRequest").field.clear());
    assert!(gone > 1, "fields that are gone");
    let enumerator = after(|set| {
        let mut lists = set.file.iter_mut().flat_map(|file| &mut file.enum_type);
        let wdl = lists.find(|list| list.name() == "Wdl").expect("it is there");
        wdl.value[1].number = Some(99);
    });
    assert_eq!(enumerator, 1, "a changed enumerator");
    let added = after(|set| {
        let new = FieldDescriptorProto { name: Some("new".into()), number: Some(99), ..Default::default() };
        message(set, "ProbeRequest").field.push(new);
    });
    assert_eq!(added, 0, "an addition");
}
