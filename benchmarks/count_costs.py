"""`python -m benchmarks.count_costs`: counts a turn, a build, a sweep and a visit on the embedded stack.

Writes `prices/counted.json` for docs/cost.md. It is checked in, so that `make cost` needs no stack; run this again when
what a turn or a build does has changed.
"""

import gzip
import json
import re
import time
from datetime import UTC, datetime
from typing import Any

import httpx

from benchmarks.price_table import FOLDER
from benchmarks.stage import Stage, stage
from benchmarks.turn_cost import amounts_of, divert, gigabytes, histories, one_turn, states
from benchmarks.wire_meter import Count, WireMeter
from local.config import STACK_NAME

_LINKED = re.compile(r'(?:src|href)="(/[^"]+)"')


def main() -> None:
    """Count, and write it down."""
    with stage() as here, WireMeter(str(here.stack.info["aws_endpoint"])) as meter:
        divert(here, meter.url)
        app = here.make_app()
        document = {
            "as_of": datetime.now(UTC).date().isoformat(),
            "how": "python -m benchmarks.count_costs",
            "build": a_build(here, meter, app),
            "turn": a_turn(here, meter, app["id"]),
            "sweep": a_sweep(here, meter),
            "visit": a_visit(here, app["id"]),
        }
    (FOLDER / "counted.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
    print(json.dumps(document, indent=1, sort_keys=True))


def a_turn(here: Stage, meter: WireMeter, app_id: str) -> dict[str, float]:
    """Six answers of the model, a build of the candidate, a commit."""
    counted, machines = one_turn(here, meter, app_id)
    return rounded(amounts_of(counted, machines, gigabytes(here, "agent_step")))


def a_build(here: Stage, meter: WireMeter, app: dict[str, Any]) -> dict[str, float]:
    """A saved revision's: the pipeline's functions and the worker's own transfers; the machine's minute is not here."""
    began = datetime.now(UTC)
    meter.count = Count()
    operation = {"op": "upsert_file", "path": "public/note.txt", "content": "A note.\n"}
    here.wait_built(app["id"], here.save(app["id"], app["draft_revision_id"], [operation]))
    time.sleep(1)
    entered, milliseconds, functions = states(pipelines(here, began))
    return rounded(
        requests(meter.count)
        | {
            "step_functions_transition": sum(entered.values()) + 1,
            "lambda_request": functions + 1,
            "lambda_gb_second_arm": milliseconds / 1000 * gigabytes(here, "build_finalise"),
        }
    )


def pipelines(here: Stage, began: datetime) -> list[dict[str, Any]]:
    """Histories of the builds that were started since."""
    found = [one for one in histories(here) if one["started"] >= began]
    assert len(found) == 1, f"{len(found)} builds"
    return found


def a_sweep(here: Stage, meter: WireMeter) -> dict[str, float]:
    """The second sweep of an idle stack: the first one imports."""
    client, took = here.stack.boto("lambda"), 0.0
    for _ in range(2):
        meter.count = Count()
        started = time.perf_counter()
        client.invoke(FunctionName=f"{STACK_NAME}-sweeper", Payload=b"{}")
        took = time.perf_counter() - started
    used = {"lambda_request": 1, "lambda_gb_second_arm": took * gigabytes(here, "sweeper")}
    return rounded(requests(meter.count) | used)


def a_visit(here: Stage, app_id: str) -> dict[str, float]:
    """The first visit to a published page: its document and every file that names, compressed as CloudFront does."""
    here.client.post(f"/admin/apps/{app_id}/publish").raise_for_status()
    slug = here.client.get(f"/admin/apps/{app_id}").json()["slug"]
    headers = {"Host": f"{slug}.apps.localhost:{here.stack.site_port}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{here.stack.site_port}", headers=headers) as visitor:
        page = visitor.get("/").raise_for_status()
        files = [page, *(visitor.get(path).raise_for_status() for path in sorted(set(_LINKED.findall(page.text))))]
    assert len(files) > 1, page.text
    return {"files": len(files), "bytes": sum(len(gzip.compress(one.content, 6)) for one in files)}


def requests(counted: Count) -> dict[str, float]:
    """What went over the wire."""
    return {name: amount for name, amount in counted.units.items() if amount}


def rounded(amounts: dict[str, float]) -> dict[str, float]:
    """Three figures behind the point are enough."""
    return {name: round(amount, 3) for name, amount in sorted(amounts.items())}


if __name__ == "__main__":
    main()
