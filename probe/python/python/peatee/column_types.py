"""The Arrow types of the columns of `Answers`."""

import pyarrow as pa

COLUMN_TYPES = {
    "wdl": pa.int8(),
    "dtw_plies": pa.int32(),
    "dtc_plies": pa.int32(),
    "dtz_plies": pa.int32(),
    "outcome": pa.string(),
    "rules_wdl": pa.int8(),
    "rules_needed_plies": pa.int32(),
    "error": pa.string(),
}
