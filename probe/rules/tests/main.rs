//! All integration tests of the rules in one program, which links once.

mod breakthrough;
mod common;
mod draw_articles;
mod draw_limits;
mod draw_random;
mod draw_random_russian;
mod draw_random_today;
mod draw_russian;
mod draw_stated;
mod draw_today;
mod foreign;
mod killer;
#[path = "common/mailbox.rs"]
mod mailbox;
mod notation;
mod pdn_damage;
mod pdn_numbering;
mod pdn_read;
mod pdn_round_trip;
mod perft;
mod readme;
mod set_captures;
mod variants;
mod worked_examples;
