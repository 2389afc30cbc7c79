"""A build with its checks: real processes, a real browser, and once the real type checker and test runner."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.node.toolchain import toolchain as real_toolchain
from devkit.stack.worker_jobs import HttpStore, Uploaded, pack
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_templates import load_templates
from worker.build import run_job
from worker.page.browser import Browser, browser_at
from worker.sandbox.base import Sandbox
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain

ALL = ["types", "tests", "page"]
PAGE = "<!doctype html><title>Page</title><body><h1>Hi</h1>"
Check = Callable[..., Uploaded]


def chromium() -> Browser:
    found = find_chromium()
    return browser_at(found.program, found.fonts)


def a_project(page: str = PAGE, *, build: str = "", **scripts: str) -> dict[str, bytes]:
    script = f"import fs from 'node:fs'; {build} fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', {page!r});"
    package = {"name": "t", "type": "module", "scripts": {"build": "node build.mjs", **scripts}}
    return {"package.json": json.dumps(package).encode(), "build.mjs": script.encode()}


@pytest.fixture
def check(bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Check:
    """One build with checks, by default in the real sandbox."""

    def once(
        files: dict[str, bytes],
        *,
        checks: list[str] = ALL,
        sandbox: Sandbox = bubblewrap,
        tools: InstalledToolchain = toolchain,
        browser: Browser | None = None,
        **changes: Any,
    ) -> Uploaded:
        job = parse_job(store.job("bld_1", pack(files), checks=checks, **changes))
        job = replace(job, toolchain_digest="")
        run_job(job, toolchain=tools, sandbox=sandbox, work_dir=work_dir, browser=lambda _: browser)
        assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
        uploaded = store.uploaded("bld_1")
        JobResult.model_validate_json(uploaded.content["result.json"])
        return uploaded

    return once


def statuses(uploaded: Uploaded) -> dict[str, str]:
    return {name: part["status"] for name, part in uploaded.result["checks"].items()}


def test_a_page_is_opened_once_on_what_was_built_and_the_dist_is_kept(check: Check) -> None:
    uploaded = check(a_project(PAGE + "<script>null.f()</script>"), checks=["page"], browser=chromium())
    pictures = ["page/screenshot.png", "page/thumbnail.webp"]
    assert uploaded.names == ["result.json", "logs/build.log", *pictures, "dist/index.html"]
    assert 0 < len(uploaded.content["page/thumbnail.webp"]) < 64 * 1024
    assert (uploaded.result["status"], statuses(uploaded)) == ("succeeded", {"page": "passed"})
    assert "Cannot read properties of null" in uploaded.result["page"]["errors"][0]
    assert {"script_ms", "page_ms"} <= uploaded.result["timings"].keys()


def test_checks_that_fail_leave_the_build_succeeded(check: Check, sandbox: Sandbox) -> None:
    types = "echo 'src/a.ts(1,1): error TS2322: No.'; exit 2 # tsc"
    files = a_project(typecheck=types, test="echo 'not ok'; exit 1")
    uploaded = check(files, checks=["types", "tests"], sandbox=sandbox)
    found = uploaded.result["checks"]
    assert (uploaded.result["status"], statuses(uploaded)) == ("succeeded", {"types": "failed", "tests": "failed"})
    assert (found["types"]["reason"], "error TS2322" in found["types"]["log"]) == ("exit", True)
    assert "not ok" in found["tests"]["log"] and uploaded.log == "", "the log is the build's own"
    assert "dist/index.html" in uploaded.names


def test_what_a_project_does_not_have_is_skipped_with_the_reason(check: Check) -> None:
    found = check(a_project()).result["checks"]
    assert {name: (part["status"], part["message"]) for name, part in found.items()} == {
        "types": ("skipped", "The project has no tsconfig.json."),
        "tests": ("skipped", 'package.json has no "test" script.'),
        "page": ("unavailable", "There is no browser in this worker."),
    }


def test_a_build_script_that_checks_the_types_is_not_checked_again(check: Check) -> None:
    files = a_project()
    package = json.loads(files["package.json"])
    package["scripts"]["build"] = "tsc -b && node build.mjs"
    found = check(files | {"package.json": json.dumps(package).encode()}, checks=["types"]).result["checks"]
    assert found["types"]["message"] == "The build script checks the types itself."


def test_a_build_that_fails_comes_with_its_checks_and_no_page(check: Check) -> None:
    files = a_project(build="process.exit(4);", typecheck="echo wrong; exit 1 # tsc")
    uploaded = check(files, browser=chromium())
    assert (uploaded.result["status"], uploaded.result["exit_code"]) == ("failed", 4)
    assert statuses(uploaded) == {"types": "failed", "tests": "skipped", "page": "skipped"}
    assert uploaded.names == ["result.json", "logs/build.log"]


def test_checks_see_neither_the_build_nor_each_other(check: Check) -> None:
    """A test that writes into dist, or a checker that removes the source, changes nothing that is kept."""
    files = a_project(
        build="await new Promise((done) => setTimeout(done, 700));",
        typecheck="rm -rf build.mjs dist; ls # tsc",
        test="mkdir -p dist; echo bad > dist/index.html; echo bad > dist/more.html",
    )
    uploaded = check(files, checks=["types", "tests"])
    assert (statuses(uploaded), uploaded.names[2:]) == ({"types": "passed", "tests": "passed"}, ["dist/index.html"])
    assert uploaded.content["dist/index.html"].decode() == PAGE


def test_tests_without_end_are_stopped_and_failed(check: Check) -> None:
    uploaded = check(a_project(test="sleep 600"), checks=["tests"], limits={"wall_seconds": 4})
    part = uploaded.result["checks"]["tests"]
    assert (uploaded.result["status"], part["status"], part["reason"]) == ("succeeded", "failed", "timeout")


def test_a_page_that_eats_the_processor_ends_and_is_told(check: Check) -> None:
    uploaded = check(a_project(PAGE + "<script>for (;;);</script>"), checks=["page"], browser=chromium())
    assert statuses(uploaded) == {"page": "passed"}
    assert any(note.startswith("The page did not answer:") for note in uploaded.result["page"]["notes"])


@pytest.mark.e2e
def test_the_real_checker_and_runner_say_what_is_wrong(check: Check) -> None:
    files = dict(load_templates()["react"].files) | {
        "src/sum.ts": b"export const sum: number = 'three';\n",
        "tests/sum.test.ts": b"import { expect, test } from 'vitest';\nimport { sum } from '../src/sum';\n"
        b"test('sum adds', () => expect(sum).toBe(4));\n",
    }
    uploaded = check(files, tools=real_toolchain(), command=["tests/sum.test.ts"], browser=chromium())
    assert statuses(uploaded) == {"types": "failed", "tests": "failed", "page": "passed"}
    assert "src/sum.ts(1,14): error TS2322" in uploaded.result["checks"]["types"]["log"]
    assert [failure["name"] for failure in uploaded.result["tests"]["failures"]] == ["sum adds"]
    assert (uploaded.result["tests"]["total"], uploaded.result["page"]["errors"]) == (1, [])


COMPARED = b"""import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';

const rows = Array.from({ length: 60 }, (_, n) => createElement('li', { key: n, className: 'row' }, `Row ${n}`));
test('text', () => expect('The quick brown fox '.repeat(20) + 'END').toContain('cat'));
test('list', () => expect(['alpha beta gamma', 'delta epsilon', 'zeta eta']).toContain('omega'));
test('page', () => { render(createElement('ul', null, rows)); screen.getByText('Nope'); });
"""


@pytest.mark.e2e
def test_what_a_failed_test_compared_and_the_page_it_looked_at_are_told(check: Check) -> None:
    files = dict(load_templates()["react-app"].files) | {"tests/compared.test.tsx": COMPARED}
    uploaded = check(files, tools=real_toolchain(), checks=["tests"], command=["tests/compared.test.tsx"])
    text, values, page = (failure["message"] for failure in uploaded.result["tests"]["failures"])
    assert "END" in text and "cat" in text
    assert '["alpha beta gamma","delta epsilon","zeta eta"]' in values
    assert '<li class="row">' in page and "Row 20" in page and "\x1b" not in page
    assert all("    at tests/compared.test.tsx:" in one and "node_modules" not in one for one in (text, values, page))


BASED = '<!doctype html><title>x</title><body><div id=r></div><script src="{0}app.js"></script>'
ROUTED = "if (location.pathname === '{0}') document.body.append('Hello from the folder');"


def built_at(base: str, routed: str) -> dict[str, bytes]:
    """A project whose files are below `base`, and whose code shows its words only at `routed`."""
    page, code = BASED.format(base), ROUTED.format(routed)
    write = "fs.writeFileSync"
    script = f"import fs from 'node:fs'; fs.mkdirSync('dist'); {write}('dist/index.html', {page!r});"
    script += f"{write}('dist/app.js', {code!r});"
    return a_project() | {"build.mjs": script.encode()}


def test_the_original_of_an_import_is_opened_at_its_own_base(check: Check, store: HttpStore) -> None:
    store.sources["/original"] = pack(built_at("/repo/", "/repo/"))
    changes = {"original": {"url": f"{store.url}/original"}}
    uploaded = check(built_at("/", "/repo/"), checks=["page"], browser=chromium(), **changes)
    assert (uploaded.result["status"], statuses(uploaded)) == ("succeeded", {"page": "passed"})
    assert uploaded.result["page"]["tree"] == ""
    assert "Hello from the folder" in uploaded.result["original"]["page"]["tree"]
    assert [name for name in uploaded.names if name.startswith("dist/")] == ["dist/app.js", "dist/index.html"]


@pytest.mark.parametrize(
    ("build", "why"),
    [("process.exit(3);", "ended with exit code 3"), ("fs.symlinkSync('/etc', 'dist');", ""), ],
)  # fmt: skip
def test_an_original_that_is_not_built_leaves_the_build_what_it_is(
    build: str, why: str, check: Check, store: HttpStore
) -> None:
    script = f"import fs from 'node:fs'; {build} fs.mkdirSync('dist');"
    store.sources["/original"] = pack(a_project() | {"build.mjs": script.encode()})
    uploaded = check(a_project(), checks=["page"], browser=chromium(), original={"url": f"{store.url}/original"})
    assert (uploaded.result["status"], statuses(uploaded)) == ("succeeded", {"page": "passed"})
    assert uploaded.result["original"]["page"] is None
    assert why in uploaded.result["original"]["message"]
