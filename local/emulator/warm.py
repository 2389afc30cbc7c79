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


def warm(called: str) -> bool:
    """Spawn a process for a function, or for the version behind its alias (`name:alias`); False when there is none."""
    from ministack.core.lambda_runtime import acquire_worker, ensure_spawned, release_worker
    from ministack.services.lambda_svc import _effective_func_record_for_qualifier, _functions

    name, _, qualifier = called.partition(":")
    function = next((f for (_, _, key), f in list(_functions.all_items()) if key == name), None)
    found, config = _effective_func_record_for_qualifier(function, qualifier or None)
    if found is None or config is None or not found.get("code_zip"):
        return False
    worker, _ = acquire_worker(name, config, found["code_zip"], qualifier=config.get("Version", "$LATEST"))
    try:
        ensure_spawned(worker)
    finally:
        release_worker(worker)
    return True
