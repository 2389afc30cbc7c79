"""Whether a result is what was asked for: the task's checks, each with a time limit that nothing passes."""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from benchmarks.quality.person import Infrastructure
from benchmarks.quality.task import Task
from benchmarks.quality.trees import Scene

CHECK_SECONDS = 20.0
_START_SECONDS = 30.0
_ROOT = Path(__file__).parents[2]

Outcome = Literal["passed", "failed", "hung", "broken"]


@dataclass(frozen=True)
class Checked:
    """One check's outcome."""

    id: str
    outcome: Outcome
    why: str = ""


@dataclass
class Verdict:
    """What was seen. `errors` are those of the console, `outside` addresses on other hosts."""

    checks: list[Checked] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    shots: list[str] = field(default_factory=list)
    blank: bool = False
    problem: str = ""

    def failures(self, task: Task) -> list[str]:
        """Everything that keeps the task from having succeeded, a line each."""
        missed = [f"{one.id}: {one.outcome}: {one.why}" for one in self.checks if one.outcome != "passed"]
        if len(self.errors) > task.must.console_errors:
            missed.append(f"console: {self.errors[0]}")
        if self.blank:
            missed.append("the page is blank")
        return [*([self.problem] if self.problem else []), *missed]


def judge(
    task: Task,
    scene: Scene,
    address: str,
    shots: Path,
    *,
    folder: Path | None = None,
    seconds: float = CHECK_SECONDS,
    until_failed: bool = False,
    times: int = 1,
) -> Verdict:
    """Look at `address` (empty: nothing is published) as the task's checks say, so many `times`, or `until_failed`.

    Infrastructure when no browser starts, or browser or server go away.
    """
    verdict = Verdict()
    waiting = [check.id for check in task.checks] * times
    asked = {
        "address": address, "check_file": str((folder or task.folder) / "check.py"), "files": scene.texts,
        "state": scene.state, "answer": scene.answer, "shots": str(shots), "until_failed": until_failed,
    }  # fmt: skip
    shots.mkdir(parents=True, exist_ok=True)
    look = bool(address)
    while waiting or look:
        look = _round({**asked, "checks": waiting, "look": look}, waiting, verdict, seconds)
        if until_failed and verdict.checks and verdict.checks[-1].outcome != "passed":
            break
    return verdict


def _round(asked: dict[str, Any], waiting: list[str], verdict: Verdict, seconds: float) -> bool:
    """Run what is left in one process, until it is through or something hangs; whether the look is still to be done."""
    with _Child(asked) as child:
        if child.next(_START_SECONDS) is None:
            raise Infrastructure(f"the browser of the checks did not start: {child.last_words()}")
        while waiting or asked["look"]:
            told = child.next(seconds)
            if told is None:
                return _given_up(child, waiting, verdict, look=asked["look"])
            if "began" in told:
                continue
            verdict.errors += [error for error in told["errors"] if error not in verdict.errors]
            verdict.outside += [one for one in told["outside"] if one not in verdict.outside]
            if "look" in told:
                verdict.shots, verdict.blank = told["shots"], told["blank"]
                return False
            if told["verdict"] == "lost":
                raise Infrastructure(f"{told['check']}: {told['why']}")
            verdict.checks.append(Checked(told["check"], told["verdict"], told["why"]))
            waiting.remove(told["check"])
            if asked["until_failed"] and told["verdict"] != "passed":
                return False
    return False


def _given_up(child: "_Child", waiting: list[str], verdict: Verdict, *, look: bool) -> bool:
    """What was under way when nothing came any more; whether the look is still to be done."""
    if not waiting:
        verdict.problem = f"the page could not be looked at: {child.last_words()}"
        return False
    ended = child.ended
    name = waiting.pop(0)
    why = child.last_words() if ended else "no end was in sight; it was stopped"
    verdict.checks.append(Checked(name, "broken" if ended else "hung", why))
    return look


class _Child:
    """The process of the checks, and all that it starts; nothing of it is left afterwards."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._folder = tempfile.TemporaryDirectory(prefix="judge", ignore_cleanup_errors=True)

    def __enter__(self) -> "_Child":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.quality.judge_child"], cwd=_ROOT, text=True, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": self._folder.name},
        )  # fmt: skip
        assert self._process.stdin is not None
        self._errors: list[str] = []
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(self._asked))
            self._process.stdin.close()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for reader in self._readers:
            reader.join()
        self._folder.cleanup()

    @property
    def ended(self) -> bool:
        """Whether it ended by itself."""
        return self._process.poll() is not None

    def next(self, seconds: float) -> dict[str, Any] | None:
        """What it tells next; None when it ended, or told nothing for so long."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self._process.wait()
            return None
        told: dict[str, Any] = json.loads(line)
        return told

    def last_words(self) -> str:
        """The end of what it complained about."""
        return self._errors[-1].strip()[:300] if self._errors else "it ended without a word"

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                self._errors = [*self._errors[-20:], line] if line.strip() else self._errors
