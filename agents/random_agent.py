"""The random legal agent, by the name under which players are kept here. It lives with the environments."""

from envs.random_agent import RandomAgent

__all__ = ["RandomAgent"]
