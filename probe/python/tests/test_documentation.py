"""The examples of the documentation run, and the types that the package declares are those it has."""

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

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
    _run(EXAMPLES[name], name, None)


def test_examples_of_the_readme_run(beside_tables: Path) -> None:
    _run((HERE / "README.md").read_text(), "README.md", 5)


def test_the_program_of_the_projects_readme_runs(
    beside_tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (HERE.parents[1] / "README.md").read_text()
    [program] = re.findall("```python\n(.*?)```", text, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    [shown] = re.findall(r"print\(.*# (.*)", program)
    assert capsys.readouterr().out == f"{shown}\n"
    assert names["answers"].wdl.tolist() == [1, 0] and len(names["wdl"]) == len(names["dtw_plies"]) > 1000


def _run(text: str, name: str, at_least: int | None) -> None:
    test = doctest.DocTestParser().get_doctest(text, {"peatee": peatee}, name, None, 0)
    assert len(test.examples) >= (at_least or 1)
    report: list[str] = []
    failures = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=report.append)
    assert failures.failed == 0, "".join(report)


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
def test_types(command: list[str], tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
