"""What a crowd of feeds costs somebody else: another tenant's `state`, alone and beside 200 open feeds of one project.

Limits of open streams are raised, since they would end 190 of the feeds: this is about what those that stay cost. First
the feeds are idle; then somebody saves, and each feed must show it. `FEEDS`, `FEED_READS`: smaller or longer.
"""

import os
import selectors
import socket
import statistics
import time
from urllib.parse import urlsplit

import httpx

from benchmarks.load_streams import ENV, load, make_app
from benchmarks.memory import work
from benchmarks.report import quantile, report
from benchmarks.stage import Stage, stage

FEEDS = int(os.environ.get("FEEDS", "200"))
READS = int(os.environ.get("FEED_READS", "40"))
_PAUSE = 0.1
_PATIENCE_SECONDS = 120


class Feeds:
    """Open feeds of one project, read by one thread, so that this program takes little from what it measures."""

    def __init__(self, here: Stage, app_id: str) -> None:
        parts = urlsplit(here.stack.api_url)
        self._selector = selectors.DefaultSelector()
        self._sockets: list[socket.socket] = []
        for _ in range(FEEDS):
            one = socket.create_connection((parts.hostname or "", parts.port or 80))
            token = here.client.headers["Authorization"]
            asked = f"GET /projects/{app_id}/events HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: {token}\r\n\r\n"
            one.sendall(asked.encode())
            one.setblocking(False)
            self._selector.register(one, selectors.EVENT_READ)
            self._sockets.append(one)

    def wait_for(self, text: bytes) -> float:
        """Seconds until every feed has sent it."""
        began, missing = time.monotonic(), set(self._sockets)
        while missing:
            if time.monotonic() - began > _PATIENCE_SECONDS:
                raise TimeoutError(f"{len(missing)} feeds did not send {text!r}")
            for key, _ in self._selector.select(1):
                if text in key.fileobj.recv(65_536):  # type: ignore[union-attr]  # only sockets are registered
                    missing.discard(key.fileobj)  # type: ignore[arg-type]  # as above
        return time.monotonic() - began

    def close(self) -> None:
        for one in self._sockets:
            one.close()


def main() -> None:
    """One line: the median of the crowd's time as a ratio to the time without it."""
    with stage(ENV) as here:
        watched, other = make_app(here, 0), here.stack.token("other")
        with httpx.Client(
            base_url=here.stack.api_url, headers={"Authorization": f"Bearer {other}"}, timeout=60
        ) as client:
            own = client.post("/admin/apps", json={"name": "Other", "template": "vanilla"}).json()["id"]
            times(client, own)
            alone = times(client, own)
            feeds = Feeds(here, watched)
            opened = feeds.wait_for(b"event: heartbeat")
            time.sleep(12)  # the first ten seconds are looked at fast
            with work(here.stack.info["pid"]) as used:
                crowded = times(client, own)
            shown = changed(here, watched, feeds)
            feeds.close()
    detail = {
        "feeds": FEEDS, "all_open_after_s": round(opened, 2), "alone_p95_ms": round(quantile(alone, 0.95), 1),
        "a_save_is_shown_by_all_after_s": round(shown, 2), "seconds_of_work": used, "load_average": load(),
    }  # fmt: skip
    baseline = statistics.median(alone)
    report("feed_crowd", crowded, "ms", baseline=baseline, baseline_name="without feeds", detail=detail)


def times(client: httpx.Client, app_id: str) -> list[float]:
    """Milliseconds of reads of a state, one after the other."""
    found = []
    for _ in range(READS):
        began = time.perf_counter()
        client.get(f"/admin/apps/{app_id}/builder/state").raise_for_status()
        found.append((time.perf_counter() - began) * 1000)
        time.sleep(_PAUSE)
    return found


def changed(here: Stage, app_id: str, feeds: Feeds) -> float:
    """Seconds until all feeds have shown a save."""
    base = here.client.get(f"/admin/apps/{app_id}").json()["draft_revision_id"]
    here.save(app_id, base, [{"op": "upsert_file", "path": "src/crowd.ts", "content": "export const crowd = 1;\n"}])
    return feeds.wait_for(b"event: code_changed")


if __name__ == "__main__":
    main()
