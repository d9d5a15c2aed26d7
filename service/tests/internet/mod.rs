//! Tests of the server on the internet: clients that occupy resources, and HTTP clients of all
//! kinds.

mod check_config;
pub mod client;
mod deploy;
mod floods;
mod grpc_errors;
mod guard;
mod http_json;
mod keeping;
mod lila;
mod logs;
mod memory;
mod operators;
mod options;
mod page;
mod shares;
mod shut_out;
mod tls;
mod tls_clients;
mod tokens;
#[cfg(feature = "otel")]
mod traces;
mod web;

pub use client::{ELSEWHERE, get, grpc_from};
pub use operators::{metric, operate};
