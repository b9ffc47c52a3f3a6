"""The rite that the drum accompanies: its steps and cues, throws, counters, horses and scores."""
