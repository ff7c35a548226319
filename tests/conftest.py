"""What all tests share."""

import pytest
from hypothesis import settings

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Here a test goes on from where the one before it left off.
STORIES = ("test_run_sh.py", "test_update.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the stories: a worker that has nothing left to do takes over others' last tests, never the first."""
    items.sort(key=lambda item: item.path.name not in STORIES)
