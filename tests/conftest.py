"""Settings shared by all tests."""

import os
import signal

from hypothesis import settings

# Two cores share the suite with whatever else runs; Hypothesis' clock would blame the code for that.
settings.register_profile("bridge", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("bridge")

# One thread for each process: small networks gain nothing from more, and other tests start processes.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Started in the background, a process ignores the interrupt, and so would every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
