"""The notebook runs without a browser, and its pictures show what the tables hold."""

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import peatee

SVG = "{http://www.w3.org/2000/svg}"
NOTEBOOK = Path(__file__).parents[1] / "examples/slices.ipynb"


def run(path: Path) -> tuple[dict[str, Any], list[Any]]:
    """Runs all cells in one session, as a notebook does. Returns its names and what each cell shows."""
    names: dict[str, Any] = {}
    shown = []
    for number, cell in enumerate(json.loads(path.read_text())["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "the notebook is kept without outputs"
        text = "".join(cell["source"])
        code, last = ast.parse(text, f"cell {number}"), None
        if isinstance(code.body[-1], ast.Expr) and not text.endswith(";"):
            last = ast.Expression(code.body.pop().value)  # type: ignore[attr-defined]
        exec(compile(code, f"cell {number}", "exec"), names)
        shown.append(eval(compile(last, f"cell {number}", "eval"), names) if last else None)
    return names, shown


def test_the_pictures_show_what_the_tables_hold(
    beside_tables: Path, capsys: pytest.CaptureFixture[str], english: peatee.Tables
) -> None:
    matplotlib.use("agg")
    names, shown = run(NOTEBOOK)
    assert names["tables"].variant == "english"

    wdl, plies = english.slice("KKvK").values()
    bars = [title.text for title in ElementTree.fromstring(shown[1]._repr_svg_()).iter(f"{SVG}title")][1:]
    assert bars == [
        f"{distance} plies: {(plies[wdl == sign] == distance).sum():,}, {name}"
        for sign, name in [(1, "wins"), (-1, "losses")]
        for distance in np.unique(plies[wdl == sign])
    ]

    image = names["outcomes"].axes[0].images[0].get_array()
    assert image.count() == len(english.slices())
    for slice_ in english.slices():
        row, column = slice_.name.split("v")
        share = 100 * float((slice_.values()[0] == 1).mean())
        assert image[names["own"].index(row), names["other"].index(column)] == pytest.approx(share)

    positions, file_bytes = names["growth"].axes[0].containers
    assert sum(int(bar.get_height()) for bar in positions) == sum(len(slice_) for slice_ in english.slices())
    assert sum(int(bar.get_height()) for bar in file_bytes) == sum(slice_.bytes for slice_ in english.slices())
    assert len(positions) == english.most_pieces - 1

    hardest = max(int(slice_.values()[1].max()) for slice_ in english.slices())
    assert abs(hardest - names["dtw_plies"].max()) <= 1
    assert len(shown[-1]) == 1000 and "<svg" in shown[-3]._repr_svg_()
    fen, _, value = capsys.readouterr().out.splitlines()[0].partition(" ")
    assert value == str(english.probe(fen)) and english.probe(fen).wdl == peatee.Wdl.WIN

    [bars] = names["dtz"].axes[0].containers
    assert sum(int(bar.get_height()) for bar in bars) == int((names["wdl"] == 1).sum()) > 10_000
    for figure in ["outcomes", "growth", "dtz"]:
        picture = beside_tables / f"{figure}.svg"
        names[figure].savefig(picture)
        assert len(shown[-1]) == 1000 and "<svg" in picture.read_text()


def test_a_kernel_shows_pictures_and_boards(beside_tables: Path) -> None:
    """As Jupyter does: `execute` raises the error of a cell."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(beside_tables)}}).execute()
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    assert {"image/png", "image/svg+xml", "text/html"} <= {kind for data in shown for kind in data}
