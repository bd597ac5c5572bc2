"""Training: rollouts in the auction, losses, PPO and REINFORCE, and the loop around them."""
