"""In how many processes the tests run."""

import os

import pytest


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: many tests wait for a clock or a socket most of the time."""
    return (os.cpu_count() or 1) + 1
