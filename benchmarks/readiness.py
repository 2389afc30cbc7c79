"""Readiness on the embedded stack: what reading it takes, beside the examination of the pages by the worker."""

import os
import time
from collections.abc import Callable

from benchmarks.projects import growth
from benchmarks.report import report
from benchmarks.stage import stage

_RUNS, _WAIT_SECONDS = 20, 120


def main() -> None:
    """One app of 60 files: asked once, waited for, then read many times."""
    with stage() as here:
        app = here.make_app()
        base = app["draft_revision_id"]
        for operations in growth(60):
            base = here.save(app["id"], base, operations)
        place = f"/admin/apps/{app['id']}/builder"
        here.wait_built(app["id"], base)
        started = time.perf_counter()
        asked = here.client.post(f"{place}/readiness")
        asked.raise_for_status()
        first = (time.perf_counter() - started) * 1000
        _until(lambda: not any(one["pending"] for one in here.client.get(f"{place}/readiness").json()["checks"]))
        whole = (time.perf_counter() - started) * 1000
        reads = list[float]()
        for _ in range(_RUNS):
            begun = time.perf_counter()
            checks = here.client.get(f"{place}/readiness").json()["checks"]
            reads.append((time.perf_counter() - begun) * 1000)
        known = {one["key"]: one["ok"] for one in checks}
    detail = {
        "asked_ms": round(first),
        "until_examined_ms": round(whole),
        "checks": known,
        "load": round(os.getloadavg()[0], 1),
    }
    report("readiness", reads, "ms", baseline=whole, baseline_name="worker: build, browser, axe-core", detail=detail)


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + _WAIT_SECONDS
    while not done():
        if time.monotonic() > end:
            raise SystemExit("it took too long")
        time.sleep(0.2)


if __name__ == "__main__":
    main()
