"""A stack with the offline model, for the length of a block; nothing is kept of it."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devkit.stack.stack import bring_assemblies, share_toolchain
from local.stack import LocalStack
from toolchain.http import Api

_ENVIRONMENT = {"CHATBUILDER_FORBID_PAID_MODELS": "1", "CHATBUILDER_ENFORCE_ROLES": "1"}


@contextmanager
def throwaway_api() -> Iterator[Api]:
    """Its API, as a member of its tenant asks it."""
    with tempfile.TemporaryDirectory(prefix="smoke-") as folder:
        data = Path(folder, "data")
        share_toolchain(data)
        bring_assemblies(data)
        with LocalStack(data, env=_ENVIRONMENT) as stack:
            yield stack.api()
