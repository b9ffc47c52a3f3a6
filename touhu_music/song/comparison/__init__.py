"""The prints of a song side by side, and one tune against another."""
