"""Source positions for a page's stack lines: `/assets/index-x.js:1:234` becomes `src/App.tsx:12:5`.

Only where a page reports an error the project is built once more, with hidden source maps, in a place that is thrown
away. What is uploaded is the first build's, which knows nothing of maps.
"""

import json
import os
import posixpath
import re
import shlex
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from worker.dist import DIST, DistFile, DistRefused, open_dist_file
from worker.sandbox.base import Command, Workplace
from worker.script import NoScript, npm_variables, read_package, script_text
from worker.tasks.base import Scene, TaskFailed
from worker.tasks.page import page_place, report_of
from worker.tasks.sharing import copy_source

_PLACE = re.compile(r"(?<![\w.:/@-])/([\w@~.+/-]{1,300}?\.m?js)(?:\?[\w=&.-]{0,100})?:(\d{1,7}):(\d{1,7})(?!\d)")
_VITE = re.compile(r"(?:^|&&|;)\s{0,9}((?:npx\s{1,9})?vite\s{1,9}build\b[^&;|<>\n]{0,500})")
_SOURCE = re.compile(r"(?:[\w@.+~$\[\]-]{1,100}/){0,24}[\w@.+~$\[\]-]{1,200}")
_MOST_FILES, _MOST_PLACES = 6, 200
_SCRIPT_BYTES, _MAP_BYTES = 8 * 1024**2, 16 * 1024**2
_BUILD_SECONDS, _LOOKUP_SECONDS, _LOOK_SECONDS = 30, 20, 0.03
_LINE, _ERROR = 500, 1_500
FAILED = "failed"
"""The browser writes this file when the page has thrown for the first time."""


class _Place(NamedTuple):
    """A place of a built file, as a stack has it."""

    file: str
    line: int
    column: int


class _Remade(NamedTuple):
    """The second build: its scene, and the files of the source before anything of it had run."""

    scene: Scene
    own: frozenset[str]


class Locator:
    """Looks up source positions, with the second build if that was made meanwhile."""

    def __init__(self, scene: Scene, early: "Future[_Remade | None]") -> None:
        self._scene, self._early = scene, early

    def located(self, opened: Path, page: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """The bounded report with source positions, where they are known; `opened` is the project of the shown `dist`.

        Nothing that goes wrong here is a fault of the page or of the build.
        """
        if page is None:
            return None
        places = list(dict.fromkeys(place for text in _texts(page) for place in _places(text)))[:_MOST_PLACES]
        if not places:
            return page
        try:
            with self._scene.progress.timed("positions_ms"):
                remade = self._early.result() or _remake(self._scene)
                sources = _sources(remade, opened, places) if remade else {}
        except (TaskFailed, DistRefused, NoScript, OSError):
            return page
        return _rewritten(page, sources)


@contextmanager
def locating(scene: Scene, place: Workplace) -> Iterator[Locator]:
    """Begin with the second build as soon as the browser in `place` has met an error; it looks at much after that."""
    ended = threading.Event()
    with ThreadPoolExecutor(1, thread_name_prefix="positions") as pool:
        try:
            yield Locator(scene, pool.submit(_remake_early, scene, place.project / FAILED, ended))
        finally:
            ended.set()


def _remake_early(scene: Scene, failed: Path, ended: threading.Event) -> _Remade | None:
    while not os.path.lexists(failed):
        if ended.wait(_LOOK_SECONDS):
            return None
    return _remake(scene)


def _remake(scene: Scene) -> _Remade | None:
    """Build once more, with maps; None where that cannot be done."""
    command = _command(scene)
    if command is None:
        return None
    inner = copy_source(scene, "positions")
    own = _paths(inner.place.project)
    limits = replace(inner.job.limits, wall_seconds=min(_BUILD_SECONDS, inner.job.limits.wall_seconds))
    return _Remade(inner, own) if inner.run(command, "build", limits=limits).exit_code == 0 else None


def _texts(page: Mapping[str, Any]) -> Iterable[str]:
    yield from page["errors"]
    yield from (line[name] for line in page["console"] for name in ("text", "place") if line["level"] == "error")
    for route in (page["routes"] or {}).get("opened", ()):
        yield from _texts({**route, "routes": None})


def _places(text: str) -> Iterable[_Place]:
    for match in _PLACE.finditer(text):
        yield _Place(match[1], int(match[2]), int(match[3]))


def _rewritten(page: Mapping[str, Any], sources: Mapping[_Place, str]) -> dict[str, Any]:
    def mapped(text: str, most: int) -> str:
        def source(match: re.Match[str]) -> str:
            return sources.get(_Place(match[1], int(match[2]), int(match[3])), match[0])

        return _PLACE.sub(source, text)[:most]

    def line(entry: Mapping[str, str]) -> dict[str, str]:
        return {**entry, "text": mapped(entry["text"], _LINE), "place": mapped(entry["place"], _LINE)}

    def one(found: Mapping[str, Any]) -> dict[str, Any]:
        errors = [mapped(error, _ERROR) for error in found["errors"]]
        return {**found, "errors": errors, "console": [line(entry) for entry in found["console"]]}

    routes = page["routes"]
    opened = routes and {**routes, "opened": [one(route) for route in routes["opened"]]}
    return {**one(page), "routes": opened}


def _sources(remade: _Remade, opened: Path, places: Sequence[_Place]) -> dict[_Place, str]:
    """`path:line:column` of the project's own source, of those places that have one."""
    built = remade.scene.place.project
    maps = {name: content for name in _files(places) if (content := _map(opened, built, name)) is not None}
    mapped = [place for place in places if place.file in maps]
    answers = _look_up(remade.scene, maps, mapped) if mapped else []
    located = zip(mapped, answers, strict=False)
    sources = {place: _source(maps[place.file][0], answer, remade.own) for place, answer in located}
    return {place: source for place, source in sources.items() if source}


def _command(scene: Scene) -> Command | None:
    """Vite's own part of the build script, with maps that the built files do not name; None where it has none."""
    package = read_package(scene.place.project / "package.json")
    vite = _VITE.search(script_text(package, "build") or "")
    if vite is None or "sourcemap" in vite[1]:
        return None
    line = " ".join([vite[1].strip(), "--sourcemap", "hidden", *map(shlex.quote, scene.job.build_args)])
    return Command(("sh", "-c", line), {**scene.job.env, **npm_variables(package, "build")})


def _paths(project: Path) -> frozenset[str]:
    """The files of the source, before anything of it has run."""
    found = (Path(folder, name) for folder, _, names in os.walk(project) for name in names)
    return frozenset(path.relative_to(project).as_posix() for path in found)


def _files(places: Sequence[_Place]) -> list[str]:
    return list(dict.fromkeys(place.file for place in places))[:_MOST_FILES]


def _map(opened: Path, built: Path, name: str) -> tuple[str, bytes] | None:
    """The file's path in `dist` and its map. A file that the second build made otherwise has none: it would be wrong.

    An app that expects itself in a folder names its files with that folder.
    """
    parts = name.split("/")
    if ".." in parts or "" in parts:
        return None
    for at in range(min(len(parts), 4)):
        path = "/".join(parts[at:])
        shown = _content(opened, path, _SCRIPT_BYTES)
        if shown is not None:
            same = shown == _content(built, path, _SCRIPT_BYTES)
            content = _content(built, f"{path}.map", _MAP_BYTES) if same else None
            return None if content is None else (path, content)
    return None


def _content(project: Path, path: str, most: int) -> bytes | None:
    try:
        with open_dist_file(project, DistFile(path, 0)) as file:
            content = file.read(most + 1)
    except DistRefused:
        return None
    return content if len(content) <= most else None


def _look_up(scene: Scene, maps: Mapping[str, tuple[str, bytes]], places: Sequence[_Place]) -> list[Any]:
    """What the maps say of the places, in a sandbox of its own: project code wrote them."""
    place = page_place(scene.place, name="lookup")
    names = list(maps)
    for number, (_, content) in enumerate(maps.values()):
        (place.project / f"{number}.map").write_bytes(content)
    numbered = [[names.index(one.file), one.line, one.column] for one in places]
    document = {"maps": [f"{number}.map" for number in range(len(names))], "places": numbered}
    (place.project / "places.json").write_text(json.dumps(document))
    limits = replace(scene.job.limits, wall_seconds=min(_LOOKUP_SECONDS, scene.job.limits.wall_seconds))
    scene.run(Command(("node", "positions.mjs"), {}), "lookup", place=place, limits=limits)
    answers = report_of(place).get("places")
    return answers if isinstance(answers, list) else []


def _source(path: str, answer: object, own: frozenset[str]) -> str:
    """`path:line:column` where that is a file of the source; a map may name any."""
    if not isinstance(answer, list) or len(answer) != 3:
        return ""
    name, line, column = answer
    if not isinstance(name, str) or not all(type(one) is int and 0 < one < 10_000_000 for one in (line, column)):
        return ""
    source = posixpath.normpath(posixpath.join(DIST, posixpath.dirname(path), name.split("?", 1)[0]))
    return f"{source}:{line}:{column}" if source in own and _SOURCE.fullmatch(source) else ""
