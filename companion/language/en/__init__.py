"""English, the source of all sentences: one table of words for each part of the companion."""
