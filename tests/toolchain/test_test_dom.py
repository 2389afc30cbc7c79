"""happy-dom in one file: made once from the catalog's own, the same to tests, and out of reach of every project."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.sandbox_runs import bubblewrap_or_skip
from devkit.stack.worker_jobs import HttpStore, node_toolchain
from shared.domain.builds.worker_contract import Limits, parse_job
from shared.services.assets.load_templates import load_templates
from toolchain.test_dom import ensure_test_dom
from toolchain.write_files import write_files
from worker.sandbox.base import Command, Outcome, Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.process import Process
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.tests import run_tests
from worker.toolchain import InstalledToolchain

ENTRY = "node_modules/happy-dom/lib/index.js"
NAMES = """import * as dom from 'happy-dom';
const window = new dom.Window(), names = (of) => Object.getOwnPropertyNames(of ?? {}).join();
for (const from of [dom, window]) for (const name of Object.getOwnPropertyNames(from).sort()) {
  const found = from[name];
  if (typeof found === 'function') console.log(name, found.name, names(found), names(found.prototype));
}
"""
PAGE = b"""import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
test('a page', () => {
  document.body.innerHTML = '<form><label>Name <input required></label><button>Go</button></form>';
  const input = document.querySelector('input')!;
  expect(input instanceof HTMLInputElement && !input.checkValidity()).toBe(true);
  expect(new Window().document.createElement('p').tagName).toBe('P');
  document.dispatchEvent(new CustomEvent('x'));
});
test('wrong', () => expect(document.body.outerHTML).toContain('Stop'));
test('shown', () => expect(document.body).toBe(null));
test('thrown', () => document.body.appendChild(null as unknown as Node));
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as directory:
        yield directory


@pytest.fixture
def bubblewrap() -> Bubblewrap:
    return bubblewrap_or_skip()


@pytest.fixture
def whole() -> InstalledToolchain:
    """This machine's, with the package as it was installed."""
    return replace(toolchain(), test_dom=None)


@pytest.fixture
def bundled(whole: InstalledToolchain, folder: Path, bubblewrap: Bubblewrap) -> InstalledToolchain:
    tools = replace(whole, test_dom=folder / "happy-dom.js")
    ensure_test_dom(tools, bubblewrap, pytest.fail)
    return tools


def run(bubblewrap: Bubblewrap, tools: InstalledToolchain, root: Path, *argv: str) -> Outcome:
    root.mkdir(mode=0o711)
    place = Workplace(root)
    place.project.mkdir()
    return bubblewrap.run(place, tools, Command(argv, {}), Limits(), threading.Event())


def test_it_is_made_once_and_all_can_read_it(bundled: InstalledToolchain, bubblewrap: Bubblewrap) -> None:
    made = bundled.test_dom
    assert made is not None and made.stat().st_mode & 0o777 == 0o444 and made.stat().st_size > 1_000_000
    before = made.stat().st_mtime_ns
    ensure_test_dom(bundled, bubblewrap, pytest.fail)
    assert made.stat().st_mtime_ns == before and sorted(made.parent.iterdir()) == [made]


def test_each_class_has_the_name_and_the_members_it_has_in_the_package(
    whole: InstalledToolchain, bundled: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path
) -> None:
    found = [
        run(bubblewrap, tools, folder / name, "node", "--input-type=module", "-e", NAMES)
        for name, tools in (("whole", whole), ("bundled", bundled))
    ]
    assert found[0].output == found[1].output and found[0].output.count(b"\n") > 500


def test_no_project_can_write_to_it(bundled: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path) -> None:
    assert bundled.test_dom is not None
    before = bundled.test_dom.read_bytes()
    attack = f"echo bad > {ENTRY}; rm -f {ENTRY}; mv {ENTRY} x; chmod 777 {ENTRY}; wc -c < {ENTRY}"
    outcome = run(bubblewrap, bundled, folder / "job", "sh", "-c", attack)
    assert outcome.output.split()[-1] == str(len(before)).encode() and bundled.test_dom.read_bytes() == before


def test_packages_without_it_stay_without(folder: Path, bubblewrap: Bubblewrap) -> None:
    (folder / "tools").mkdir(mode=0o755)
    (folder / "happy-dom.js").write_text("export default 1")
    tools = replace(node_toolchain(folder / "tools"), test_dom=folder / "happy-dom.js")
    assert run(bubblewrap, tools, folder / "job", "sh", "-c", "ls node_modules").exit_code == 0


def test_one_that_cannot_be_made_is_told_of_and_leaves_nothing(folder: Path, bubblewrap: Bubblewrap) -> None:
    (folder / "tools").mkdir(mode=0o755)
    tools = replace(node_toolchain(folder / "tools"), test_dom=folder / "happy-dom.js")
    messages: list[str] = []
    ensure_test_dom(tools, bubblewrap, messages.append)
    assert len(messages) == 1 and messages[0].startswith(
        "happy-dom stays in many files, so tests start a little slower:"
    )
    assert [path.name for path in folder.iterdir()] == ["tools"]


def test_the_fallback_and_a_toolchain_without_a_place_have_none(whole: InstalledToolchain, folder: Path) -> None:
    ensure_test_dom(replace(whole, test_dom=folder / "happy-dom.js"), Process(), pytest.fail)
    ensure_test_dom(whole, Bubblewrap("no such program"), pytest.fail)
    assert list(folder.iterdir()) == []


@pytest.mark.e2e
@pytest.mark.parametrize("key", ["react", "vanilla-app"])
def test_tests_end_the_same_way(
    whole: InstalledToolchain, bundled: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path, key: str
) -> None:
    """The pack's own, and one of each kind that fails."""
    files = dict(load_templates()[key].files) | {"tests/dom.test.ts": PAGE}
    found = [
        _tests(tools, bubblewrap, folder / f"job-{number}", files) for number, tools in enumerate((whole, bundled))
    ]
    assert found[0] == found[1]
    assert {failure["name"] for failure in found[0]["failures"]} == {"wrong", "shown", "thrown"} and found[0][
        "passed"
    ] > 2


def _tests(
    tools: InstalledToolchain, bubblewrap: Bubblewrap, root: Path, files: dict[str, bytes]
) -> dict[str, list[dict[str, str]]]:
    root.mkdir(mode=0o711)
    place = Workplace(root)
    write_files(files, place.project)
    with HttpStore() as store:
        job = parse_job(store.job("bld_1", b"", task="tests"))
    scene = Scene(job, place, tools, bubblewrap, threading.Event(), Progress(), lambda _: None)
    with pytest.raises(TaskFailed):
        run_tests(scene)
    assert scene.progress.tests is not None, scene.progress.log
    return dict(scene.progress.tests)
