"""A plan that somebody can build from, and nothing built yet."""

from benchmarks.quality.site import Site
from benchmarks.quality.task import TASKS, load_task
from benchmarks.quality.trees import Scene, start_of


def check_steps(site: Site) -> None:
    assert len(plan(site)) >= 4, plan(site)


def check_courses_before_cancelling(site: Site) -> None:
    courses, cancel = first(site, "course"), last(site, "cancel")
    assert 0 <= courses <= cancel, f"courses first in step {courses + 1}, cancelling last in {cancel + 1}"


def check_booking_before_cancelling(site: Site) -> None:
    booking, cancel = first(site, "book"), last(site, "cancel")
    assert 0 <= booking <= cancel, f"booking first in step {booking + 1}, cancelling last in {cancel + 1}"


def check_phone_is_not_forgotten(site: Site) -> None:
    planned = f"{plan(site)} {site.state['requirements']}".lower()
    assert "phone" in planned, planned


def check_pages(site: Site) -> None:
    pages = str(site.state["requirements"].get("pages", "")).lower()
    assert "course" in pages and "booking" in pages, pages


def check_quality(site: Site) -> None:
    quality = str(site.state["requirements"].get("quality", "")).lower()
    assert "keyboard" in quality and "phone" in quality, quality


def check_says_what_it_builds(site: Site) -> None:
    assert "course" in site.answer.lower() or "booking" in site.answer.lower(), site.answer[:200]


def check_no_file_changed(site: Site) -> None:
    before = Scene(start_of(load_task(TASKS / "plan-from-blueprint")).files).texts
    changed = sorted(path for path in before.keys() | site.files.keys() if before.get(path) != site.files.get(path))
    assert changed == [], changed


def plan(site: Site) -> list[str]:
    return [step.lower() for step in site.state["plan"]]


def first(site: Site, word: str) -> int:
    """The number of the first step that has the word, from 0; -1 when none has."""
    return next((number for number, step in enumerate(plan(site)) if word in step), -1)


def last(site: Site, word: str) -> int:
    """The number of the last step that has the word, from 0; -1 when none has."""
    return max((number for number, step in enumerate(plan(site)) if word in step), default=-1)
