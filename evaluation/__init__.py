"""Matches: where players meet over the same boards, and what the results are worth."""

from evaluation.duplicate import BoardResult, MatchResult, play_match
from evaluation.statistics import Estimate, estimate
from evaluation.table import TableResult, play_board
from evaluation.teams import Team

__all__ = ["BoardResult", "Estimate", "MatchResult", "TableResult", "Team", "estimate", "play_board", "play_match"]
