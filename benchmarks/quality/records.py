"""The trials of a run of the benchmark: one JSON line each, behind a line that says what was measured and where."""

import datetime
import hashlib
import json
import os
import platform
import subprocess
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from devkit.node.toolchain import ROOT

_PROMPTS = ("shared/prompts", "shared/tools")


@dataclass(frozen=True)
class Setting:
    """What was measured: `model` is `scripted` for the transcripts."""

    model: str
    wire: str = "auto"
    base_url: str = ""


class Records:
    """A JSONL file that is only ever appended to; a trial that stands in it is not made again."""

    def __init__(self, file: Path, setting: Setting) -> None:
        self._file, self._lock = file, threading.Lock()
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            self._append(header(setting))
            words_beside(file).write_text(json.dumps(words_of(ROOT)), "utf-8")
        elif not file.read_bytes().endswith(b"\n"):
            with file.open("a", encoding="ascii") as out:
                out.write("\n")  # behind a line that was cut off

    def trials(self) -> list[dict[str, Any]]:
        """Every trial so far."""
        return read_trials(self._file)

    def done(self, task: str, version: int, kind: str, number: int) -> bool:
        """Whether this trial stands in the file; one that infrastructure ended does not count."""
        wanted = (task, version, kind, number)
        return any(
            (one["task"], one["version"], one["kind"], one["trial"]) == wanted and not one["infrastructure"]
            for one in self.trials()
        )

    def spent(self) -> float:
        """Dollars of all trials."""
        return float(sum(one.get("paid_usd", 0.0) for one in self.trials()))

    def add(self, trial: dict[str, Any]) -> None:
        """One more line."""
        self._append(trial)

    def _append(self, line: dict[str, Any]) -> None:
        with self._lock, self._file.open("a", encoding="ascii") as out:
            out.write(json.dumps(line) + "\n")


def set_aside(out: Path, setting: Setting) -> Path | None:
    """Move the records of another setting (model, words, commit, machine) out of the way; where they are now."""
    file = out / "trials.jsonl"
    if not file.exists() or read_header(file) == header(setting):
        return None
    stamp = datetime.datetime.fromtimestamp(file.stat().st_mtime, datetime.UTC).strftime("%Y%m%dT%H%M%S")
    return out.rename(out.with_name(f"{out.name}-{stamp}"))


def read_trials(file: Path) -> list[dict[str, Any]]:
    """The trials of a file; a last line that was cut off is left out."""
    return [line for line in _lines(file) if "task" in line]


def read_header(file: Path) -> dict[str, Any]:
    """What the file's first line says was measured."""
    return next((line for line in _lines(file) if "header" in line), {})


def _lines(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in file.read_text("utf-8").split("\n") if file.exists() else []:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def header(setting: Setting) -> dict[str, Any]:
    """What a figure depends on."""
    changed = _git("diff", "HEAD")
    commit = _git("rev-parse", "--short", "HEAD")
    commit += f"+{hashlib.sha256(changed.encode()).hexdigest()[:8]}" if changed else ""
    return {
        "header": 1, **asdict(setting), "commit": commit, "prompts": prompt_digests(ROOT),
        "catalog": digest_of(ROOT / "shared" / "catalog" / "package-lock.json"),
        "prices": digest_of(ROOT / "shared" / "prices.json"),
        "machine": f"{os.cpu_count()} cores, {platform.platform()}, Python {platform.python_version()}",
    }  # fmt: skip


def words_of(root: Path) -> dict[str, str]:
    """The text of each file that the model is given words of: which line changed can be named."""
    files = [
        path for folder in _PROMPTS for path in sorted((root / folder).rglob("*")) if path.suffix in (".md", ".py")
    ]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}


def words_beside(records: Path) -> Path:
    """Where the words of a run are kept."""
    return records.with_name("words.json")


def prompt_digests(root: Path) -> dict[str, str]:
    """A digest of each of those files."""
    return {name: hashlib.sha256(text.encode()).hexdigest()[:12] for name, text in words_of(root).items()}


def digest_of(file: Path) -> str:
    """Of a file's content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()
