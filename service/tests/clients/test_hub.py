"""`peatee hub` driven by pydraughts."""

import unittest

import draughts
import draughts.engine

from environment import DAVID, DAVID_PLIES, PEATEE, TABLES

LIMIT = draughts.engine.Limit(time=60, inc=1)


class Hub(unittest.TestCase):
    def start(self, **options):
        engine = draughts.engine.HubEngine([PEATEE, "hub", "--tables", TABLES])
        self.addCleanup(engine.kill_process)
        self.addCleanup(engine.quit)
        engine.configure(options)
        engine.init()
        engine.ping()
        return engine

    def test_parameters_are_read(self):
        engine = self.start()
        self.assertEqual(engine.id["name"], "Peatee")
        self.assertLessEqual({"variant", "tables", "rules", "beyond"}, engine.options)
        self.assertLessEqual({"normal", "frisian", "losing"}, engine.variants)

    def test_an_ending_is_played_to_its_end(self):
        engine = self.start()
        board = draughts.Board(fen=DAVID)
        plies = 0
        while not board.is_over():
            result = engine.play(board, LIMIT, ponder=False)
            left = DAVID_PLIES - plies
            self.assertEqual((result.info["depth"], result.info["value"]), (left, ["win", "loss"][plies % 2]))
            board.push(result.move)
            plies += 1
        self.assertEqual((plies, board.winner()), (DAVID_PLIES, draughts.WHITE))

    def test_beyond_the_tables_a_legal_move_is_played(self):
        engine = self.start()
        board = draughts.Board()
        for _ in range(20):
            result = engine.play(board, LIMIT, ponder=False)
            self.assertIn(result.move.hub_move, [move.hub_move for move in board.legal_moves()])
            board.push(result.move)

    def test_a_reply_is_searched_while_the_other_side_thinks(self):
        engine = self.start(rules="none", **{"pv-plies": "8"})
        board = draughts.Board(fen=DAVID)
        result = engine.play(board, draughts.engine.Limit(movetime=1), ponder=False)
        board.push(result.move)
        board.push(result.ponder)
        self.assertIn(engine.play(board, LIMIT, ponder=True).move.hub_move, [mv.hub_move for mv in board.legal_moves()])
        engine.ping()


if __name__ == "__main__":
    unittest.main()
