"""The pages of an app examined for real: axe-core on each that a link leads to, and the links that lead nowhere."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.stack.worker_jobs import HttpStore, pack, project
from shared.domain.builds.worker_contract import parse_job
from shared.domain.builds.worker_page import Audit, PageReport
from toolchain.add_axe import add_axe
from worker.build import run_job
from worker.page.browser import browser_at
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain

Examine = Callable[..., PageReport]
WRITE = "import fs from 'node:fs'; fs.mkdirSync('dist');"
HEAD = '<!doctype html><html lang="en"><head><title>Shop</title></head>'
GOOD = f'{HEAD}<body><main><h1>Shop</h1><a href="#end">End</a><p id="end">There.</p></main></body></html>'
ROUTER = f"""{HEAD}<body><main></main><script>
const pages = {{'/': '<h1>Home</h1><a href="/about">About</a> <a href="/prices">Prices</a> <a href="/a.pdf">Paper</a>'
  + ' <a href="/here.txt">Text</a> <a href="#gone">Gone</a> <a href="#/x">Route</a> <a href="https://a.test/">Out</a>',
  '/about': '<h1>About</h1><img src="/a.png"><a href="/">Home</a>'}};
document.querySelector('main').innerHTML = pages[location.pathname] ?? '<h1>No such page</h1>' + location.pathname;
</script></body></html>"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("axe") / "axe"
    try:
        add_axe(home)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("axe-core cannot be had here")
    return home / "axe.min.js"


@pytest.fixture
def examine(
    bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore, axe: Path
) -> Examine:
    """Build a project with this page, and examine it in the real sandbox."""
    found = find_chromium()
    browser = browser_at(found.program, found.fonts)

    def once(page: str, *, files: str = "", with_axe: bool = True) -> PageReport:
        script = f"{WRITE} fs.writeFileSync('dist/index.html', {json.dumps(page)}); {files}"
        asked: dict[str, Any] = {"task": "browser", "browser": {"audit": True}, "limits": {}}
        job = parse_job(store.job("bld_1", pack(project(script)), **asked))
        tools = InstalledToolchain(**{**vars(toolchain), "axe": axe if with_axe else None})
        run_job(job, toolchain=tools, sandbox=bubblewrap, work_dir=work_dir, browser=lambda _: browser)
        result = store.uploaded("bld_1").result
        assert result["status"] == "succeeded", result
        return PageReport.model_validate(result["page"])

    return once


def audit_of(report: PageReport) -> Audit:
    assert report.audit is not None, report.notes
    return report.audit


def test_an_app_without_faults_has_none(examine: Examine) -> None:
    report = examine(GOOD)
    audit = audit_of(report)
    assert [(page.path, page.title) for page in audit.pages] == [("/", "Shop")]
    assert (audit.accessibility, audit.links, audit.rest, audit.left_out) == ([], [], 0, 0)
    assert (report.errors, report.layout) == ([], None)


def test_each_page_is_looked_at_and_links_that_lead_nowhere_are_told(examine: Examine) -> None:
    audit = audit_of(examine(ROUTER, files="fs.writeFileSync('dist/here.txt', 'x');"))
    assert [page.path for page in audit.pages] == ["/", "/about"]
    assert [(one.page, one.rule) for one in audit.accessibility or []] == [("/about", "image-alt")]
    found = {(one.page, one.to, one.words, one.why) for one in audit.links}
    assert found == {
        ("/", "/prices", "Prices", "nowhere"),
        ("/", "/a.pdf", "Paper", "file"),
        ("/", "#gone", "Gone", "anchor"),
    }


def test_an_app_of_one_page_has_no_others(examine: Examine) -> None:
    page = f'{HEAD}<body><main><h1>Shop</h1><a href="/about">About us</a></main></body></html>'
    assert [(one.to, one.why) for one in audit_of(examine(page)).links] == [("/about", "nowhere")]


def test_thousands_of_faults_are_bounded_and_counted(examine: Examine) -> None:
    links = "".join(f'<a href="/p{number}.pdf">Paper {number}</a> ' for number in range(2_000))
    pages = "".join(f'<a href="/page{number}">Page {number}</a> ' for number in range(2_000))
    script = "<script>document.querySelector('h1').textContent = location.pathname + Math.random()</script>"
    audit = audit_of(examine(f"{HEAD}<body><main><h1>x</h1>{pages}{links}{script}</main></body></html>"))
    assert len(audit.pages) == 8 and audit.left_out > 0 and len(audit.links) <= 40


def test_without_axe_core_links_are_followed_all_the_same(examine: Examine) -> None:
    audit = audit_of(examine(ROUTER, with_axe=False))
    assert audit.accessibility is None and len(audit.links) == 4
