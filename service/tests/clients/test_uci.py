"""`peatee uci` driven by python-chess."""

import random
import unittest

import chess
import chess.engine

from environment import PEATEE, TABLES

QUEEN_AGAINST_ROOK = "8/8/8/8/2k5/2r5/8/K6Q w - - 0 1"
LIMIT = chess.engine.Limit(time=1)


class Uci(unittest.TestCase):
    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci([PEATEE, "uci", "--tables", TABLES], timeout=120)
        self.addCleanup(self.engine.quit)

    def test_options_are_read(self):
        options = self.engine.options
        self.assertEqual(self.engine.id["name"].split()[0], "Peatee")
        self.assertEqual((options["MultiPV"].default, options["UCI_ShowWDL"].default), (1, False))
        self.assertEqual((options["Beyond"].default, options["Beyond"].var), ("move", ["error", "move"]))

    def test_a_win_is_played_to_mate(self):
        board = chess.Board("8/8/8/8/8/2k5/8/K6R w - - 0 1")
        replies = random.Random(44)
        while not board.is_game_over(claim_draw=True):
            if board.turn == chess.WHITE:
                result = self.engine.play(board, LIMIT, info=chess.engine.INFO_SCORE)
                self.assertGreater(result.info["score"].white(), chess.engine.Cp(10_000))
                board.push(result.move)
            else:
                board.push(replies.choice(list(board.legal_moves)))
        self.assertTrue(board.is_checkmate())

    def test_several_moves_come_with_scores_and_chances(self):
        self.engine.configure({"UCI_ShowWDL": True})
        board = chess.Board(QUEEN_AGAINST_ROOK)
        infos = self.engine.analyse(board, LIMIT, multipv=4)
        self.assertEqual([info["multipv"] for info in infos], [1, 2, 3, 4])
        self.assertEqual(len({info["pv"][0] for info in infos}), 4)
        for info in infos:
            self.assertTrue(all(mv in chess.Board(board.fen()).legal_moves for mv in info["pv"][:1]))
            chances = info["wdl"].relative
            self.assertEqual(chances.total(), 1000)
            score = info["score"].relative.score(mate_score=30_000)
            self.assertEqual(chances.expectation(), 1 if score > 10 else 0.5 if abs(score) <= 10 else 0)
        # More than there are: each move once.
        infos = self.engine.analyse(board, LIMIT, multipv=256)
        self.assertEqual({info["pv"][0] for info in infos}, set(board.legal_moves))
        scores = [info["score"].relative for info in infos]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertNotIn("multipv", self.engine.analyse(board, LIMIT))

    def test_a_search_without_a_limit_ends_when_it_is_stopped(self):
        board = chess.Board(QUEEN_AGAINST_ROOK)
        with self.engine.analysis(board) as analysis:
            for info in analysis:
                if "pv" in info:
                    break
            analysis.stop()
            self.assertIn(analysis.wait().move, board.legal_moves)

    def test_beyond_the_tables_a_legal_move_is_played(self):
        board = chess.Board()
        for _ in range(12):
            move = self.engine.play(board, LIMIT).move
            self.assertIn(move, board.legal_moves)
            board.push(move)
        # No piece is given away: the knight is attacked by a pawn.
        board = chess.Board("rnbqkbnr/ppp1pppp/8/8/3p4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1")
        self.assertEqual(board.piece_at(self.engine.play(board, LIMIT).move.from_square).symbol(), "N")
        self.engine.configure({"Beyond": "error"})
        self.assertIsNone(self.engine.play(board, LIMIT).move)

    def test_limits_and_moves_to_choose_from_are_kept(self):
        board = chess.Board(QUEEN_AGAINST_ROOK)
        for limit in [
            chess.engine.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1, remaining_moves=40),
            chess.engine.Limit(depth=3, nodes=100, mate=5),
        ]:
            self.assertIn(self.engine.play(board, limit).move, board.legal_moves)
        among = list(board.legal_moves)[-2:]
        self.assertIn(self.engine.play(board, LIMIT, root_moves=among).move, among)


if __name__ == "__main__":
    unittest.main()
