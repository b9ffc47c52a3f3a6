"""The player: one page that plays, shows and checks the rows without Python and without a network."""
