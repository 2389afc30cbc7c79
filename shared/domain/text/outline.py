"""What a file is, in a line: the names it gives out, its headings, what its styles define. By its text, not parsed."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from shared.domain.frameworks import COMPONENT_SUFFIXES, TOOLS
from shared.domain.untrusted import readable_json
from shared.domain.work_budget import OUTLINE_CHARACTERS

_LINE, _MANIFEST, _NAMES, _WORDS, _TESTS, _SIGNATURES = 160, 500, 12, 60, 2, 600
_EXPORT = re.compile(
    r"^[ \t]{0,8}export\s{1,4}(?:default\s{1,4})?(?:async\s{1,4})?"
    r"(?:const|let|var|function\*?|class|interface|type|enum)\s{1,4}([A-Za-z_$][\w$]{0,60})",
    re.MULTILINE,
)
_SIGNATURE = re.compile(
    r"^export\s{1,4}(?:default\s{1,4})?(?:"
    r"(?:interface|type|enum)\s{1,4}[^;{}]{1,200}(?:\{[^{}]{0,400}\})?"
    r"|(?:async\s{1,4})?function\*?[^{}]{1,240}"
    r"|class\s[^{}]{1,120}"
    r"|(?:const|let|var)\s{1,4}[A-Za-z_$][^={}\n]{0,120}(?:=\s{0,4}(?:async\s{0,4})?\([^(){}]{0,160}\)[^={}\n]{0,80}=>)?)",
    re.MULTILINE,
)
_HEADING = re.compile(r"<(h[1-3])\b[^<>]{0,300}>\s{0,40}([^<>{}]{2,80}?)\s{0,40}</", re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<]{1,80})</title>", re.IGNORECASE)
_MARKDOWN = re.compile(r"^#{1,3} (.{1,80})$", re.MULTILINE)
_PROPERTY = re.compile(r"^\s{0,12}(--[\w-]{1,40})\s{0,4}:", re.MULTILINE)
_CLASS = re.compile(r"^\s{0,12}(\.[A-Za-z][\w-]{0,40})[^{}\n;]{0,80}\{", re.MULTILINE)
_TEST = re.compile(r"""\b(?:test|it)\(\s{0,8}["'`]([^"'`\n]{2,80})["'`]""")
_PROP = re.compile(r"\blet\s{0,4}\{([^{}]{1,200})\}\s{0,4}(?::[^=]{0,200})?=\s{0,4}\$props\(")
_TOOLCHAIN = re.compile(rf"@types/|@vitejs/|(?:@tailwindcss/vite|oxlint|typescript|vite|{'|'.join(TOOLS)})\Z")
"""What every project has, and no model asks for."""
_CODE = (".ts", ".tsx", ".js", ".jsx", ".mjs", *COMPONENT_SUFFIXES)


def outline(path: str, text: str) -> str:
    """At most 160 characters on one line (500 for the manifest); empty when nothing can be said."""
    text = text[:OUTLINE_CHARACTERS]
    parts = "; ".join(filter(None, (", ".join(part) for part in _parts(path, text))))
    most = _MANIFEST if path == "package.json" else _LINE
    return parts if len(parts) <= most else f"{parts[: most - 3]}..."


def _parts(path: str, text: str) -> Iterator[list[str]]:
    if path == "package.json":
        yield from _manifest(text)
    elif path.endswith(".css"):
        yield _first(_PROPERTY.finditer(text))
        yield _first(_CLASS.finditer(text))
    elif path.endswith((".md", ".mdx")):
        yield _first(_MARKDOWN.finditer(text))
    elif path.endswith((".html", ".htm")):
        yield _first(_TITLE.finditer(text))
    elif ".test." in path or ".spec." in path:
        yield _first(_TEST.finditer(text))[:_TESTS]
    elif path.endswith(_CODE):
        stem = path.rpartition("/")[2].partition(".")[0]
        yield [name for name in names_of(text) if name != stem]
        yield [f'{found[1].lower()} "{_flat(found[2])}"' for found in islice(_HEADING.finditer(text), 4)]


def signatures(path: str, text: str) -> str:
    """What a code file gives out, with its types, as far as 600 characters go; empty for other files."""
    if not path.endswith(_CODE) or ".test." in path or ".spec." in path:
        return ""
    found = (" ".join(one[0].split()) for one in islice(_SIGNATURE.finditer(text[:OUTLINE_CHARACTERS]), 40))
    lines, size = list[str](), 0
    for one in found:
        size += len(one) + 2
        if size > _SIGNATURES:
            break
        lines.append(one)
    return "; ".join(lines)


def names_of(text: str) -> list[str]:
    """What a module gives out, and the props of a Svelte component."""
    if "$props" not in text:
        return _first(_EXPORT.finditer(text))
    props = [part.split("=")[0].split(":")[0].strip() for found in _PROP.finditer(text) for part in found[1].split(",")]
    return _first(_EXPORT.finditer(text)) + [f"prop {name}" for name in props[:_NAMES] if name.isidentifier()]


def _manifest(text: str) -> Iterator[list[str]]:
    read = readable_json(text)
    for section in ("dependencies", "devDependencies"):
        found = read.get(section) if isinstance(read, dict) else None
        if isinstance(found, dict):
            yield [str(name)[:_WORDS] for name in islice(found, _NAMES * 2) if not _TOOLCHAIN.match(str(name))]


def _first(found: Iterable[re.Match[str]]) -> list[str]:
    names = dict.fromkeys(_flat(one[1]) for one in islice(found, 200))
    return list(islice(names, _NAMES))


def _flat(text: str) -> str:
    return " ".join(text.split())[:_WORDS]
