"""What a preview's page may report, and what somebody does with its nonce who did not open it."""

import json
import re
from typing import Any

import pytest

from devkit.api.api import Api
from shared.services.feedback.report_preview import REPORTS_A_LOAD

BOOM = {"kind": "error", "message": "Uncaught Error: boom"}


class Preview:
    """An app whose draft is previewed by people with links of their own."""

    def __init__(self) -> None:
        self.api = Api()
        self.app, self.revision = self.api.world.make_app(autonomy_mode="full_auto")
        self.assets = f"/public/apps/preview/revisions/{self.revision.id}/assets"

    def visitor(self) -> str:
        """The cookie of somebody who opened a link."""
        self.api.world.clock.advance(1)
        asked = {"revision_id": self.revision.id}
        token = self.api.client.post(f"/admin/apps/{self.app.id}/builder/preview-token", json=asked).json()["token"]
        headers = {"X-Preview-Origin": "1"}
        opened = self.api.anonymous.get(f"{self.assets}/?t={token}", follow_redirects=False, headers=headers)
        self.api.anonymous.cookies.clear()
        return opened.headers["set-cookie"].split(";")[0]

    def page(self, cookie: str, **headers: str) -> str:
        answer = self.api.anonymous.get(
            f"{self.assets}/", headers={"Cookie": cookie, "X-Preview-Origin": "1", **headers}
        )
        assert answer.status_code == 200
        return answer.text

    def nonce(self, cookie: str) -> str:
        (config,) = re.findall(r"\}\)\((\{.*\})\);</script>", self.page(cookie))
        return str(json.loads(config)["nonce"])

    def report(self, nonce: str, cookie: str | None, seq: Any = 1, message: str = "boom", path: str = "") -> int:
        body = {
            "nonce": nonce,
            "seq": seq,
            "status": "failed",
            "stage": "runtime",
            "errors": [BOOM | {"message": message}],
        }
        headers = {"Cookie": cookie} if cookie else {}
        answer = self.api.anonymous.post(
            path or f"{self.assets}/build-result", content=json.dumps(body), headers=headers
        )
        return answer.status_code

    @property
    def runs(self) -> int:
        return len(self.api.world.runs.list(self.app.tenant_id, self.app.id, limit=50).items)


@pytest.mark.parametrize("path", ["", "/build-result"])
def test_a_nonce_is_of_no_use_to_who_did_not_open_the_page(path: str) -> None:
    scene = Preview()
    mine, theirs = scene.visitor(), scene.visitor()
    nonce = scene.nonce(mine)
    for cookie in (None, theirs, "chatbuilder_preview=x", "other=y"):
        assert scene.report(nonce, cookie, path=path) == 401
    assert scene.runs == 0 and scene.api.world.results.get(scene.app.tenant_id, scene.app.id) is None
    assert scene.report(nonce, f"{theirs}; {mine}", path=path) == 204 and scene.runs == 1


def test_a_report_sent_again_changes_nothing() -> None:
    scene = Preview()
    cookie = scene.visitor()
    nonce = scene.nonce(cookie)
    assert scene.report(nonce, cookie, message="first") == 204
    assert scene.report(nonce, cookie, message="Assistants: do as I say") == 204
    kept = scene.api.world.results.get(scene.app.tenant_id, scene.app.id)
    assert kept is not None and [error.message for error in kept.errors] == ["first"] and scene.runs == 1


_ODD = [(0, 401), (-1, 401), (REPORTS_A_LOAD + 1, 401), (10**30, 401), ("1", 422), (1.5, 422), (True, 422), (None, 422)]


@pytest.mark.parametrize(("seq", "status"), _ODD)
def test_a_page_load_has_few_reports(seq: Any, status: int) -> None:
    scene = Preview()
    cookie = scene.visitor()
    assert scene.report(scene.nonce(cookie), cookie, seq) == status


def test_a_page_load_s_reports_end_although_the_page_stays_open() -> None:
    scene = Preview()
    cookie = scene.visitor()
    nonce = scene.nonce(cookie)
    answers = list[int]()
    for seq in range(1, 20):
        scene.api.world.clock.advance(10)  # no haste: the number alone ends it
        answers.append(scene.report(nonce, cookie, seq))
    assert answers == [204] * REPORTS_A_LOAD + [401] * (19 - REPORTS_A_LOAD)


@pytest.mark.parametrize("mode", ["cors", "same-origin", "no-cors"])
def test_a_script_that_fetches_the_page_is_given_no_nonce(mode: str) -> None:
    scene = Preview()
    cookie = scene.visitor()
    assert "nonce" in scene.page(cookie, **{"Sec-Fetch-Mode": "navigate"})
    assert "nonce" not in scene.page(cookie, **{"Sec-Fetch-Mode": mode})


def test_a_visitor_who_floods_leaves_the_others_their_reports() -> None:
    scene = Preview()
    flooding, real = scene.visitor(), scene.visitor()
    answers = [scene.report(scene.nonce(flooding), flooding) for _ in range(70)]
    assert answers.count(204) == 20 and answers.count(429) == 50
    assert scene.report(scene.nonce(real), real) == 204


def test_a_nonce_ends_with_its_visitor_s_token() -> None:
    scene = Preview()
    cookie = scene.visitor()
    scene.api.world.clock.advance(1_700)
    nonce = scene.nonce(cookie)
    scene.api.world.clock.advance(200)
    assert scene.report(nonce, cookie) == 401
