"""Songs out of a running text, with the signs below the verse or after each word."""
