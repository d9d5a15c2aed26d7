"""`peatee dxp` against pydraughts."""

import os
import subprocess
import sys
import unittest

from environment import DAVID, PEATEE, TABLES

SESSION = os.path.join(os.path.dirname(__file__), "dxp_session.py")
SESSION_SECONDS_MAX = 120


class Dxp(unittest.TestCase):
    def setUp(self):
        command = [PEATEE, "dxp", "--listen", "127.0.0.1:0", "--tables", TABLES]
        self.listener = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.listener.stdout.close)
        self.addCleanup(self.listener.wait)
        self.addCleanup(self.listener.kill)
        self.port = self.listener.stdout.readline().strip().rsplit(":", 1)[1]

    def play(self, fen, seed):
        """Plays a game and returns what pydraughts says of it: our name, plies, whether we won."""
        command = [sys.executable, SESSION, self.port, fen, str(seed)]
        output = subprocess.run(command, capture_output=True, text=True, timeout=SESSION_SECONDS_MAX, check=True)
        name, plies, has_won = output.stdout.split()
        return name, int(plies), has_won == "True"

    def test_each_of_five_sessions_hears_the_first_move_and_loses(self):
        for seed in range(5):
            name, plies, has_won = self.play(DAVID, seed)
            self.assertEqual((name, has_won), ("Peatee", True))
            line = self.listener.stdout.readline().strip()
            self.assertEqual(line, f"game 1 against DXP Client: White, {plies} plies, win")


if __name__ == "__main__":
    unittest.main()
