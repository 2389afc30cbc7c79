"""Acceptance checks of a project in the worker's own browser: what holds, what does not, and what never ends."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.stack.worker_jobs import HttpStore, Uploaded, pack
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import parse_job
from worker.build import run_job
from worker.page.browser import Browser, browser_at
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain

LIST = """<!doctype html><title>List</title><body><h1>Shopping</h1>
<label>New item <input id=new></label><button id=add>Add</button>
<label>Shelf <select id=shelf><option>Dry<option>Cold</select></label>
<label><input type=checkbox id=done> All done</label>
<ul id=list></ul><p style="text-transform:uppercase">two words</p><a href="/about?x=1">About</a>
<script>
const field = document.querySelector('#new');
const show = () => list.innerHTML = (JSON.parse(localStorage.items ?? '[]')).map((one) => `<li>${one}</li>`).join('');
add.onclick = () => { if (!field.value) return;
  localStorage.items = JSON.stringify([...JSON.parse(localStorage.items ?? '[]'), field.value]);
  field.value = ''; setTimeout(show, 150); };
field.onkeydown = (event) => event.key === 'Enter' && add.click();
const day = document.createElement('p');
day.textContent = new Date().toISOString().slice(0, 10);
document.body.append(day);
show();
</script>"""
OPEN = {"do": "open", "path": "/"}
FILL = {"do": "fill", "role": "textbox", "name": "New item", "text": "Milk"}
ADD = {"do": "click", "role": "button", "name": "Add"}
Checked = Callable[..., Uploaded]


def a_check(*steps: object, expect: object, title: str = "T", **more: Any) -> bytes:
    return json.dumps({"title": title, "steps": steps, "expect": expect, **more}).encode()


@pytest.fixture
def run(bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Checked:
    """One build of this page with these check files, in the real sandbox."""
    found = find_chromium()
    browser = browser_at(found.program, found.fonts)

    def once(page: str = LIST, *, has: Browser | None = browser, **checks: bytes) -> Uploaded:
        script = (
            f"import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', {json.dumps(page)});"
        )
        package = {"name": "t", "type": "module", "scripts": {"build": "node build.mjs"}}
        files = {"package.json": json.dumps(package).encode(), "build.mjs": script.encode()}
        files |= {f"tests/acceptance/{name}.json": content for name, content in checks.items()}
        job = parse_job(store.job("bld_1", pack(files), checks=["acceptance"], toolchain={"digest": ""}))
        run_job(job, toolchain=toolchain, sandbox=bubblewrap, work_dir=work_dir, browser=lambda _: has)
        assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
        uploaded = store.uploaded("bld_1")
        JobResult.model_validate_json(uploaded.content["result.json"])
        return uploaded

    return once


def ended(uploaded: Uploaded) -> dict[str, tuple[bool, str, int, str]]:
    """By the file's name: whether it held, the code, the step, and what was there."""
    return {
        Path(one["path"]).stem: (one["ok"], one["code"], one["step"], one["message"])
        for one in uploaded.result["acceptance"]
    }


CALLS = """<!doctype html><title>Calls</title><body><ul id=list></ul><label>Note * <input></label><script>
const day = new Date().toISOString().slice(0, 10);
const kept = JSON.parse(localStorage.calls ?? '["a", "b"]');
const show = () => { localStorage.calls = JSON.stringify(kept); list.innerHTML =
  kept.map((one) => `<li>${one} <button aria-label="Delete call of ${day} (${one})">x</button></li>`).join(''); };
list.onclick = ({ target }) => { kept.splice(kept.indexOf(target.ariaLabel.at(-2)), 1); show(); };
show();
</script>"""


def test_what_a_person_does_and_sees_is_checked_each_time_in_an_empty_browser(run: Checked) -> None:
    uploaded = run(
        adds=a_check(
            OPEN, FILL, ADD,
            expect=[
                {"role": "listitem", "count": 1}, {"text": "Milk"}, {"text": "Two Words", "count": 1},
                {"role": "textbox", "name": "New item", "value": ""}, {"role": "button", "name": "Remove", "count": 0},
                {"text": "2026-01-05"},
            ],
        ),
        enters=a_check(OPEN, FILL, {"do": "press", "role": "textbox", "name": "New item", "text": "Enter"}, OPEN,
                       expect=[{"role": "listitem", "count": 1}, {"role": "heading", "name": "Shopping"}]),
        goes=a_check(OPEN, {"do": "click", "role": "link", "name": "About"},
                     expect=[{"url": "/about"}, {"url": "/about?x=1"}]),
        selects=a_check(
            OPEN, {"do": "select", "role": "combobox", "name": "Shelf", "text": "Cold"},
            {"do": "click", "role": "checkbox", "name": "All done"},
            expect=[{"role": "combobox", "name": "Shelf", "value": "Cold"},
                    {"role": "checkbox", "name": "All done", "value": "checked"}, {"role": "listitem", "count": 0}],
        ),
    )  # fmt: skip
    assert {name: one[:2] for name, one in ended(uploaded).items()} == dict.fromkeys(
        ["adds", "enters", "goes", "selects"], (True, "")
    ), ended(uploaded)
    part = uploaded.result["checks"]["acceptance"]
    assert (part["status"], uploaded.result["status"]) == ("passed", "succeeded")
    assert "dist/index.html" in uploaded.names and uploaded.result["timings"]["acceptance_ms"] > 0


def test_what_does_not_hold_says_the_step_and_what_was_there(run: Checked) -> None:
    reported = ended(
        uploaded := run(
            count=a_check(OPEN, FILL, ADD, expect=[{"role": "listitem", "count": 2}], turn={"asked": "A list"}),
            element=a_check(OPEN, expect=[{"role": "button", "name": "Remove"}]),
            step=a_check(OPEN, {"do": "click", "role": "button", "name": "Add item"}, expect=[{"text": "Milk"}]),
            text=a_check(OPEN, expect=[{"text": "Bread"}]),
            url=a_check(OPEN, expect=[{"url": "/list"}]),
            value=a_check(OPEN, FILL, expect=[{"role": "textbox", "name": "New item", "value": "Bread"}]),
        )
    )
    assert (
        reported["count"] == (False, "ACCEPTANCE_RESULT", 4, 'There are 1: "Milk".')
        or reported["count"][3] == 'There are 1: "".'
    )
    assert reported["element"][:3] == (False, "ACCEPTANCE_RESULT", 2)
    assert reported["element"][3] == 'There is no button "Remove". There is: "Add".'
    assert reported["step"] == (False, "ACCEPTANCE_STEP", 2, 'There is no button "Add item". There is: "Add".')
    assert reported["text"][3].startswith('The page says: "shopping new item')
    assert reported["url"][3] == "The address is /."
    assert reported["value"][3] == 'Its value is "Milk".'
    part = uploaded.result["checks"]["acceptance"]
    assert (part["status"], part["message"]) == ("failed", "6 of 6 acceptance checks failed.")
    summary = JobResult.model_validate_json(uploaded.content["result.json"])
    assert summary.acceptance is not None
    assert (
        summary.acceptance[0]
        .diagnostic()
        .message.startswith(
            'The check "T" (of the turn "A list") failed at step 4, expect listitem 2 times: There are 1'
        )
    )


def test_files_that_are_no_checks_fail_with_a_code_and_leave_the_others_alone(run: Checked) -> None:
    code = {"do": "click", "selector": "a", "script": "fetch('//x')"}
    reported = ended(
        run(
            code=a_check(OPEN, code, expect=[{"text": "x"}]),
            good=a_check(OPEN, expect=[{"text": "Shopping"}]),
            huge=b'{"title": "' + b"x" * 9_000 + b'"}',
            quotes=a_check(OPEN, expect=[{"role": "button", "name": '"); alert(1); ("', "count": 0}]),
            steps=a_check(*[OPEN] * 100, expect=[{"text": "x"}]),
        )
    )
    assert {name: (one[0], one[1]) for name, one in reported.items()} == {
        "code": (False, "ACCEPTANCE_INVALID"),
        "good": (True, ""),
        "huge": (False, "ACCEPTANCE_TOO_LARGE"),
        "quotes": (True, ""),
        "steps": (False, "ACCEPTANCE_TOO_LARGE"),
    }
    assert reported["code"][3].startswith("steps 2: there is no 'selector'")


def test_more_checks_than_are_done_are_reported(run: Checked) -> None:
    reported = ended(run(**{f"c{number:02}": b"{}" for number in range(32)}))
    assert len(reported) == 31 and reported["c30"][1] == "ACCEPTANCE_TOO_MANY" and "there are 32" in reported["c30"][3]


def test_a_check_of_a_page_that_never_ends_is_ended_and_the_next_one_is_done(run: Checked) -> None:
    page = "<!doctype html><body><button onclick='for(;;);'>Hang</button><h1>Up</h1>"
    reported = ended(
        run(
            page,
            a_hangs=a_check(OPEN, {"do": "click", "role": "button", "name": "Hang"}, expect=[{"text": "Up"}]),
            b_good=a_check(OPEN, expect=[{"text": "Up"}]),
        )
    )
    assert reported["a_hangs"][:2] == (False, "ACCEPTANCE_TIMEOUT") and "15 seconds" in reported["a_hangs"][3]
    assert reported["b_good"][0], reported


def test_what_cannot_be_checked_is_no_fault_of_the_project(run: Checked) -> None:
    good = a_check(OPEN, expect=[{"text": "Shopping"}])
    assert run().result["checks"]["acceptance"] == {
        "status": "skipped", "reason": None, "message": "The project has no acceptance checks.", "log": "",
    }  # fmt: skip
    assert run(has=None, good=good).result["checks"]["acceptance"]["status"] == "unavailable"


def test_what_carries_a_date_is_found_by_a_pattern_or_its_place_and_a_page_is_loaded_again(run: Checked) -> None:
    """Trials: flows whose labels carry dates could not be guarded, and nothing loaded the page again."""
    button = {"role": "button", "name": "Delete call of *"}
    second = {"do": "click", "role": "button", "nth": 2}
    reload = {"do": "reload"}
    gone = [{**button, "count": 1}, {"text": "a", "count": 1}, {"role": "button", "name": "Delete * (b)", "count": 0}]
    checks = {
        "place": a_check(OPEN, second, reload, expect=gone),
        "pattern": a_check(OPEN, {"do": "click", **button, "name": "Delete call of * (b)"}, expect=gone[:2]),
        "literal": a_check(OPEN, {"do": "fill", "role": "textbox", "name": "Note *", "text": "x"}, expect=[
            {"role": "textbox", "nth": 1, "value": "x"}]),
        "wrong": a_check(OPEN, {"do": "click", "role": "button", "nth": 3}, expect=gone),
        "none": a_check(OPEN, {"do": "click", "role": "button", "name": "Delete note of *"}, expect=gone),
        "late": a_check(OPEN, expect=[{"role": "textbox", "nth": 2, "value": ""}]),
    }  # fmt: skip
    done = {one["path"].split("/")[-1]: one for one in run(CALLS, **checks).result["acceptance"]}
    assert {name for name, one in done.items() if one["ok"]} == {"place.json", "pattern.json", "literal.json"}
    messages = {name: (one["code"], one["message"]) for name, one in done.items() if not one["ok"]}
    assert messages["wrong.json"] == ("ACCEPTANCE_STEP", "There is no button number 3: there are 2.")
    assert messages["none.json"][1].startswith('There is no button "Delete note of *". There is: "Delete call of 2026-')
    assert messages["late.json"] == ("ACCEPTANCE_RESULT", "There is no textbox number 2: there are 1.")


def test_what_has_no_name_of_its_own_is_found_by_its_words(run: Checked) -> None:
    """Trials: list items have no accessible name, so the example that the model is shown could not pass."""
    item = {"role": "listitem", "count": 1}
    checks = {
        "words": a_check(OPEN, FILL, ADD, expect=[{**item, "name": "Milk"}, {**item, "name": "Mil*"}]),
        "none": a_check(OPEN, FILL, ADD, expect=[{**item, "name": "Bread"}]),
        "gone": a_check(OPEN, expect=[{**item, "name": "Milk", "count": 0}]),
    }
    done = {one["path"].split("/")[-1]: one for one in run(**checks).result["acceptance"]}
    assert [name for name, one in sorted(done.items()) if one["ok"]] == ["gone.json", "words.json"], done
    assert done["none.json"]["message"] == 'There is no listitem "Bread". There is: "Milk".'


def test_the_dearest_page_and_pattern_cost_no_check_its_time(run: Checked) -> None:
    """A pattern that a regular expression would try for years, against names that nearly fit it."""
    script = (
        "list.innerHTML = Array.from({length: 1000}, (_, n) => `<li aria-label='${'a'.repeat(480)}'>${n}`).join('')"
    )
    page = f"<!doctype html><title>T</title><body><ul id=list></ul><script>{script}</script>"
    hostile = a_check(OPEN, expect=[{"role": "listitem", "name": "*a" * 99 + "*b", "count": 0}])
    good = a_check(OPEN, expect=[{"role": "listitem", "name": "a*a", "count": 1000}])
    done = ended(run(page, hostile=hostile, good=good))
    assert all(one[0] for one in done.values()), done
