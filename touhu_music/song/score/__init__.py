"""Songs as scores: staff with words and signs, drums below, and the pages of the old books."""
