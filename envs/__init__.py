"""Environments of contract bridge. Importing this package registers them.

``pettingzoo.make("aec", "bridge/bridge-v0")`` gives four agents, ``bridge/three-player-v0`` the three of three-player
auction bridge, ``gymnasium.make("Bridge-v0")`` one learner, and
``gymnasium.make_vec("Bridge-v0", num_envs=N)`` one learner at each of many boards.
"""

import gymnasium
import pettingzoo

_AEC_ENTRY_POINTS = {
    "bridge/bridge-v0": "envs.bridge_v0:env",
    "bridge/three-player-v0": "envs.three_player_v0:env",
}
_SINGLE_SEAT_ID = "Bridge-v0"

# A reload of this module must not register twice: both registries warn about that.
for _aec_id, _entry_point in _AEC_ENTRY_POINTS.items():
    if _aec_id not in pettingzoo.aec_registry:
        pettingzoo.register("aec", _aec_id, entry_point=_entry_point)
if _SINGLE_SEAT_ID not in gymnasium.registry:
    gymnasium.register(
        _SINGLE_SEAT_ID,
        entry_point="envs.single_seat:SingleSeatEnv",
        vector_entry_point="envs.vector:VectorBridgeEnv",
    )
