"""What another tenant notices of ten of the worst known requests of one tenant: `state`, quiet and beside them."""

import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import httpx

from benchmarks.report import quantile, report
from benchmarks.stage import Stage, stage
from devkit.git import packs
from devkit.git.host import NAME, URL, git_host
from devkit.git.hostile import sends
from devkit.scripted_model.replies import finish

_QUIET_SECONDS, _BUSY_SECONDS, _PAUSE, _DOCUMENTS, _PEOPLE = 10.0, 60.0, 0.1, 6, 5
_ALLOWANCES = "chat=10,tools=60,person=60,tenant=300,at_once=1"
"""Those of a deployment, but for the last, which is that of a laptop: its own are meant for one person."""
_TEXT_BYTES, _ROWS_BYTES = 1_600_000, 5 * 1024**2 - 1
_TYPES = "".join(f"type A{n}=A{n + 1}&A{n + 1};\n" for n in range(26))
_VUE = (
    f'<script setup lang="ts">\n{_TYPES}type A26={{a:string}};defineProps<A0>()\n</script>\n<template><p/></template>'
)
_SVELTE = "{#if a}" * 2_000 + "{/if}" * 2_000
_CSS = '@import "tailwindcss";\n' + "a,b{" * 20 + "c:d" + "}" * 20
_NAMES = "export const a = `" + "not-" * 5_000 + "hover:p-4`;"
_CLASSES = "export const classes = `" + " ".join(f"p-[{number}px]" for number in range(20_000)) + "`;"
_CHECKED = (
    "type B<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : B<N, [...T, 1]>;\n"
    + "".join(f"export type C{number} = [B<{990 - number}>, B<{989 - number}>];\n" for number in range(400))
)
_TWENTY = " ".join(["the", "cart", "shows", "its", "price", *(f"word{number}" for number in range(15))])

Request = Callable[[httpx.Client], httpx.Response]


def main() -> None:
    """Two tenants on one stack: the second asks for its state, before, while and after the first sends all it may."""
    with _host() as forge, stage({"RATE_LIMITS": _ALLOWANCES, "CHATBUILDER_FORGE": forge}) as here, _another() as other:
        requests = _worst(here)
        headers = {"Authorization": f"Bearer {here.stack.token('neighbour')}"}
        with httpx.Client(base_url=here.stack.api_url, headers=headers, timeout=120) as client:
            mine = client.post("/admin/apps", json={"name": "Neighbour", "template": "react"}).json()
        ask = partial(_ask, here.stack.api_url, headers, f"/admin/apps/{mine['id']}/builder/state")
        time.sleep(20)
        other.submit(ask, 2).result()
        quiet = other.submit(ask, _QUIET_SECONDS).result()
        busy_ask = other.submit(ask, _BUSY_SECONDS)
        answers = _send_all(here, requests)
        busy = busy_ask.result()
    baseline = statistics.median(quiet)
    detail = {
        "ratio_of_median": round(statistics.median(busy) / baseline, 2),
        "busy_p95_ms": round(quantile(busy, 0.95)), "worst_ms": round(max(busy)), "asked": len(busy),
        "quiet_p95_ms": round(quantile(quiet, 0.95)), "requests": answers, "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    report("neighbour.state", busy, "ms", baseline=baseline, baseline_name="the same, quiet", detail=detail)


def _another() -> ProcessPoolExecutor:
    """A process for the person who waits: in this one, those who send would hold up the measuring as well."""
    return ProcessPoolExecutor(1, get_context("spawn"))


@contextmanager
def _host() -> Iterator[str]:
    """A host of repositories that sends the dearest pack that is still read, as `CHATBUILDER_FORGE` names it."""
    with tempfile.TemporaryDirectory() as folder, git_host(Path(folder)) as host:
        host.public, host.before = True, sends(packs.nested(2_000, 1_000, True))
        yield f"{NAME}={host.server_port}"


def _ask(address: str, headers: dict[str, str], place: str, seconds: float) -> list[float]:
    """Milliseconds of each answer."""
    taken, until = list[float](), time.monotonic() + seconds
    with httpx.Client(base_url=address, headers=headers, timeout=120) as client:
        while time.monotonic() < until:
            started = time.perf_counter()
            client.get(place).raise_for_status()
            taken.append((time.perf_counter() - started) * 1000)
            time.sleep(_PAUSE)
    return taken


def _send_all(here: Stage, requests: Sequence[tuple[str, Request]]) -> dict[str, dict[str, int]]:
    """Each request in a thread of its own, again when it is answered, for `_BUSY_SECONDS`; the answers by status.

    A refused request is sent again after as long as the answer says, as a client does.
    """
    until = time.monotonic() + _BUSY_SECONDS
    answers: dict[str, dict[str, int]] = {name: {} for name, _ in requests}

    def send(number: int, name: str, request: Request) -> None:
        with _person(here, number % _PEOPLE) as client:
            while time.monotonic() < until:
                answer = request(client)
                outcome = _outcome(answer)
                answers[name][outcome] = answers[name].get(outcome, 0) + 1
                if answer.status_code == 429:
                    time.sleep(float(answer.json()["retry_after"]))

    with ThreadPoolExecutor(len(requests)) as pool:
        for sent in [pool.submit(send, number, *one) for number, one in enumerate(requests)]:
            sent.result()
    return answers


def _person(here: Stage, number: int) -> httpx.Client:
    """A client of the busy tenant, whose people have allowances of their own."""
    token = here.stack.token("bench", subject=f"person-{number}")
    return httpx.Client(base_url=here.stack.api_url, headers={"Authorization": f"Bearer {token}"}, timeout=120)


def _outcome(answer: httpx.Response) -> str:
    """The status with the codes of what was refused: a request that is refused for its form measures nothing."""
    body = answer.json() if answer.headers.get("content-type", "").endswith("json") else {}
    found = body.get("diagnostics") or [] if isinstance(body, dict) else []
    codes = {str(one.get("code")) for one in [body, *found] if isinstance(one, dict) and one.get("code")}
    more = [name for name in ("token", "waits", "pending") if isinstance(body, dict) and body.get(name)]
    return " ".join([str(answer.status_code), *sorted(codes)[:3], *more])


def _worst(here: Stage) -> list[tuple[str, Request]]:
    """Ten requests, each with what it needs. What would be answered from an earlier answer differs each time."""
    app, (checked, page) = here.make_app(), _heavy_page(here)
    place, builder = f"/projects/{app['id']}", f"/admin/apps/{app['id']}/builder"
    for number in range(_DOCUMENTS):
        _added(here, place, f"Text {number}", "the cart shows its price \ufdfa " * (_TEXT_BYTES // 30) + str(number))
    rows = _added(here, place, "Rows", "- abcdefgh\n" * (_ROWS_BYTES // 11))
    base, numbers = app["draft_revision_id"], itertools.count()

    def validated(path: str, content: str) -> Request:
        def ask(client: httpx.Client) -> httpx.Response:
            note = {"op": "upsert_file", "path": "src/number.ts", "content": f"export const n = {next(numbers)};"}
            operations = [{"op": "upsert_file", "path": path, "content": content}, note]
            return client.post(f"{builder}/validate", json={"base_revision_id": base, "operations": operations})

        return ask

    def searched(query: str) -> Request:
        return lambda client: client.post(f"{place}/search", json={"query": query})

    return [
        ("search", searched("cart price")),
        ("search of twenty words", searched(_TWENTY)),
        ("vue types", validated("src/A.vue", _VUE)),
        ("svelte blocks", validated("src/A.svelte", _SVELTE)),
        ("nested rules", validated("src/a.css", _CSS)),
        ("a class name", validated("src/names.ts", _NAMES)),
        ("an outline", lambda client: client.post(f"{place}/blueprints", json={"document_id": rows, "title": "Rows"})),
        ("an import", lambda client: client.post("/admin/apps/import", json={"name": "x", "git_url": URL})),
        ("a draft page", page),
        ("verify", lambda client: client.post("/api/tools/verify", json={"project_id": checked})),
    ]  # fmt: skip


def _heavy_page(here: Stage) -> tuple[str, Request]:
    """An app with many classes and with types that a checker takes long for, and what draws its page."""
    app = here.make_app()
    builder = f"/admin/apps/{app['id']}/builder"
    files = {"src/classes.ts": _CLASSES, "src/types.ts": _CHECKED}
    operations = [{"op": "upsert_file", "path": path, "content": text} for path, text in files.items()]
    here.save(app["id"], app["draft_revision_id"], operations)
    here.model.script.push(finish(), match=app["id"], repeat=True)
    started = here.client.post(f"/projects/{app['id']}/runs", json={"message": "Look"})
    started.raise_for_status()
    run_id = started.json()["run_id"]
    run = here.client.get(f"/runs/{run_id}").json()
    body = {"run_id": run_id, "tree": run["base_tree"]}
    until = time.monotonic() + 240
    while time.monotonic() < until:
        answer = here.client.post(f"{builder}/preview-token", json=body)
        if answer.status_code == 200:
            return app["id"], lambda client: client.post(f"{builder}/preview-token", json=body)
        time.sleep(2)
    raise RuntimeError(f"the page was not drawn: {answer.status_code} {answer.text[:500]}")


def _added(here: Stage, place: str, title: str, text: str) -> str:
    """The id of a document; its text is uploaded, since a request has 4 MiB."""
    form = here.client.post("/admin/uploads").json()
    httpx.post(form["url"], data=form["fields"], files={"file": text.encode()}, timeout=120).raise_for_status()
    answer = here.client.post(f"{place}/docs/text", json={"title": title, "upload_id": form["upload_id"]})
    answer.raise_for_status()
    return str(answer.json()["id"])


if __name__ == "__main__":
    main()
