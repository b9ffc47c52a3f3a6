"""Pages to print that no engraver makes: the page of the old books, the boxes of the grid."""
