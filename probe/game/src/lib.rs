//! Records of games, read leniently, for draughts (PDN) and chess (PGN).
//!
//! * [`records`] reads the games of a text, with the [`Notation`] of a family of games. The reader
//!   accepts every text; ignored faults are in [`Record::faults`].
//! * [`Score`] is the meaning of a result, in the spellings of all systems.
//! * [`Record::mended`] chooses among several possible moves by the moves that follow.
//! * [`printable`] and [`shortened`] make text from outside safe to show.
#![forbid(unsafe_code)]

mod assembler;
mod lexer;
mod mend;
mod notation;
mod place;
mod printable;
mod record;
mod score;
mod side;
mod signs;
mod tag_line;
mod termination;

pub use assembler::{Records, TextStart, records, records_of_moves};
pub use mend::{Candidates, Meaning, Play};
pub use notation::Notation;
pub use place::Place;
pub use printable::{is_hazard, printable, shortened};
pub use record::{FAULTS_MAX, PLIES_OF_START, RECORD_BYTES_MAX, Record, RecordFault, RecordedMove, Tag, WrittenResult};
pub use score::Score;
pub use side::Side;
pub use tag_line::is_tag_line;
