"""The virtual Pi is installed from what somebody gets who clones the project, and its tray runs the built firmware."""

from tests.deploy.conftest import copied as copied
from tests.firmware.conftest import built as built
