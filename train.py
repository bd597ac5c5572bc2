"""Train an agent for auction, play or both, then score it in duplicate matches. See ``python train.py --help``."""

from pathlib import Path

from settings import run
from training.run import train_and_match
from training.settings import TrainSettings

EXAMPLES = """
python train.py                                        # a few minutes; prints the matches that follow
python train.py opponent=self train.total_timesteps=5_000_000
python train.py network=mlp train=reinforce seed=7 output=runs/mlp
python train.py opponent=checkpoint opponent.names=[runs/first/agent.safetensors]
python train.py phase=play opponent=heuristic          # a card player, from contracts that SAYC-lite bids
python train.py phase=full opponent=sayc               # one agent for auction and play
python train.py train=imitation output=runs/clone
python train.py init=runs/clone/agent.safetensors opponent=league
python train.py game=three_player points=revised reward.scale=50
torchrun --standalone --nproc-per-node=2 train.py output=runs/two
python train.py resume=runs/first                     # go on after an interruption
python train.py --multirun seed=1,2,3                 # compare: python -m training.compare runs/sweep-...
"""

if __name__ == "__main__":
    run(train_and_match, TrainSettings, Path(__file__).parent / "configs" / "train.yaml", EXAMPLES)
