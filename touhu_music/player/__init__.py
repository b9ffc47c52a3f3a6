"""The player: one page that plays, shows and checks the rows and leads through the rite, offline."""
