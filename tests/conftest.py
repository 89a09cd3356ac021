"""How the tests run: in how many processes, and what is tried by chance the same each time."""

import os

import pytest
from hypothesis import HealthCheck, settings

# Machines are shared: nothing fails for taking its time.
settings.register_profile(
    "tables", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("tables")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: many tests wait for a clock or a socket most of the time."""
    return (os.cpu_count() or 1) + 1
