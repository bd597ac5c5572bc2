"""The game at the terminal: what ``play.py`` shows."""
