"""In a real browser: a preview or a published app reads nothing of the others, of the API, or of who opened it."""

import json
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from devkit.stack.project import Project
from devkit.studio.browser import CUT_OFF, Browser
from local.stack import LocalStack
from shared.services.site.site_headers import content_policy, preview_headers, published_headers
from tests.support.window import with_page

SECRET = "only-mine"
KEEP = f"document.cookie = 'own={SECRET}'; localStorage.setItem('own', '{SECRET}')"
TRY = """async ([api, paths]) => {
  const said = {};
  const attempt = async (name, work) => { try { said[name] = await work() } catch (error) { said[name] = error.name } };
  await attempt('cookie', () => document.cookie);
  await attempt('storage', () => JSON.stringify(Object.entries(localStorage)));
  await attempt('databases', async () => (await indexedDB.databases()).length);
  await attempt('domain', () => { const before = document.domain;
    document.domain = before.split('.').slice(1).join('.');
    return document.domain === before ? 'unchanged' : 'changed' });
  await attempt('opener', () => window.opener === null ? 'none' : window.opener.document.title);
  await attempt('parent', () => window.parent === window ? 'none' : window.parent.document.title);
  for (const path of paths)
    await attempt(path, async () => (await fetch(api + path, { credentials: 'include' })).status);
  return said }"""
OTHER = """async url => { try { return await (await fetch(url, { credentials: 'include' })).text() }
  catch (error) { return error.name } }"""
FRAMED = """url => new Promise(done => { const frame = document.createElement('iframe'); frame.src = url;
  const read = () => { try { return 'read: ' + frame.contentWindow.document.title }
    catch (error) { return error.name } };
  frame.onload = () => done(read());
  document.body.append(frame) })"""


class Places:
    """One app, published and previewed, and another, published."""

    def __init__(self, stack: LocalStack, client: Client, model: ScriptedModel) -> None:
        self.api = stack.api_url
        self.one = Project.create(client, model.script, "vanilla", "Origin one")
        self.other = Project.create(client, model.script, "vanilla", "Origin two")
        self.revision = self.one.built()
        self.other.built()
        self.live = self.one.publish()["live_url"]
        self.other_live = self.other.publish()["live_url"]
        given = client.call("POST", f"{self.one.builder}/preview-token", {"revision_id": self.revision})
        self.preview = str(given["preview_url"])
        self.elsewhere = f"http://127.0.0.1:{urlsplit(self.live).port}/"  # nobody's
        self.preview_with_token = f"{self.preview}?t={given['token']}"

    def tries(self, page: Page) -> dict[str, Any]:
        """What a page could read of what is not its own."""
        paths = ["/admin/apps", f"/admin/apps/{self.one.id}/builder/state", "/runs/run_00000000000000000000000000"]
        found: dict[str, Any] = page.evaluate(TRY, [self.api, paths])
        return found


@pytest.fixture(scope="module")
def places(stack: LocalStack, client: Client, model: ScriptedModel) -> Places:
    return Places(stack, client, model)


def nothing(said: dict[str, Any]) -> None:
    """The page saw no cookie, no storage, no window and no answer of the API."""
    assert SECRET not in json.dumps(said)
    assert said.pop("cookie") == ""
    assert said.pop("storage") in ("[]", "SecurityError")  # the second where it is framed by another site
    assert said.pop("databases") in (0, "UnknownError", "SecurityError")
    assert said.pop("opener") in ("none", "SecurityError")
    assert said.pop("parent") in ("none", "SecurityError")
    assert said.pop("domain") in ("unchanged", "SecurityError")
    assert set(said.values()) <= {"TypeError", 401}, "what a browser can send by itself opens nothing of the API"


@with_page
def test_neither_reads_what_the_other_keeps(page: Page, places: Places) -> None:
    page.goto(places.live)
    page.evaluate(KEEP)
    page.goto(f"{places.api}/docs")
    page.evaluate(KEEP)
    seen = []
    for url in (places.other_live, places.preview_with_token):
        page.goto(url, wait_until="networkidle")
        seen.append(places.tries(page))
    page.evaluate(KEEP)
    page.goto(places.other_live)
    for said in [*seen, places.tries(page)]:
        nothing(said)


@with_page
def test_the_preview_cookie_is_seen_by_no_script_and_sent_nowhere_else(page: Page, places: Places) -> None:
    page.goto(places.preview_with_token, wait_until="networkidle")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.all_headers().get("cookie", "")))
    page.goto(places.other_live, wait_until="networkidle")
    stolen = str(page.evaluate(OTHER, places.preview))
    cookies = [dict(cookie) for cookie in page.context.cookies()]
    (kept,) = (cookie for cookie in cookies if cookie["name"] == "chatbuilder_preview")
    assert kept["httpOnly"] and kept["secure"] and not kept["domain"].startswith(".")
    assert stolen == "TypeError", "another origin's page cannot read a preview"
    assert not any("chatbuilder_preview" in one for one in sent)


@with_page
def test_a_page_that_opens_another_holds_nothing_of_it(page: Page, places: Places) -> None:
    page.goto(places.other_live)
    with page.expect_popup() as popup:
        page.evaluate("url => { window.kept = window.open(url) }", places.live)
    opened = popup.value
    opened.wait_for_url(places.live)
    held = page.evaluate(
        "() => { if (window.kept.closed) return 'closed'; try { return window.kept.document.title }"
        " catch (error) { return error.name } }"
    )
    said = places.tries(opened)
    assert held in ("closed", "SecurityError")
    nothing(said)


@with_page
def test_a_blog_may_embed_a_published_app_but_neither_a_preview_nor_the_api(page: Page, places: Places) -> None:
    refused: list[str] = []
    page.goto(places.preview_with_token, wait_until="networkidle")
    page.on("console", lambda said: refused.append(said.text) if "frame-ancestors" in said.text else None)
    page.route(places.elsewhere, lambda route: route.fulfill(body="<title>A blog</title>", content_type="text/html"))
    page.goto(places.elsewhere)
    read = str(page.evaluate(FRAMED, places.live))
    shown = any(frame.url == places.live and frame.title() for frame in page.frames)
    for url in (places.preview, f"{places.api}/docs"):
        with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
            page.evaluate(FRAMED, url)
    assert (read, shown) == ("SecurityError", True)
    assert len(refused) == 2, refused


@with_page
def test_the_apis_own_pages_may_embed_a_preview_and_neither_reads_the_other(page: Page, places: Places) -> None:
    studio = f"{places.api}/studio"  # `/docs` itself frames nothing, by its policy
    page.route(studio, lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(studio)
    page.evaluate(KEEP)
    read = str(page.evaluate(FRAMED, places.preview_with_token))
    (inner,) = (frame for frame in page.frames if frame.url == places.preview)
    assert inner.title()
    paths = ["/admin/apps"]
    said: dict[str, Any] = inner.evaluate(TRY, [places.api, paths])
    assert read == "SecurityError"
    nothing(said)


def test_the_headers_are_those_of_the_distributions(places: Places, stack: LocalStack) -> None:
    live = visit_site(places.live).headers
    assert {name: live[name] for name in published_headers()} == published_headers()
    expected = preview_headers()
    preview = visit_site(places.preview).headers
    assert {name: preview[name] for name in expected} == expected, "without a token there is nothing to load"
    studio = ["'self'", places.api, places.api.replace("127.0.0.1", "localhost")]
    token = places.preview_with_token.partition("?t=")[2]
    shown = visit_site(places.preview, Cookie=f"chatbuilder_preview={token}").headers["content-security-policy"]
    shell = places.preview.replace("//", "//tab-", 1).rstrip("/")
    assert shown == content_policy(frame_ancestors=[*studio, shell])
    api = httpx.get(f"{places.api}/health", timeout=60, trust_env=False).headers
    assert api["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_an_ordinary_app_has_nothing_to_complain_about(places: Places, browser: Browser) -> None:
    for url in (places.live, places.preview_with_token):
        complaints = browser.visit(url).complaints
        assert [said for said in complaints if not said.endswith(CUT_OFF)] == []
