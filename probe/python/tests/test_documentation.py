"""The examples of the documentation run, and the types that the package declares are those it has."""

import doctest
import inspect
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import peatee

HERE = Path(__file__).parents[1]


def _documented() -> dict[str, str]:
    """The texts of the package and all that is public in it. `doctest` finds none in compiled modules."""
    texts = {"peatee": peatee.__doc__ or ""}
    for name in peatee.__all__:
        thing = getattr(peatee, name)
        texts[name] = inspect.getdoc(thing) or ""
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member in vars(thing):
                if not member.startswith("_"):
                    texts[f"{name}.{member}"] = inspect.getdoc(inspect.getattr_static(thing, member)) or ""
    return texts


DOCUMENTED = _documented()
EXAMPLES = {name: text for name, text in DOCUMENTED.items() if ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name: str, beside_tables: Path) -> None:
    _run(EXAMPLES[name], name, {"peatee": peatee})


def test_the_readme_runs_from_its_first_command_to_its_last(
    tmp_path: Path, generator: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a reader would, in an empty directory: commands and examples in their order, in one session."""
    monkeypatch.chdir(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "peatee-gen").symlink_to(generator)
    # No link: a Python finds the packages of its virtual environment by its own path.
    (programs / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (programs / "python").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    blocks = re.findall("```(sh|python)\n(.*?)```", (HERE / "README.md").read_text(), flags=re.DOTALL)
    names: dict[str, Any] = {"peatee": peatee}
    commands = examples = 0
    for number, (language, text) in enumerate(blocks):
        if language == "python":
            examples += _run(text, f"README.md, block {number}", names)
        elif text.startswith(("peatee-gen ", "python -m peatee ")):
            commands += text.count("\n")
            done = subprocess.run(["sh", "-ec", text], capture_output=True, text=True)
            assert done.returncode == 0, text + done.stderr
    assert commands >= 5 and examples >= 25
    found = pq.read_table("y.parquet")
    assert found.num_rows == 1_000_000 and found["error"].null_count == found.num_rows
    assert pq.read_table("kkvk.parquet").num_rows == len(names["kkvk"])
    assert len(names["russian"].slices()) > 10 and len(names["found"]) >= 2


def test_the_program_of_the_projects_readme_runs(
    beside_tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (HERE.parents[1] / "README.md").read_text()
    [program] = re.findall("```python\n(.*?)```", text, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    [shown] = re.findall(r"print\(.*# (.*)", program)
    assert capsys.readouterr().out == f"{shown}\n"
    assert names["answers"].wdl.tolist() == ["win", "draw"] and len(names["wdl"]) == len(names["dtw_plies"]) > 1000


def _run(text: str, name: str, names: dict[str, Any]) -> int:
    """Runs the examples of a text, which add to the names, and says how many they are."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    test.globs = names
    assert test.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    failures = runner.run(test, out=report.append, clear_globs=False)
    assert failures.failed == 0, "".join(report)
    return len(test.examples)


def test_the_types_have_the_documentation() -> None:
    """`stubs.py` writes it."""
    written = runpy.run_path(str(HERE / "stubs.py"))
    text: str = written["STUBS"].read_text()
    assert text == written["documented"](text)
    assert '"""Returns the value of a position for the side to move."""' in text


def test_everything_public_is_documented() -> None:
    assert len(EXAMPLES) > 15
    assert [name for name, text in DOCUMENTED.items() if not text] == []


@pytest.mark.parametrize(
    "command",
    [
        ["mypy", "--config-file", str(HERE / "pyproject.toml"), str(HERE / "tests")],
        ["mypy", "--config-file", str(HERE / "pyproject.toml"), "-p", "peatee"],
        ["mypy.stubtest", "--mypy-config-file", str(HERE / "pyproject.toml"), "peatee"],
    ],
    ids=["tests", "package", "stubs"],
)
def test_types(command: list[str], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    # Types of other packages are read once for the three commands.
    environment = os.environ | {"MYPY_CACHE_DIR": str(tmp_path_factory.getbasetemp() / "mypy")}
    command = [sys.executable, "-m", *command]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
