"""A runner whose builds are played by the test, with the toolchain and the store of the worker's tests."""

from tests.worker.conftest import open_dir, store, toolchain

__all__ = ["open_dir", "store", "toolchain"]
