//! The integration tests of the generator, linked into one program.

mod block_sizes;
mod breakthrough;
mod captures;
mod chances;
mod check_files;
mod chess;
mod commands;
mod common;
#[path = "common/console.rs"]
mod console;
mod conversions;
mod damage;
mod demo;
mod errors;
mod exact;
mod export;
mod format;
mod giveaway;
mod jobs;
mod killer;
mod king_runs;
mod king_runs_sampled;
#[path = "../../probe/rules/tests/common/mailbox.rs"]
mod mailbox;
mod mine;
mod oracles;
mod plots;
mod probe_many;
mod product;
mod product_oracle;
mod publish;
mod readme;
mod recode;
mod report;
mod requirement_tables;
mod rule_bounds;
mod rule_lines;
mod rule_plies;
mod rule_values;
mod rule_values_plain;
mod rule_values_searched;
mod rule_values_six;
mod self_supporting_values;
mod sets;
mod snapshots;
mod unit;
