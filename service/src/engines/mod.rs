//! Engines that play by the tables and speak the protocols Hub, DXP and UCI.

pub mod dxp;
mod engine;
pub mod hub;
mod hub_names;
pub mod uci;
