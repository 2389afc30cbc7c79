"""Starts the processes of functions before they are first called, so that the first build is as fast as the second."""

import logging
import threading
from collections.abc import Iterable

log = logging.getLogger("local.emulator.warm")

PATH = "/_chatbuilder/warm"


def warm_in_background(names: Iterable[str]) -> None:
    """Spawn one process for each named function, one after another, in a thread of its own."""
    threading.Thread(target=_warm, args=(list(names),), name="warm", daemon=True).start()


def _warm(names: list[str]) -> None:
    for name in names:
        try:
            warm(name)
        except Exception as error:  # a function that cannot start says so when it is called
            log.warning("%s was not warmed: %s", name, error)


def warm(name: str) -> bool:
    """Spawn a process for a function; False when there is no such function."""
    from ministack.core.lambda_runtime import acquire_worker, ensure_spawned, release_worker
    from ministack.services.lambda_svc import _functions

    found = next((f for (_, _, key), f in list(_functions.all_items()) if key == name), None)
    if found is None or not found.get("code_zip"):
        return False
    config = found["config"]
    worker, _ = acquire_worker(name, config, found["code_zip"], qualifier=config.get("Version", "$LATEST"))
    try:
        ensure_spawned(worker)
    finally:
        release_worker(worker)
    return True
