"""The rite while it is done: where it is, what the drum does, what is seen and what is kept."""
