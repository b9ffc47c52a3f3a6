"""The songs of the rite: their old notation, what the prints have, and what is made of it."""
