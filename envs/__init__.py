"""Environments of contract bridge. Importing this package registers them.

``pettingzoo.make("aec", "bridge/bridge-v0")`` gives four agents, ``gymnasium.make("Bridge-v0")`` one learner, and
``gymnasium.make_vec("Bridge-v0", num_envs=N)`` one learner at each of many boards.
"""

import gymnasium
import pettingzoo

_AEC_ID = "bridge/bridge-v0"
_SINGLE_SEAT_ID = "Bridge-v0"

# A reload of this module must not register twice: both registries warn about that.
if _AEC_ID not in pettingzoo.aec_registry:
    pettingzoo.register("aec", _AEC_ID, entry_point="envs.bridge_v0:env")
if _SINGLE_SEAT_ID not in gymnasium.registry:
    gymnasium.register(
        _SINGLE_SEAT_ID,
        entry_point="envs.single_seat:SingleSeatEnv",
        vector_entry_point="envs.vector:VectorBridgeEnv",
    )
