"""Code shared by abilities of several boxes."""
