"""A template pack on an older line: that line's versions, Tailwind 3 for 4, files of its own where code differs."""

import json
import re
from collections.abc import Mapping
from posixpath import splitext

from shared.domain.assets.catalog import Catalog
from shared.domain.base import Files
from shared.domain.errors import Bug

PACKAGE, LOCK = "package.json", "package-lock.json"
_SECTIONS = ("dependencies", "devDependencies")
_INSTEAD = {
    "@tailwindcss/vite": ("autoprefixer", "postcss"),
    "@tailwindcss/postcss": ("autoprefixer", "postcss"),
    "react-router": ("react-router-dom",),
}
_CODE = (".ts", ".tsx", ".vue", ".svelte", ".css")
_THEME = re.compile(r"\n/\*[^*]*\*/\n@theme inline \{\n(.*?)\n\}\n", re.S)
_NAMED = re.compile(r"^[ \t]{0,8}--(color|font|radius)-([\w-]{1,60}): var\((--[\w-]{1,60})\);", re.MULTILINE)
_REWRITTEN = (
    (re.compile(r'import tailwindcss from "@tailwindcss/vite";\n'), ""),
    (re.compile(r"(?:, )?tailwindcss\(\)"), ""),
    (re.compile(r"\bwrap-anywhere\b"), "[overflow-wrap:anywhere]"),
    (re.compile(r"""from (["'])react-router\1"""), r"from \1react-router-dom\1"),
    (
        re.compile(r"""@import (["'])tailwindcss\1;\n((?:@import [^;\n]{1,200};\n)*)(?:@config [^;\n]{1,200};\n)?"""),
        r"\2" + "\n@tailwind base;\n@tailwind components;\n@tailwind utilities;\n",
    ),
    (re.compile(r'<script lang="ts" module>'), '<script lang="ts" context="module">'),
    (re.compile(r"let \{ (\w{1,60}) \}: \{ \1: (\w{1,60}) \} = \$props\(\);"), r"export let \1: \2;"),
    (
        re.compile(r'import \{ mount \} from "svelte";\n((?:.{0,200}\n){0,20})export default mount\((\w{1,60}), '),
        r"\1export default new \2(",
    ),
)
"""What differs between the lines by its syntax alone. Files whose code says something else are of the pack's own."""
_POSTCSS_FILE = re.compile(r"postcss\.config\.[cm]?[jt]s")
_TAILWIND_FILE = re.compile(r"tailwind\.config\.[cm]?[jt]s")
_NEWER = re.compile(r"@(?:theme|utility|custom-variant|variant|plugin|source|reference)\b")
_CONTENT = '["./index.html", "./src/**/*.{ts,tsx,vue,svelte,css}"]'
_POSTCSS = "export default {\n  plugins: { tailwindcss: {}, autoprefixer: {} },\n};\n"


def on_classic(files: Files, line: Catalog, own: Mapping[str, bytes]) -> Files:
    """The pack's files without a lockfile. `own` take the place of some, or add to them. Bug for a package that is not
    in the line.
    """
    changed = older_code({**files, **own})
    changed[PACKAGE] = _with_pins(files[PACKAGE], line)
    return changed


def older_code(files: Files) -> Files:
    """Code for Tailwind 4, React Router 7 and the like as it is written for the versions before, without a lockfile.
    A project that has a configuration of Tailwind keeps it, and what its sheets say of a theme.
    """
    configured = any(_TAILWIND_FILE.fullmatch(path) for path in files)
    changed = {path: _older(path, content, configured) for path, content in files.items() if path != LOCK}
    sheets = "\n".join(_text(text) for path, text in files.items() if path.endswith(".css"))
    if not configured:
        changed["tailwind.config.js"] = _config("".join(_THEME.findall(sheets)))
    if not any(_POSTCSS_FILE.fullmatch(path) for path in files):
        changed["postcss.config.js"] = _POSTCSS.encode()
    return changed


def newer_sheets(files: Files) -> list[str]:
    """The sheets that still have what Tailwind 3 does not know."""
    return [path for path, text in files.items() if path.endswith(".css") and _NEWER.search(_text(text))]


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def with_older_names(package: bytes) -> bytes:
    """A package.json that declares what the classic line has instead, each with the version of what it stands for; as
    it is where it cannot be read.
    """
    try:
        content = json.loads(package)
    except (ValueError, RecursionError):
        return package
    if not isinstance(content, dict):
        return package
    for section in _SECTIONS:
        if isinstance(declared := content.get(section), dict):
            renamed = {new: spec for name, spec in declared.items() for new in _INSTEAD.get(name, (name,))}
            content[section] = dict(sorted(renamed.items())) if list(declared) == sorted(declared) else renamed
    return (json.dumps(content, indent=2) + "\n").encode()


def _older(path: str, content: bytes, configured: bool) -> bytes:
    if _POSTCSS_FILE.fullmatch(path):
        return re.sub(rb"""(["'])@tailwindcss/postcss\1(?=\s{0,9}:)""", b"tailwindcss", content)
    if splitext(path)[1] not in _CODE:
        return content
    try:
        text = content.decode() if configured else _THEME.sub("", content.decode())
    except UnicodeDecodeError:
        return content
    for pattern, instead in _REWRITTEN:
        text = pattern.sub(instead, text)
    return text.encode()


def _with_pins(content: bytes, line: Catalog) -> bytes:
    package = json.loads(content)
    for section in _SECTIONS:
        names = [new for name in package.get(section, {}) for new in _INSTEAD.get(name, (name,))]
        package[section] = {name: _pin(name, line) for name in sorted(names)}
    return (json.dumps(package, indent=2) + "\n").encode()


def _pin(name: str, line: Catalog) -> str:
    version = line.version(name)
    if version is None:
        raise Bug(f"catalog: {line.line} has no {name}, which a template needs")
    return version


def _config(theme: str) -> bytes:
    """What the theme's names are in a configuration of Tailwind 3. A colour may be named with an opacity."""
    names = _NAMED.findall(theme)
    colours = [f'        "{name}": colour("{of}"),' for kind, name, of in names if kind == "color"]
    fonts = [f'        {name}: ["var({of})"],' for kind, name, of in names if kind == "font"]
    corners = [f'        {name}: "var({of})",' for kind, name, of in names if kind == "radius"]
    lines = [
        "/** The names under which Tailwind knows the theme: bg-page, text-muted, border-line, rounded-card ... */",
        "const colour = (name) => `color-mix(in srgb, var(${name}) calc(<alpha-value> * 100%), transparent)`;",
        "",
        "export default {",
        f"  content: {_CONTENT},",
        "  theme: {",
        "    extend: {",
        "      colors: {",
        *colours,
        "      },",
        "      fontFamily: {",
        *fonts,
        "      },",
        "      borderRadius: {",
        *corners,
        "      },",
        "    },",
        "  },",
        "};",
    ]
    return ("\n".join(lines) + "\n").encode()
