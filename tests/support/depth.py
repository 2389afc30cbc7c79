"""How deep the suite looks: in `make test` far enough, in `make test-deep` (TEST_DEPTH=deep) into every corner."""

import os

import pytest

DEEP = os.environ.get("TEST_DEPTH") == "deep"
deep = pytest.mark.deep
sampled = pytest.mark.sampled


def depth(usual: int, full: int) -> int:
    """How many of something a `sampled` test tries."""
    return full if DEEP else usual
