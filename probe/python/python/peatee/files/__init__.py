"""Files of positions in, the same files with their values out: Parquet, CSV, TSV and JSON lines."""

from .run import Settings, probe_directory, probe_file

__all__ = ["Settings", "probe_directory", "probe_file"]
