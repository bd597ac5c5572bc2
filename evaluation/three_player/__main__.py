"""The command ``python -m evaluation.three_player``."""

import sys

from evaluation.three_player.command import main

sys.exit(main())
