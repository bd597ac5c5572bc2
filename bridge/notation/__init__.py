"""Records of played boards as text: PBN in and out."""
