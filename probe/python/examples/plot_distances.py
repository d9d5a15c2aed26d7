"""Draws how many positions of a slice are won and lost in how many plies.

usage: plot_distances.py TABLES SLICE PICTURE

    python plot_distances.py tables/english KKvK distances.svg

The cells can be run one by one in a notebook.
"""

# %% What is drawn
import sys

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

import peatee

tables_directory, slice_name, picture = sys.argv[1:]

# %% The counts, part by part, so that a slice larger than memory can be drawn too
won, lost = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)


def add(counts: np.ndarray, plies: np.ndarray) -> np.ndarray:
    more = np.bincount(plies, minlength=len(counts))
    more[: len(counts)] += counts
    return more


with peatee.open_tables(tables_directory) as tables:
    slice_ = tables.slice(slice_name)
    for _, wdl, dtw_plies in slice_.chunks():
        won, lost = add(won, dtw_plies[wdl == 1]), add(lost, dtw_plies[wdl == -1])

# %% The picture
figure, axes = plt.subplots(figsize=(8, 4))
axes.bar(np.arange(len(won)), won, label="won by the side to move")
axes.bar(np.arange(len(lost)), lost, label="lost")
axes.set_yscale("log")
axes.set_xlabel("DTW in plies")
axes.set_ylabel("positions")
axes.set_title(f"{slice_name}: {won.sum():,} won, {lost.sum():,} lost of {len(slice_):,}")
axes.legend()
figure.tight_layout()
figure.savefig(picture)
print(f"longest win: {len(won) - 1} plies; longest loss: {len(lost) - 1} plies")
