"""A card player that follows the rules of thumb every club player knows, and can say which one it followed."""

from agents.heuristic.player import HeuristicCardPlayer, choose
from agents.heuristic.situation import Choice, Situation

__all__ = ["Choice", "HeuristicCardPlayer", "Situation", "choose"]
