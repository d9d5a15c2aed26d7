#!/usr/bin/env python3
"""Counts lines of play of 50 endings of three and four men with python-chess, to compare with peatee-chess.

    pip install chess==1.11.2 && probe/chess/tests/data/perft_endings.py >probe/chess/tests/data/perft-endings.tsv
"""

import random

import chess

# Pieces besides the kings, how many positions, and whether a pawn has just moved two squares beside another.
GROUPS = [("P", 5, False), ("p", 5, False), ("Pp", 15, True), ("Pp", 5, False), ("PP", 4, False), ("pp", 4, False)]
GROUPS += [("P" + piece, 2, False) for piece in "qrbn"] + [("p" + piece, 1, False) for piece in "QRBN"]


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    lines = 0
    for move in board.legal_moves:
        board.push(move)
        lines += perft(board, depth - 1)
        board.pop()
    return lines


def ending(numbers, pieces, passed):
    """A random legal position in which a pawn is near promotion or may be captured en passant."""
    while True:
        board = chess.Board(None)
        board.turn = numbers.choice(chess.COLORS)
        men = ["K", "k", *pieces]
        squares = numbers.sample(range(64), len(men))
        for man, square in zip(men, squares):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if passed:
            mover = board.turn
            board.turn = not mover
            pushes = [move for move in board.legal_moves if abs(move.from_square - move.to_square) == 16]
            pushes = [move for move in pushes if board.piece_type_at(move.from_square) == chess.PAWN]
            if not board.is_valid() or not pushes:
                continue
            board.push(numbers.choice(pushes))
            board.halfmove_clock, board.fullmove_number = 0, 1
            if not board.has_legal_en_passant():
                continue
        elif not any(chess.square_rank(s) in (1, 6) for s in chess.SquareSet(board.pawns)):
            continue
        if board.is_valid():
            return board


def main():
    numbers = random.Random(20)
    print("# FEN, depth in plies, lines of play; made by probe/chess/tests/data/perft_endings.py")
    for pieces, count, passed in GROUPS:
        for _ in range(count):
            board = ending(numbers, pieces, passed)
            print(board.fen(), 5, perft(board, 5), sep="\t")


if __name__ == "__main__":
    main()
