"""200 people save to one app at the same moment, each a file of their own, until every file is in.

Of the saves on one base exactly one is kept; the others are told the current revision, rebase and try again. The
figure is the time of an accepted save. Rates are raised. `LOAD_SAVES`: fewer.
"""

import os
import time

from benchmarks.load_streams import ENV, RAISED, load, make_app
from benchmarks.memory import peaks
from benchmarks.report import report
from benchmarks.stage import stage
from devkit.stack.crowd import Caller, Savers

SAVES = int(os.environ.get("LOAD_SAVES", "200"))


def main() -> None:
    """One line."""
    with stage(ENV) as here:
        app_id = make_app(here, 0)
        base = here.client.get(f"/admin/apps/{app_id}/builder/state").json()["draft"]["id"]
        savers = Savers(Caller(here.stack.api_url, here.stack.token("bench")), app_id, base)
        began = time.monotonic()
        with peaks(here.stack.info["pid"]) as memory:
            savers.run(SAVES)
        took = time.monotonic() - began
        savers.check(SAVES)
    detail = {
        "saves": SAVES, "kept": len(savers.milliseconds), "winners_per_base": 1,
        "refused_and_rebased": savers.refusals, "busy": savers.busy,
        "seconds_until_all_are_in": round(took, 1), "load_average": load(), "memory": memory, "raised": RAISED,
    }  # fmt: skip
    report("load_saves", savers.milliseconds, "ms", detail=detail)


if __name__ == "__main__":
    main()
