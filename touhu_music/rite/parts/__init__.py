"""Each person's own sheet of the rite."""
