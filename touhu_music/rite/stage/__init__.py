"""Where everybody stands, seen from above."""
