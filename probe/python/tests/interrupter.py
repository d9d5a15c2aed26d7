"""A thread that interrupts the program."""

import os
import signal
import threading
import time


class Interrupter(threading.Thread):
    """Counts 20 ticks of 20 ms, and then interrupts the program as Ctrl-C does."""

    ticks = 0

    def run(self) -> None:
        for self.ticks in range(1, 21):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)
