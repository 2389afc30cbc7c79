"""Memory and work of each process of a running stack, by what it is: front server, emulator, functions, the rest."""

import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PROC = Path("/proc")
_FUNCTION = b"AWS_LAMBDA_FUNCTION_NAME="
_SAMPLE_SECONDS = 1.0
_TICKS = os.sysconf("SC_CLK_TCK")


def family(root: int) -> list[int]:
    """The process `root` and all that descend from it."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in _PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                children[int((folder / "stat").read_text().rpartition(")")[2].split()[1])].append(int(folder.name))
    found = [root]
    for each in found:
        found.extend(children[each])
    return found


def name_of(pid: int, root: int) -> str:
    """`front`, `emulator`, a function's name, or the program's (a build, `esbuild` and what else a function starts)."""
    if pid == root:
        return "front"
    command = (_PROC / str(pid) / "cmdline").read_bytes()
    if b"local.emulator.process" in command:
        return "emulator"
    if b"_worker." not in command:
        return Path(command.split(b"\0")[0].decode()).name or "other"
    told = (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    return next(
        (one.removeprefix(_FUNCTION).decode().rpartition("-")[2] for one in told if one.startswith(_FUNCTION)), "other"
    )


def resident(root: int) -> dict[str, list[float]]:
    """Megabytes of each process, by name."""
    sizes: dict[str, list[float]] = defaultdict(list)
    for pid in family(root):
        with suppress(OSError, IndexError):
            pages = int((_PROC / str(pid) / "statm").read_text().split()[1])
            sizes[name_of(pid, root)].append(round(pages * 4096 / 1e6, 1))
    return dict(sizes)


def seconds_of_work(root: int) -> dict[str, float]:
    """Seconds of a processor that living processes have used until now, by name."""
    used: dict[str, float] = defaultdict(float)
    for pid in family(root):
        with suppress(OSError, IndexError):
            fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
            used[name_of(pid, root)] += (int(fields[11]) + int(fields[12])) / _TICKS
    return used


@contextmanager
def work(root: int) -> Iterator[dict[str, float]]:
    """Afterwards the seconds of a processor that were used in between, by name; small ones are left out."""
    before, used = seconds_of_work(root), {}
    yield used
    after = seconds_of_work(root)
    used.update({name: round(after[name] - before.get(name, 0.0), 1) for name in after})
    for name in [name for name, seconds in used.items() if seconds < 0.1]:
        del used[name]


@contextmanager
def peaks(root: int) -> Iterator[dict[str, dict[str, float]]]:
    """Samples once a second; afterwards by name the most processes at once, the largest, and their largest sum."""
    seen: dict[str, dict[str, float]] = {}
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            for name, sizes in resident(root).items():
                one = seen.setdefault(name, {"processes": 0, "largest_mb": 0.0, "sum_mb": 0.0})
                now = {"processes": len(sizes), "largest_mb": max(sizes), "sum_mb": round(sum(sizes), 1)}
                one.update({key: max(one[key], value) for key, value in now.items()})
            over.wait(_SAMPLE_SECONDS)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()
