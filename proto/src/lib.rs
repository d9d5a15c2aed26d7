//! The `peatee.v1` gRPC interface: messages, client and server.
//!
//! The code in `src/gen` is generated from `peatee/v1/*.proto` and committed, so that a build needs
//! neither `protoc` nor a build script. A test fails when it is out of date; `UPDATE_PROTO=1 cargo
//! test -p peatee-proto` rewrites it.
#![forbid(unsafe_code)]

/// Messages, client and server of the package `peatee.v1`.
pub mod v1 {
    #![allow(missing_docs, missing_debug_implementations, clippy::all, reason = "generated code")]
    include!("gen/peatee.v1.rs");
}

/// Descriptors of all files of the interface and their imports (a `FileDescriptorSet`). With the
/// feature `rpc` they include the comments, for server reflection and documents.
pub const FILE_DESCRIPTOR_SET: &[u8] = cfg_select! {
    feature = "rpc" => { include_bytes!("gen/descriptor_with_comments.bin") }
    _ => { include_bytes!("gen/descriptor.bin") }
};
