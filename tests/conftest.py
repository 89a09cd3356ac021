"""How the tests run: in how many processes, and what is tried by chance the same each time."""

import os
import sys
from collections.abc import Iterator

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


@pytest.fixture(scope="session", autouse=True)
def _processes_are_compiled_once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[None]:
    """Where Python is to leave no bytecode beside the code, the processes that tests start share some elsewhere.

    There are hundreds of them, and each took a third of its start to compile what the others had compiled.
    """
    if not sys.dont_write_bytecode:
        yield
        return
    own = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("PYTHONPYCACHEPREFIX", str((own if worker_id == "master" else own.parent) / "bytecode"))
        yield
