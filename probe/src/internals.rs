//! Items for the generator, the service and the tests of this workspace, such as single table
//! cells, counts of draw rules, and storage. This interface is unstable: any version may change it.
#![doc(hidden)]

#[cfg(feature = "chess")]
pub use crate::chess::check_is;
pub use crate::clock::{end_plies, is_reset, one_count_decides, runs_to_the_end, stays};
pub use crate::draughts::{CellRange, Resolved, SharedPlies};
pub use crate::folder::{address, has_tables_alone};
#[cfg(feature = "machine-memory")]
pub use crate::machine_memory::MachineMemory;
pub use crate::os::{most_threads, parse_threads};
pub use crate::storage::open_storage;
pub use crate::table::Table;
pub use peatee_table::replace_file;
