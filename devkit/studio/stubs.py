"""Answers that are made up for a screen of the Studio that the real ones do not lead to."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from playwright.sync_api import Route

from devkit.studio.pages_world import HOSTS
from devkit.studio.world import World
from shared.services.publishing.previews.inject_reporter import bridge_asset

Stub = Callable[[Route, World], None]
AT = "2026-11-24T10:00:00Z"


def failing(route: Route, world: World) -> None:
    """The workspace, of an app whose page has failed in a browser."""
    answer = route.fetch()
    body = answer.json()
    body["app"]["page_failure"] = {"revision_id": body["draft"]["id"], "errors": []}
    route.fulfill(response=answer, json=body)


def unfinished(route: Route, world: World) -> None:
    """A project that was brought in, and whose build waits for two packages."""
    place = {"severity": "error", "code": "PACKAGE_NOT_IN_CATALOG", "path": "package.json", "column": None}
    nearest = "The nearest in the catalog: "
    wrong = [
        {**place, "line": 14, "message": "vuex is not in the catalog; src/main.ts and 2 more files import it."},
        {
            **place,
            "line": 31,
            "message": "vue-picture-swipe is not in the catalog; src/components/TheGallery.vue imports it.",
        },
    ]
    wrong = [{**one, "hint": nearest + hint} for one, hint in zip(wrong, ("pinia.", "swiper."), strict=True)]
    note = {"severity": "warning", "code": "PACKAGES_DROPPED", "path": "package.json", "line": None, "column": None}
    left = {**note, "hint": None, "message": "4 packages that no page needs were left out: eslint, husky, jsdom, msw."}
    app = {"id": world.other, "name": "corner-shop", "slug": "corner-shop", "diagnostics": [*wrong, left]}
    ask = {"kind": "ask", "message": "Finish this import.", "line": None}
    line = {"kind": "line", "message": "Import it again with the classic line of packages.", "line": "classic"}
    route.fulfill(status=201, json={**app, "next_steps": [ask, line]})


def undone(route: Route, world: World) -> None:
    """The workspace, of an app whose latest change was taken back."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "taken_back": [world.revision]})


def settled(route: Route, world: World) -> None:
    """The workspace, of an app that keeps changes at once: nothing waits."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "pending_diffs": []})


def repairs(count: int) -> Stub:
    """What is known of a page that failed, after so many repairs that have not helped."""

    def stub(route: Route, world: World) -> None:
        answer = route.fetch()
        found = [{"code": "PAGE_FAILED", "message": "Uncaught TypeError: prices.map is not a function"}]
        trouble = {"kind": "page", "message": "", "findings": found, "path": "/prices"}
        tried = {"conversation_id": "conv_1", "status": "failed", "failure_code": "STUCK", "model_calls": 4}
        left = {"stopped": None, "cost_usd": 0.04, "diff_id": None, "revision_id": None, "created_at": AT}
        bounds = {**answer.json()["bounds"], "dollars": 0.1, "model_calls": 5}
        state = {"trouble": trouble, "bounds": bounds, "may_ask": count < 2, "last_good_revision_id": world.revision}
        attempts = [{"run_id": f"run_{number}", **tried, **left} for number in range(count)]
        route.fulfill(response=answer, json={**answer.json(), **state, "attempts": attempts})

    return stub


def found(route: Route, world: World) -> None:
    """What may be found of a draft before it is published: a secret, hindrances, a value that is not set."""
    key = {"code": "SECRET_IN_SOURCE", "severity": "error", "path": "src/pay.ts", "line": 3}
    key["message"] = "A key of Stripe (sk_l...) stands here in plain text, and everybody who opens the app can read it."
    hindrance = {"code": "ACCESSIBILITY", "severity": "warning", "path": None, "line": None}
    hindrance["message"] = "/prices: Images must have alternative text (image-alt, critical): main > img and 2 more"
    unset = {
        **hindrance,
        "code": "ENV_UNSET",
        "path": "src/map.ts",
        "message": "VITE_MAP_KEY is read and has no value.",
    }
    none = {"ok": False, "pending": False, "message": "", "count": 1, "level": "advisory"}
    place = {"kind": "open", "place": "code", "path": "src/pay.ts", "line": 3, "names": []}
    value = {"kind": "open", "place": "settings", "path": None, "line": None, "names": ["VITE_MAP_KEY"]}
    ask = {"kind": "ask", "message": "Mend it.", "names": []}
    checks = [
        {**none, "key": "secrets", "level": "blocking", "diagnostics": [key], "fix": place},
        {**none, "key": "accessibility", "diagnostics": [hindrance], "fix": ask},
        {**none, "key": "env", "diagnostics": [unset], "fix": value},
        {**none, "key": "links", "ok": None, "pending": True, "diagnostics": [], "fix": None},
    ]
    route.fulfill(json={"revision_id": world.revision, "ready": False, "checks": checks})


def _fixed(answer: object) -> Stub:
    return lambda route, world: route.fulfill(json=answer)


_BRANCH = "chatbuilder/rosa-4f2a91c"
_CONNECTION = {
    "url": "https://github.com/rosa/salon.git", "forge": "github", "api_url": "https://api.github.com",
    "token_end": "0042", "connected_by": "rosa", "updated_at": AT, "connected": True, "by_code": False,
    "pull_request": 7,
    "last_push": {"branch": _BRANCH, "commit": "4f2a91c" + "0" * 33, "revision_id": "rev_1", "at": AT},
}  # fmt: skip
_OFFERED = {
    "number": 7, "url": "https://github.com/rosa/salon/pull/7",
    "title": "Your hair in good hands", "state": "open",
    "branch": _BRANCH, "base": "main", "commit": "4f2a91c" + "0" * 33,
    "checks": [
        {"name": "build", "state": "passed", "url": "https://github.com/rosa/salon/actions/1"},
        {"name": "end-to-end", "state": "failed", "url": None}, {"name": "deploy", "state": "running", "url": None},
    ],
}  # fmt: skip
CONNECTED: Mapping[str, Stub] = {
    "**/builder/git": _fixed(_CONNECTION),
    "**/builder/git/status": _fixed({"empty": False, "default_branch": "main", "unpushed": 1, "revisions": 5}),
    "**/builder/git/pull-request": _fixed(_OFFERED),
}
"""What hosts and forges say of an app that is connected, pushed and offered."""


def standings(route: Route, world: World) -> None:
    """The features, of an app that has one, has one without its values, and has been offered one."""
    answer = route.fetch()
    body = answer.json()
    stands = (("blog", "applied"), ("contact", "applied"), ("map", "proposed"))
    for one in body["items"]:
        one["state"] = dict(stands).get(one["scaffold"]["key"], "available")
    route.fulfill(response=answer, json=body)


def storageless(route: Route, world: World) -> None:
    """The first script of a page to which the browser refuses storage, as it may within a page of another site."""
    route.fulfill(body=_REFUSED.encode() + bridge_asset().body, content_type="text/javascript")


_REFUSED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { configurable: true, get() {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  } });
"""


def contacting(route: Route, world: World) -> None:
    """A proposal that contacts hosts which no one has allowed."""
    answer = route.fetch()
    found = [{"host": host, "path": "src/content.ts", "line": at} for at, host in enumerate(HOSTS, 12)]
    contacts = [{**_HOST, **one, "message": f"Contacts {one['host']}."} for one in found]
    route.fulfill(response=answer, json={**answer.json(), "contacts": contacts})


_HOST = {"severity": "warning", "code": "NEW_HOST", "column": None, "hint": None}


def kept_in_part(route: Route, world: World) -> None:
    """A proposal of which a person has kept a part."""
    answer = route.fetch()
    body = answer.json()
    words = "Show the opening hours\n\nsrc/content.ts: the hours of the salon"
    part = {"review_status": "committed", "accepted_tree": "0" * 64, "commit_message": words}
    route.fulfill(response=answer, json={**body, **part})


def importing(route: Route, world: World) -> None:
    """A project that was brought in, with one thing left out."""
    note = {"severity": "warning", "code": "PACKAGES_DROPPED", "path": "package.json", "line": None, "column": None}
    left = {**note, "hint": None, "message": "4 packages that no page needs were left out: eslint, husky, jsdom, msw."}
    app = {"id": world.other, "name": "corner-shop", "slug": "corner-shop", "diagnostics": [left], "next_steps": []}
    route.fulfill(status=201, json=app)


def building(route: Route, world: World) -> None:
    """The workspace, of an app whose draft is being built."""
    answer = route.fetch()
    body = answer.json()
    body["draft"]["build_status"] = "running"
    route.fulfill(response=answer, json=body)


def build_failed(route: Route, world: World) -> None:
    """The workspace, of an app whose draft does not compile."""
    answer = route.fetch()
    body = answer.json()
    body["draft"]["build_status"] = "failed"
    found = {"severity": "error", "code": "COMPILE", "path": "src/main.ts", "line": 3, "column": 1, "hint": None}
    error = {
        "code": "BUILD_FAILED",
        "message": "The project does not compile.",
        "diagnostics": [{**found, "message": "Expected ;"}],
    }
    body["build"]["build_error"] = error
    route.fulfill(response=answer, json=body)


def nothing(route: Route, world: World) -> None:
    """An answer without any entries."""
    route.fulfill(json={"items": [], "next_cursor": None})


def broken(route: Route, world: World) -> None:
    """No answer at all."""
    route.fulfill(status=503, json={"status": 503, "code": "DEPENDENCY_UNAVAILABLE", "title": "Unavailable"})


def news(route: Route, world: World) -> None:
    """What happened in other apps, just now."""
    at = datetime.now(UTC).isoformat()
    happened: list[dict[str, object]] = [{"kind": "ready", "seq": 0}]
    for seq, (kind, app, more) in enumerate(
        (("run_ended", world.app, {"status": "completed"}), ("run_ended", world.app, {"status": "failed"}),
         ("run_waits", world.other, {"run_id": world.asked})), start=1,
    ):  # fmt: skip
        happened.append({"kind": kind, "seq": seq, "at": at, "app_id": app, "run_id": f"run_{seq}", **more})
    body = "".join(f"data: {json.dumps(one)}\n\n" for one in happened)
    route.fulfill(body=body, content_type="text/event-stream")


def additions(route: Route, world: World) -> None:
    """What was added to the catalog: one of each status, and one that an upgrade has left behind."""
    none = {"version": None, "code": None, "reason": None, "licence": None, "bytes": None, "packages": None}
    rest = {"line": "current", "by": "agent", "at": AT, "ended_at": None, "app_id": None, "run_id": None}
    known = {"licence": "MIT", "bytes": 1_430_000, "packages": 3, "by": "ann"}
    scripts = {"code": "PACKAGE_HAS_SCRIPTS", "reason": "phaser-tools@2.1.0 wants to run a script (postinstall)."}
    away = {"code": "REGISTRY_AWAY", "reason": "The registry did not answer; try it again."}
    outdated = {"code": "PACKAGE_OUTDATED", "reason": "It does not fit the packages that ship since an upgrade."}
    items: list[dict[str, object]] = [
        {"name": "@tiptap/extension-emoji", "status": "adding", "by": "ann"},
        {"name": "swiper", "status": "proposed", "app_id": world.app, "run_id": world.run},
        {"name": "party-js", "status": "added", "version": "2.2.0", **known},
        {"name": "gsap-kit", "status": "added", "version": "3.0.1", **known, **outdated},
        {"name": "phaser-tools", "status": "refused", "version": "2.1.0", "line": "classic", **scripts},
        {"name": "leaflet-draw", "status": "failed", **away},
    ]
    route.fulfill(json={"items": [{**none, **rest, **one} for one in items], "next_cursor": None, "digest": "0" * 64})


def no_additions(route: Route, world: World) -> None:
    """A catalog to which nothing was added, whatever the stack has been asked for before."""
    route.fulfill(json={"items": [], "next_cursor": None, "digest": "0" * 64})


def tested(route: Route, world: World) -> None:
    """A connection test that has ended, with a result of each kind."""
    used = {"requests": 1, "seconds": 1.4, "input_tokens": 180, "output_tokens": 9, "cost_usd": 0.0004}
    none = {"requests": 0, "seconds": None, "input_tokens": 0, "output_tokens": 0, "cost_usd": None}
    none |= {"outcome": None, "server_message": None, "advice": None}
    said = (
        "Error rendering prompt with jinja template: Conversation roles must alternate user/assistant/user/assistant/"
    )
    refused = {"outcome": "results_refused", "advice": "report_server", "server_message": said}
    probes: list[dict[str, object]] = [
        {**none, **used, "name": "plain", "status": "works", "outcome": "answered"},
        {**none, **used, "name": "tool_call", "status": "works", "outcome": "called"},
        {**none, **used, "name": "two_calls", "status": "fails", **refused},
        {**none, "name": "picture", "status": "skipped", "outcome": "not_tried"},
    ]
    points = ["one_system_message", "strict_alternation", "one_call_at_a_time", "no_pictures", "reasoning_sent_back"]
    test = {
        "id": "test_01jd0000000000000000000000",
        "model": "scripted-model",
        "status": "done",
        "probes": probes,
        "form": {"wire": "chat", "profile": points, "left_out": ["parallel_tool_calls"]},
        "learned": {"wire": "chat", "profile": ["one_call_at_a_time"], "left_out": ["parallel_tool_calls"]},
        "verdict": "limited",
        "started_by": "ann",
        "created_at": AT,
        "ended_at": AT,
    }
    route.fulfill(json={"test": test})


def unmoved(route: Route, world: World) -> None:
    """A change of the line that is not green there; what it would change is the real answer."""
    if route.request.method != "POST":
        return route.fallback()
    place = {"path": "src/App.tsx", "line": 3, "column": 10, "hint": None}
    wrong = {
        **place,
        "severity": "error",
        "code": "TYPES_EXIT",
        "message": "Module 'react' has no exported member 'use'.",
    }
    said = "React 18 leaves <title> and <meta> where they are written; set document.title in an effect."
    noted = {**place, "severity": "warning", "code": "REACT_NEWER", "path": "src/layout/Page.tsx", "message": said}
    ask = {"kind": "ask", "message": "Finish the change to the classic line of packages.", "line": None}
    change = {"line": "classic", "status": "failed", "build_id": None, "revision_id": None, "next_steps": [ask]}
    return route.fulfill(json={**change, "diagnostics": [wrong, {**noted, "line": None}]})
