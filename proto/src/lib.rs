//! The peatee.v1 gRPC interface.
