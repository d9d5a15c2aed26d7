"""Tables for the tests: `--tables DIR` with folders `english` and `international`, to three pieces or more, and
`chess` to three men."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import peatee


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tables", type=Path, help="a directory with tables of english, international and chess, to 3 pieces")
    parser.addoption("--generator", type=Path, help="the program peatee-gen")


@pytest.fixture(scope="session")
def tables_directory(pytestconfig: pytest.Config) -> Path:
    directory: Path | None = pytestconfig.getoption("--tables")
    if directory is None or not (directory / "international").is_dir():
        pytest.fail("give --tables DIR; scripts/check python makes such tables")
    return directory.resolve()


@pytest.fixture(scope="session")
def generator(pytestconfig: pytest.Config) -> Path:
    program: Path | None = pytestconfig.getoption("--generator")
    if program is None:
        pytest.fail("give --generator PEATEE_GEN; scripts/check python does")
    return program.resolve()


@pytest.fixture
def beside_tables(tables_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory in which the examples find `tables`."""
    (tmp_path / "tables").symlink_to(tables_directory)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def english(tables_directory: Path) -> Iterator[peatee.Tables]:
    with peatee.open_tables(tables_directory / "english") as tables:
        yield tables


@pytest.fixture
def chess_tables(tables_directory: Path) -> Iterator[peatee.ChessTables]:
    with peatee.open_chess_tables(tables_directory / "chess") as tables:
        yield tables


@pytest.fixture
def international(tables_directory: Path) -> Iterator[peatee.Tables]:
    with peatee.open_tables(tables_directory / "international") as tables:
        yield tables
