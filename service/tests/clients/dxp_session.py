"""One game of pydraughts against a listener: prints how it ended.

pydraughts waits without a limit, so a session is a process that its test ends after a while.
"""

import os
import random
import sys

import draughts
import draughts.engine


def main(port, fen, seed):
    engine = draughts.engine.DXPEngine(options={"engine-opened": True, "port": port, "max-moves": 60}, initial_time=600)
    replies = random.Random(seed)
    board = draughts.Board(fen=fen)
    engines = board.turn
    plies = 0
    while not board.is_over():
        move = engine.play(board).move if board.turn == engines else replies.choice(board.legal_moves())
        board.push(move)
        plies += 1
    engine.sender.gameend()
    print(engine.id["name"], plies, board.winner() == engines, flush=True)
    # Its threads wait for ever.
    os._exit(0)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
