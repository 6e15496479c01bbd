"""Options and paths of the benchmarks."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from measure import LIMIT


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--limit", type=float, default=LIMIT, help="seconds a slow implementation may take")


@pytest.fixture
def limit(request: pytest.FixtureRequest) -> float:
    seconds: float = request.config.getoption("--limit")
    return seconds
