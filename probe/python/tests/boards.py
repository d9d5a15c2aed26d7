"""Positions as rows of bits, written as texts without the library."""


def fen_of(row: list[int]) -> str:
    """The FEN of a row of bitboards, of the international board."""
    sides = []
    for men, kings in (row[0:2], row[2:4]):
        squares = [str(bit + 1) for bit in range(50) if men >> bit & 1]
        squares += [f"K{bit + 1}" for bit in range(50) if kings >> bit & 1]
        sides.append(",".join(squares))
    return f"{'WB'[row[4]]}:W{sides[0]}:B{sides[1]}"
