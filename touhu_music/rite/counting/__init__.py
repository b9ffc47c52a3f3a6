"""The count of a round: counters, heaps, and the horses of three rounds."""
