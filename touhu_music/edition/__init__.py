"""The witnesses side by side: what each has against the others, and what a copied text has against them."""
