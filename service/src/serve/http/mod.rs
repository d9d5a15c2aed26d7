//! All paths of the server's port: gRPC, JSON, the JSON of lila-tablebase, files about endgames,
//! and the web page.

pub mod cors;
pub mod endings;
pub mod grpc_intake;
pub mod guard;
pub mod json;
pub mod lila;
pub mod page;
pub mod reflection;
pub mod representation;
pub mod routes;
