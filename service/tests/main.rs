//! End-to-end tests of the program `peatee`. They are one program, so that it is linked only once.

mod adjudicate;
mod annotate;
mod attack;
mod bulk;
mod bulk_probe;
mod chances;
mod chess;
mod chess_depths;
mod chess_games;
mod chess_language;
mod chess_problems;
mod chess_records;
mod chess_service;
mod cli;
mod cold_probes;
mod common;
mod compositions;
#[path = "../../generator/tests/common/console.rs"]
mod console;
mod dxp;
mod faults;
mod fetch;
mod hub;
mod internet;
mod judged;
mod limits;
mod move_values;
mod picture;
#[path = "common/program.rs"]
mod program;
#[path = "../../generator/tests/common/random_positions.rs"]
mod random_positions;
mod readme;
mod serve;
mod snapshots;
mod soak;
mod solve_problem;
mod uci;
#[path = "../../probe/tests/common/web_server.rs"]
mod web_server;
