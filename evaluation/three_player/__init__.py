"""Studies of three-player auction bridge: ``python -m evaluation.three_player --help``."""
