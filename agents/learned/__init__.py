"""The learned agent: an LSTM over the seat's own turns, its memory, and its checkpoints."""

from agents.learned.agent import LearnedAgent, load_agent
from agents.learned.checkpoint import CheckpointError, load_network, save_network
from agents.learned.network import Memory, NetworkSettings, PolicyNetwork

__all__ = [
    "CheckpointError",
    "LearnedAgent",
    "Memory",
    "NetworkSettings",
    "PolicyNetwork",
    "load_agent",
    "load_network",
    "save_network",
]
