"""Who plays what: the roles of a rite, for as many people as there are."""
