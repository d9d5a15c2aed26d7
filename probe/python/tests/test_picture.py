"""Positions draw themselves."""

import xml.etree.ElementTree as ElementTree

import pytest

import peatee

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("variant", peatee.variants())
def test_start_positions_are_drawn(variant: str) -> None:
    position = peatee.Position.start(variant)
    picture = ElementTree.fromstring(position._repr_svg_())
    discs = [circle for circle in picture.iter(f"{SVG}circle") if circle.get("r") == "16"]
    assert len(discs) == position.piece_count
    assert picture.findtext(f"{SVG}title") == position.fen
