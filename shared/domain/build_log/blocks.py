"""Readers of what tools print over many lines: frames, plugins of vite, tests of vitest, errors with a stack."""

import re
from itertools import pairwise, takewhile

from shared.domain.build_log.lines import Finding, Lines, Read, finding, is_frame, one_based

_BOX_PLACE = re.compile(r"\s*[╭┌]─\[\s?(.{1,300}?):(\d+):(\d+)\s?\]")
_BOX_END = re.compile(r"\s*[─╰]──[╯─]*$")
_BOX_CODE = re.compile(r"(?:Error: )?(?:\S+ \(\d+:\d+\) )?\[([\w:./@-]+)\] (.+)")
_BOX_WARNING = re.compile(r"\S+ \(\d+:\d+\) \[")
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

_ROLLUP_HEAD = "error during build:"
_ROLLUP_TAG = re.compile(r"\[([\w:@/.-]{1,60})\] (?=\S)")
_ROLLUP_PREFIXES = re.compile(
    r"(?:\[[\w:@/.-]{1,60}\] )?(?:\[plugin [^\]]{1,100}\] )?(?:\S{1,300} \(\d+:\d+\): )?(?=\S)"
)
_ROLLUP_FILE = re.compile(r"file: (/\S+?)(?::(\d+|undefined):(\d+|NaN))?(?: \(/\S+\))?$")
_ROLLUP_UNRESOLVED = re.compile(
    r'(?:\[vite\]: )?(?:Rollup failed to resolve import|Could not resolve) "([^"\n]{1,500})" from "([^"\n]{1,300})"'
)
_ROLLUP_UNLOADED = re.compile(r"\[[\w:-]{1,60}\] Could not load (/?\S{1,300}) \(imported by ([^)\n]{1,300})\): ENOENT")
_ESBUILD_LINE = re.compile(r"(/project/\S+?):(\d+):(\d+): ERROR: (.+)")
_NO_JSX = re.compile(r"Unexpected JSX|If you are using JSX|The JSX syntax extension is not")
_JSX = re.compile(r"<[A-Za-z>]")
_PLAIN_JS = re.compile(r"\.[mc]?js$")
_RENAME = "Rename the file to .jsx or .tsx"

_VITEST_FAIL = re.compile(r" FAIL  (\S+)(?: > (.+)| \[ .+ \])$")
_VITEST_UNHANDLED = re.compile(r"⎯+ (Uncaught Exception|Unhandled Rejection|Unhandled Error) ⎯+$")
_VITEST_FRAME = re.compile(r" ❯ (?:.* )?([^\s:]+):(\d+):(\d+)$")
_VITEST_STACK = re.compile(r" ❯ ")
_VITEST_FILE = re.compile(r"  File: (/\S+?):(\d+):(\d+)$")
_VITEST_END = re.compile(r"⎯{5,}|This error originated in")
_VITEST_LINES = 120
_VITEST_SAID = 2_000
_BOX = re.compile(r"\s*╭─\[")

_STACKED = re.compile(r"(?:Uncaught )?(\w*Error)(?: \[(\w+)\])?: (.+)")
_IMPORTED_FROM = re.compile(r" imported from (/project/\S+)$")
_FRAME = re.compile(r"\s+at (?:.*[\s(])?((?:file://)?/project/[^\s():]+):(\d+):(\d+)\)?$")


def read_box(lines: Lines, at: int) -> Read | None:
    """A frame drawn by rolldown, oxc or oxlint, with its headline on the line before."""
    place = _BOX_PLACE.match(lines[at + 1]) if at + 1 < len(lines) else None
    if place is None:
        return None
    end = next((i for i in range(at + 2, min(at + _BOX_LINES, len(lines))) if _BOX_END.match(lines[i])), at + 1)
    inside = lines[at + 2 : end + 2]
    code, message, severity = _headline(lines[at])
    shown = next((found[2] for found in map(_BOX_SOURCE.match, inside) if found and found[1] == place[2]), None)
    hint = _jsx_hint(message, place[1], shown) or _hint(inside)
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


def read_rollup(lines: Lines, at: int) -> Read | None:
    """What Vite 7 and before prints below "error during build:": a message of Rollup or a plugin, `file:`, code."""
    if at == 0 or lines[at - 1] != _ROLLUP_HEAD or _ERROR_LINE.match(lines[at]) or lines[at].startswith("Build failed"):
        return None
    end = at + 1
    while end < min(at + _PLUGIN_LINES, len(lines)) and not is_frame(lines[end]):
        end += 1
    body = lines[at:end]
    return Read(tuple(_by_esbuild(body)) or (_unresolved(body[0]) or _rollup_finding(body),), end)


def _by_esbuild(body: Lines) -> list[Finding]:
    """One finding for each line of "Transform failed with 3 errors:"; the code shown is that of the first."""
    errors = [found for found in map(_ESBUILD_LINE.match, body) if found]
    shown = [_shown(body), *[None] * len(errors)]
    return [
        finding(
            "PARSE_ERROR",
            error[4],
            error[1],
            error[2],
            one_based(error[3]),
            hint=_jsx_hint(error[4], error[1], code),
            shown=code,
        )
        for error, code in zip(errors, shown, strict=False)
    ]


def _unresolved(head: str) -> Finding | None:
    if found := _ROLLUP_UNRESOLVED.match(head):
        return finding("UNRESOLVED_IMPORT", f'Could not resolve "{found[1]}".', found[2])
    if found := _ROLLUP_UNLOADED.match(head):
        return finding("UNRESOLVED_IMPORT", f'Could not load "{found[1]}": there is no such file.', found[2])
    if head.startswith("Could not resolve entry module"):
        return finding("UNRESOLVED_ENTRY", head, hint="Look at `input` in the Vite configuration.")
    return None


def _rollup_finding(body: Lines) -> Finding:
    tag = _ROLLUP_TAG.match(body[0])
    prefixes = _ROLLUP_PREFIXES.match(body[0])
    message = body[0][prefixes.end() if prefixes else 0 :]
    tool = _TOOL_TAG.search(message)
    place, line, column = _rollup_place(body, message, counts_from_one=bool(tag and tag[1] == "vite:vue" and not tool))
    inner = _POSTCSS_PLACE.search(message)
    message = inner[4] if inner else _SVELTE_PLACE.sub("", _TOOL_TAG.sub("", message, count=1), count=1)
    code = _plugin_code(tag[1] if tag else "BUILD_ERROR", tool[1] if tool else None, None)
    code = "MISSING_EXPORT" if " is not exported by " in message else code
    shown = _shown(body)
    return finding(code, message, place, line, column, hint=_jsx_hint(message, place, shown), shown=shown)


def _rollup_place(body: Lines, message: str, *, counts_from_one: bool) -> tuple[str | None, str | None, int | None]:
    file = next((found for found in map(_ROLLUP_FILE.match, body) if found), None)
    place, line, column = file.groups() if file else (None, None, None)
    if not (place and "?" in place) and (exact := _exact_place([message, *body[1:]])):
        return exact
    return place, line, one_based(column) if not counts_from_one else int(column or 0)


def _jsx_hint(message: str, place: str | None, shown: str | None) -> str | None:
    """The mend of JSX in a file named as plain JavaScript: tools advise settings, which most builds do not read."""
    if place is None or not _PLAIN_JS.search(place):
        return None
    # Rollup's own parser names no JSX: only the code beside its words shows it.
    is_shown = message == "Expression expected" and _JSX.search(shown or "")
    return _RENAME if is_shown or _NO_JSX.search(message) else None


def read_vitest(lines: Lines, at: int) -> Read | None:
    """A failed test, a test file that could not be loaded, or an error nobody caught."""
    failed, unhandled = _VITEST_FAIL.match(lines[at]), _VITEST_UNHANDLED.match(lines[at])
    if failed is None and unhandled is None:
        return None
    end = at + 1
    while end < min(at + _VITEST_LINES, len(lines)) and not _ends_test(lines[end]):
        end += 1
    body = lines[at + 1 : end]
    framed = next((index for index, line in enumerate(body) if _BOX.match(line)), None)
    if framed is not None:
        return Read((), at + framed)
    name = failed[2] if failed else None
    code = "TEST_FAILED" if name else "TEST_ERROR"
    path, line, column = _place(body) or (failed[1] if failed else None, None, None)
    said = _said(body, whole=name is not None)
    return Read((finding(code, f"{name}: {said}" if name else said, path, line, column),), end)


def _said(body: Lines, *, whole: bool) -> str:
    """The first line; of a failed test also what it compared, or the page it looked at, up to the place."""
    words = list(takewhile(lambda line: not _VITEST_STACK.match(line), body))
    text = "\n".join(line for line in (words if whole else body) if line.strip())
    return text[:_VITEST_SAID] if whole else text.partition("\n")[0]


def _ends_test(line: str) -> bool:
    return bool(_VITEST_FAIL.match(line) or _VITEST_END.match(line))


def _place(body: Lines) -> tuple[str, str, int | None] | None:
    for line in body:
        if found := _VITEST_FILE.match(line):
            return found[1], found[2], one_based(found[3])
        frame = None if is_frame(line) else _VITEST_FRAME.match(line)
        if frame and not frame[1].startswith(("node_modules/", "node:")):
            return frame[1], frame[2], int(frame[3])
    return None


def read_stack(lines: Lines, at: int) -> Read | None:
    """An error with a stack below it; its place is the first frame in the project."""
    error = _STACKED.match(lines[at])
    stack = list(takewhile(is_frame, lines[at + 1 :])) if error else []
    if error is None or not stack:
        return None
    importer = _IMPORTED_FROM.search(error[3])
    frames = [] if importer else [frame for frame in map(_FRAME.match, stack) if frame]
    own = next((frame.groups() for frame in frames if "/node_modules/" not in frame[1]), (None, None, None))
    place = (importer[1], None, None) if importer else own
    return Read((finding(error[2] or error[1], error[3], *place),), at + 1 + len(stack))
