"""A tree that ended the compiler is not compiled again at once."""

from datetime import timedelta

import pytest

from devkit.fakes.world import World
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.services.compile_tree import compile_tree, kept_until

FILES: Files = {"index.html": b"<!doctype html>"}


class Scene:
    """A tenant's tree whose compiler answers with one code."""

    def __init__(self, code: str) -> None:
        self.world = World()
        found = Diagnostic(severity="error", code=code, message="It took too long.")
        self.world.compiler.respond = lambda _: CompileReport(ok=False, diagnostics=[found])

    def compile(self, tenant_id: str = "acme", files: Files = FILES) -> CompileReport:
        tree = self.world.snapshots.put(tenant_id, "app", files)
        return compile_tree(tenant_id=tenant_id, app_id="app", tree=tree, seconds=60, ports=self.world.ports())

    @property
    def compiled(self) -> int:
        return len(self.world.compiler.compiled)


@pytest.mark.parametrize("code", ["COMPILE_TIMEOUT", "COMPILE_CRASHED"])
def test_unfinished_tree_is_answered_from_what_is_kept(code: str) -> None:
    scene = Scene(code)
    answers = [scene.compile() for _ in range(5)]
    assert scene.compiled == 1
    assert all(answer == answers[0] for answer in answers)


def test_each_attempt_waits_five_times_as_long() -> None:
    scene = Scene("COMPILE_TIMEOUT")
    for attempts, minutes in ((1, 2), (2, 10), (3, 50)):
        scene.compile()
        assert scene.compiled == attempts
        scene.world.clock.advance(minutes * 60 - 1)
        scene.compile()
        assert scene.compiled == attempts
        scene.world.clock.advance(1)


def test_longest_wait_is_a_day() -> None:
    now = World().clock.now()
    assert kept_until(1_000, now) - now == timedelta(days=1)


def test_another_tenant_and_another_tree_are_compiled() -> None:
    scene = Scene("COMPILE_TIMEOUT")
    scene.compile()
    scene.compile("other")
    scene.compile(files={"index.html": b"changed"})
    assert scene.compiled == 3


def test_finished_tree_is_compiled_each_time() -> None:
    scene = Scene("SYNTAX_ERROR")
    scene.compile()
    scene.compile()
    assert scene.compiled == 2
