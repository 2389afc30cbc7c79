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
_INSTEAD = {"@tailwindcss/vite": ("autoprefixer", "postcss"), "react-router": ("react-router-dom",)}
_CODE = (".ts", ".tsx", ".vue", ".svelte", ".css")
_THEME = re.compile(r"\n/\*[^*]*\*/\n@theme inline \{\n(.*?)\n\}\n", re.S)
_NAMED = re.compile(r"^[ \t]{0,8}--(color|font|radius)-([\w-]{1,60}): var\((--[\w-]{1,60})\);", re.MULTILINE)
_REWRITTEN = (
    (re.compile(r'import tailwindcss from "@tailwindcss/vite";\n'), ""),
    (re.compile(r"(?:, )?tailwindcss\(\)"), ""),
    (re.compile(r"\bwrap-anywhere\b"), "[overflow-wrap:anywhere]"),
    (re.compile(r'from "react-router"'), 'from "react-router-dom"'),
    (
        re.compile(r'@import "tailwindcss";\n((?:@import "[^"]+";\n)*)'),
        r"\1" + "\n@tailwind base;\n@tailwind components;\n@tailwind utilities;\n",
    ),
)
_CONTENT = '["./index.html", "./src/**/*.{ts,tsx,vue,svelte,css}"]'
_POSTCSS = "export default {\n  plugins: { tailwindcss: {}, autoprefixer: {} },\n};\n"


def on_classic(files: Files, line: Catalog, own: Mapping[str, bytes]) -> Files:
    """The pack's files without a lockfile. `own` take the place of some, or add to them. Bug for a package that is not
    in the line.
    """
    theme = "".join(_THEME.findall("\n".join(text.decode() for path, text in files.items() if path.endswith(".css"))))
    changed = {path: _older(path, content) for path, content in {**files, **own}.items() if path != LOCK}
    changed[PACKAGE] = _with_pins(files[PACKAGE], line)
    return {**changed, "postcss.config.js": _POSTCSS.encode(), "tailwind.config.js": _config(theme)}


def _older(path: str, content: bytes) -> bytes:
    if splitext(path)[1] not in _CODE:
        return content
    text = _THEME.sub("", content.decode())
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
