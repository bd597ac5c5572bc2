"""Players of three-player auction bridge, and the no-trump algorithm that their bidding rests on."""
