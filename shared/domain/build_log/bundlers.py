"""Readers of what bundlers print: vite, rolldown, esbuild, their plugins and the style sheet tools inside them."""

import re
from itertools import pairwise

from shared.domain.build_log.lines import Finding, Lines, Read, finding, is_frame, one_based

_BOX_PLACE = re.compile(r"\s*[╭┌]─\[\s?(.{1,300}?):(\d+):(\d+)\s?\]")
_BOX_END = re.compile(r"\s*[─╰]──[╯─]*$")
_BOX_CODE = re.compile(r"(?:Error: )?(?:\S+ \(\d+:\d+\) )?\[([\w:./@-]+)\] (.+)")
_BOX_WARNING = re.compile(r"\S+ \(\d+:\d+\) \[")
_CODED = re.compile(r"\[([A-Z][A-Z_]{3,40})\] (.+)")
_LINT = re.compile(r"\s+([⚠×x]) (?:([\w@/-]+\([\w/@-]+\)): )?(.+)")
_BOX_SOURCE = re.compile(r"\s*(\d+) │ (.*)")
_BOX_LABEL = re.compile(r"\s*[│·].*╰─+ (.+)$")
_BOX_HELP = re.compile(r"\s*(?:[│·]\s*)?[Hh]elp: (.+)$")
_BOX_LINES = 60

_PLUGIN = re.compile(r"\[plugin ([^\]]{1,100})\](?: (/\S+?)(?::(\d+|undefined):(\d+|NaN))?)?$")
_ERROR_LINE = re.compile(r"(?:(\w*Error|Error)(?: \[(\w+)\])?: )(.+)")
_TOOL_TAG = re.compile(r"\[(sass|less|stylus|postcss|lightningcss(?: minify)?|esbuild|vue/compiler-sfc)\] ")
_BABEL_PLACE = re.compile(r" \(\d+:\d+\)$")
_SVELTE_PLACE = re.compile(r"(?<!\S)(?:/project/)?\S+\.svelte(?:\.[jt]s)?:\d+:\d+ ")
_SVELTE_URL = re.compile(r"https://svelte\.dev/e/(\w+)")
_SHOWN = re.compile(r"\s*(\d+)(?:  ?\||:) {1,2}(.*)")
_CARET = re.compile(r"\s*(?:\|\s*)?\^")
_SASS_PLACE = re.compile(r"\s{2}(\S+\.(?:scss|sass|less)) (\d+):(\d+)  ")
_POSTCSS_PLACE = re.compile(r"(?:\[postcss\] )?(/\S+?):(\d+):(\d+): (.+)")
_POSTCSS_CONFIG = re.compile(r"\(@(/project/[^)]+)\)")
_PLUGIN_LINES = 40

_UNRESOLVED = re.compile(r'.*Rolldown failed to resolve import "([^"]+)" from "([^"]+)"')
_CAUSED_BY = re.compile(r"\[builtin:([\w-]+)\] plugin `[^`]+` threw an error")
_TSCONFIG = re.compile(r'\s*\d+: Failed to load tsconfig "([^"]+)".*message: "([^"]+)", line: (\d+), column: (\d+)')
_CONFIG = re.compile(r"failed to load config from (/\S+)")
_HTML = re.compile(r"Unable to parse HTML; (.+)")
_AT_PLACE = re.compile(r" at (/\S+):(\d+):(\d+)$")
_ASSET = re.compile(r"(\S+) referenced in \S+ didn't resolve at build time")
_SVELTE_WARNING = re.compile(r"(?:\S+(?: [AP]M)? )?\[vite-plugin-svelte\] (\S+\.svelte):(\d+):(\d+) (.+)")
_ESBUILD = re.compile(r"[✘▲] \[(ERROR|WARNING)\] (.+?)(?: \[([\w:-]+)\])?$")
_ESBUILD_PLACE = re.compile(r"    (\S+?):(\d+):(\d+):$")


def read_box(lines: Lines, at: int) -> Read | None:
    """A frame drawn by rolldown, oxc or oxlint, with its headline on the line before."""
    place = _BOX_PLACE.match(lines[at + 1]) if at + 1 < len(lines) else None
    if place is None:
        return None
    end = next((i for i in range(at + 2, min(at + _BOX_LINES, len(lines))) if _BOX_END.match(lines[i])), at + 1)
    inside = lines[at + 2 : end + 2]
    code, message, severity = _headline(lines[at])
    shown = next((found[2] for found in map(_BOX_SOURCE.match, inside) if found and found[1] == place[2]), None)
    hint = _hint(inside)
    item = finding(code, message, place[1], place[2], place[3], hint=hint, shown=shown)
    if severity == "warning":
        item = Finding(item.diagnostic.model_copy(update={"severity": "warning"}), item.shown)
    return Read((item,), end + 1)


def _headline(line: str) -> tuple[str, str, str]:
    rule = _LINT.match(line)
    if rule:
        return rule[2] or "LINT", rule[3], "warning" if rule[1] == "⚠" else "error"
    coded = _BOX_CODE.match(line)
    if coded is None:
        return "BUILD_ERROR", line, "error"
    code = coded[1] if coded[1].isupper() else "PARSE_ERROR"
    return code, coded[2], "warning" if _BOX_WARNING.match(line) else "error"


def _hint(inside: Lines) -> str | None:
    helped = [found[1] for found in map(_BOX_HELP.match, inside) if found and "imported by" not in found[1]]
    labels = [found[1] for found in map(_BOX_LABEL.match, inside) if found]
    return next(iter(helped), labels[-1] if labels else None)


def read_plugin(lines: Lines, at: int) -> Read | None:
    """`[plugin NAME] /project/path:1:2`, then the plugin's own words and the code."""
    header = _PLUGIN.match(lines[at])
    if header is None:
        return None
    end = at + 1
    while end < min(at + _PLUGIN_LINES, len(lines)) and not is_frame(lines[end]):
        end += 1
    return Read((_plugin_finding(header, lines[at + 1 : end]),), end)


def _plugin_finding(header: re.Match[str], body: Lines) -> Finding:
    plugin, place, line, column = header[1], header[2], header[3], one_based(header[4])
    message = _message(body)
    tag = _TOOL_TAG.search(message)
    if plugin == "vite:vue" if not tag else tag[1] == "lightningcss":  # these count from 1, all others from 0
        column = column - 1 if column else None
    exact = _exact_place(body)
    if exact and not (place and "?" in place):
        place, line, column = exact
    svelte = next((found[1] for found in map(_SVELTE_URL.match, body) if found), None)
    message = _SVELTE_PLACE.sub("", _TOOL_TAG.sub("", message, count=1), count=1)
    message = _BABEL_PLACE.sub("", message) if tag else message
    inner = _POSTCSS_PLACE.match(message)
    return finding(
        _plugin_code(plugin, tag[1] if tag else None, svelte),
        inner[4] if inner else message,
        place,
        line,
        column,
        hint=f"https://svelte.dev/e/{svelte}" if svelte else None,
        shown=_shown(body),
    )


def _exact_place(body: Lines) -> tuple[str, str | None, int | None] | None:
    """A place the tool inside the plugin names better than the plugin does."""
    for line in body:
        if found := _SASS_PLACE.match(line):
            return found[1], found[2], int(found[3])
        if found := _POSTCSS_PLACE.search(line):
            return found[1], found[2], int(found[3])
        if found := _POSTCSS_CONFIG.match(line):
            return found[1], None, None
    return None


def _message(body: Lines) -> str:
    first = next((line for line in body if line.strip()), "")
    named = _ERROR_LINE.match(first)
    return named[3] if named else first


def _plugin_code(plugin: str, tag: str | None, svelte: str | None) -> str:
    if svelte:
        return f"svelte/{svelte}"
    if tag:
        return tag.split("/")[0].split()[0]
    if plugin.startswith("@tailwindcss/"):
        return "tailwindcss"
    return plugin.removeprefix("vite:").removeprefix("vite-plugin-").split(":")[0]


def _shown(body: Lines) -> str | None:
    """The line of code above the caret."""
    for above, below in pairwise(body):
        code = _SHOWN.match(above)
        if code and _CARET.match(below):
            return code[2]
    return None


def read_coded(lines: Lines, at: int) -> Read | None:
    """A coded message of rolldown that has no frame."""
    found = _CODED.match(lines[at])
    return Read((finding(found[1], found[2]),), at + 1) if found else None


def read_unresolved(lines: Lines, at: int) -> Read | None:
    """vite's own words for a package it does not find."""
    found = _UNRESOLVED.match(lines[at])
    if found is None:
        return None
    return Read((finding("UNRESOLVED_IMPORT", f'Could not resolve "{found[1]}".', found[2]),), at + 1)


def read_caused_by(lines: Lines, at: int) -> Read | None:
    """A built-in plugin that fails: what it says stands below `Caused by:`."""
    found = _CAUSED_BY.match(lines[at])
    if found is None:
        return None
    body = [line for line in lines[at + 1 : at + 6] if line.strip() and not line.startswith("Caused by")]
    config = _TSCONFIG.match(body[0]) if body else None
    if config:
        return Read((finding("TSCONFIG", config[2], config[1], config[3], one_based(config[4])),), at + 6)
    return Read((finding(found[1], body[0] if body else lines[at]),), at + 4)


def read_config(lines: Lines, at: int) -> Read | None:
    """A configuration that throws; one that does not parse is told by the frame that follows."""
    found = _CONFIG.match(lines[at])
    error = next((_ERROR_LINE.match(line) for line in lines[at + 1 : at + 3] if _ERROR_LINE.match(line)), None)
    if found is None or error is None or error[3].startswith("Build failed with"):
        return None
    return Read((finding("CONFIG_ERROR", error[3], found[1]),), at + 3)


def read_vite_warning(lines: Lines, at: int) -> Read | None:
    """What vite lets pass: odd HTML, an asset that is not there, a Svelte warning."""
    below = lines[at + 1] if at + 1 < len(lines) else ""
    place = _AT_PLACE.match(below)
    if (html := _HTML.match(lines[at])) and place:
        return Read((finding("HTML", html[1], place[1], place[2], place[3], severity="warning"),), at + 2)
    if svelte := _SVELTE_WARNING.match(lines[at]):
        url = _SVELTE_URL.match(below)
        code = f"svelte/{url[1]}" if url else "svelte"
        item = finding(code, svelte[4], svelte[1], svelte[2], one_based(svelte[3]), severity="warning")
        return Read((item,), at + 1)
    if asset := _ASSET.match(lines[at]):
        return Read((finding("UNRESOLVED_ASSET", f"{asset[1]} was not found.", severity="warning"),), at + 1)
    return None


def read_esbuild(lines: Lines, at: int) -> Read | None:
    """esbuild's messages."""
    found = _ESBUILD.match(lines[at])
    if found is None:
        return None
    places = (_ESBUILD_PLACE.match(line) for line in lines[at + 1 : at + 3])
    place = next((place for place in places if place), None)
    item = finding(
        f"esbuild/{found[3]}" if found[3] else "esbuild",
        found[2],
        place[1] if place else None,
        place[2] if place else None,
        one_based(place[3]) if place else None,
        severity="error" if found[1] == "ERROR" else "warning",
    )
    return Read((item,), at + 1)


READERS = (
    read_box,
    read_coded,
    read_plugin,
    read_unresolved,
    read_caused_by,
    read_config,
    read_vite_warning,
    read_esbuild,
)
