"""A card player that follows the rules of thumb every club player knows, and can say which one it followed."""

from agents.heuristic.player import Choice, HeuristicCardPlayer, choose

__all__ = ["Choice", "HeuristicCardPlayer", "choose"]
