"""Positions draw themselves."""

import xml.etree.ElementTree as ElementTree

import pytest

import peatee

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("variant", peatee.variants())
def test_start_positions_are_drawn(variant: str) -> None:
    position = peatee.Position.start(variant)
    picture = ElementTree.fromstring(position._repr_svg_())
    pieces = [group for group in picture.iter(f"{SVG}g") if group.get("class") == "piece"]
    assert len(pieces) == position.piece_count
    assert picture.findtext(f"{SVG}title") == position.fen
