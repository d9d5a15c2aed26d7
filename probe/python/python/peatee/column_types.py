"""The Arrow types of the columns of `Answers` in files and for engines, which take no dictionaries."""

import pyarrow as pa

COLUMN_TYPES = {
    "wdl": pa.string(),
    "dtw_plies": pa.int32(),
    "dtc_plies": pa.int32(),
    "dtz_plies": pa.int32(),
    "outcome": pa.string(),
    "rules_wdl": pa.string(),
    "rules_needed_plies": pa.int32(),
    "error": pa.string(),
}
