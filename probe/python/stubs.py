"""Writes the first paragraphs of the documentation, which is in the Rust code, into the types of the package.

usage: stubs.py

Editors show them. The package has to be installed as it is built from these sources.
"""

import ast
import inspect
import textwrap
from pathlib import Path

import peatee._peatee

STUBS = Path(__file__).parent / "python/peatee/_peatee.pyi"
COLUMNS = 100

Documented = ast.FunctionDef | ast.ClassDef


def documented(text: str) -> str:
    """The text of the types with the documentation of all that is public in the package."""
    lines = text.splitlines()
    for node, thing in reversed(list(_documented(ast.parse(text)))):
        paragraph = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
        if paragraph:
            _write(lines, node, paragraph)
    return "\n".join(lines) + "\n"


def _documented(module: ast.Module) -> list[tuple[Documented, object]]:
    found: list[tuple[Documented, object]] = []
    for node in module.body:
        if not isinstance(node, Documented) or node.name.startswith("_"):
            continue
        thing = getattr(peatee._peatee, node.name)
        found.append((node, thing))
        members = node.body if isinstance(node, ast.ClassDef) else []
        functions = [member for member in members if isinstance(member, ast.FunctionDef)]
        public = [member for member in functions if not member.name.startswith("_")]
        found += [(member, inspect.getattr_static(thing, member.name)) for member in public]
    return found


def _write(lines: list[str], node: Documented, paragraph: str) -> None:
    first = node.body[0]
    indent = " " * (node.col_offset + 4)
    doc = textwrap.wrap(f'"""{paragraph}"""', COLUMNS, initial_indent=indent, subsequent_indent=indent)
    if ast.get_docstring(node) is not None:
        lines[first.lineno - 1 : first.end_lineno] = doc
    elif isinstance(node, ast.ClassDef):
        decorators = first.decorator_list if isinstance(first, ast.FunctionDef) else []
        start = min(part.lineno for part in [first, *decorators]) - 1
        lines[start:start] = doc
    else:
        lines[first.lineno - 1 : first.end_lineno] = [lines[first.lineno - 1][: first.col_offset].rstrip(), *doc]


if __name__ == "__main__":
    STUBS.write_text(documented(STUBS.read_text()))
