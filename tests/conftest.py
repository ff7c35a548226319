"""What all tests share."""

from hypothesis import settings

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
