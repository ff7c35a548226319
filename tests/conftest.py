"""What all tests share."""

import pytest
from hypothesis import settings

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with whole evenings: at the end of a run each would be waited for alone."""
    items.sort(key=lambda item: item.get_closest_marker("evening") is None)
