"""What a file is, in a line: the names it gives out, its headings, what its styles define. By its text, not parsed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from shared.domain.frameworks import COMPONENT_SUFFIXES, TOOLS
from shared.domain.untrusted import readable_json
from shared.domain.work_budget import EXPORT_CHARACTERS, OUTLINE_CHARACTERS

_LINE, _MANIFEST, _NAMES, _WORDS, _TESTS, _SIGNATURES = 160, 500, 12, 60, 2, 600
_MOST_EXPORTS = 40
_EXPORT = re.compile(
    r"^[ \t]{0,8}export\s{1,4}(?:default\s{1,4})?(?:async\s{1,4})?"
    r"(?:const|let|var|function\*?|class|interface|type|enum)\s{1,4}([A-Za-z_$][\w$]{0,60})",
    re.MULTILINE,
)
_GIVEN_OUT = re.compile(
    r"^(?:export\s{1,4}(?:default\s{1,4})?(?:async\s{1,4})?(interface|type|enum|function\*?|class|const|let|var)"
    r"|(interface|type)(?=\s{1,4}\w{0,40}Props\b))\b",
    re.MULTILINE,
)
_NAMED = re.compile(r"\s{1,4}[A-Za-z_$][^={}\n;]{0,120}")
_ASSIGNED = re.compile(r"=\s{0,4}(?:async\s{0,4})?(?=\()")
_ARROW = re.compile(r"[^={}\n]{0,80}=>")
_SIGNATURE_MOST = 400
"""Characters of one that are gone through; what has no end in them is given without its parameters or its shape."""
_GAP = 40
_OPENS, _CLOSES, _QUOTES = "([{", ")]}", "'\"`"
_GO_ON, _GONE_ON = frozenset("=|&?:,<"), frozenset("=|&?:>{")
"""Signs of types at the end of a line that goes on, and at the beginning of one that goes on with the line before."""
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
    text = text[: EXPORT_CHARACTERS if path.endswith(_CODE) else OUTLINE_CHARACTERS]
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
    """What a code file gives out, with types and the props of its components, within 600 characters; else empty."""
    if not path.endswith(_CODE) or ".test." in path or ".spec." in path:
        return ""
    text = text[:EXPORT_CHARACTERS]
    exports = list(islice(_GIVEN_OUT.finditer(text), _MOST_EXPORTS))
    lines = [_flat_whole(_given_out(export, text)) for export in exports]
    if len(whole := "; ".join(lines)) <= _SIGNATURES:
        return whole
    # The model takes a missing name for a missing export, so those without room for their types keep their names.
    names = [_name_of(text[export.end() : export.end() + _SIGNATURE_MOST]).split(":")[0].strip() for export in exports]
    return next(
        (
            short
            for count in range(len(lines) - 1, -1, -1)
            if len(short := _shortened(lines[:count], names[count:])) <= _SIGNATURES
        ),
        _shortened([], names)[: _SIGNATURES - 3] + "...",
    )


def _shortened(lines: Sequence[str], names: Sequence[str]) -> str:
    return "; ".join([*lines, f"and without types: {', '.join(dict.fromkeys(filter(None, names)))}"])


def _given_out(found: re.Match[str], text: str) -> str:
    head, after = found[0], text[found.end() : found.end() + _SIGNATURE_MOST]
    match found[1] or found[2]:
        case "const" | "let" | "var":
            return head + _of_value(after)
        case "type":
            end = _end_of(after, _ends_type)
            return head + (after[:end] if end else _name_of(after))
        case "interface" | "enum":
            end = _end_of(after, _ends_shape)
            return head + (after[:end] if end else _name_of(after))
    end = _end_of(after, _begins_body)
    return head + (after[:end] if end else f"{_name_of(after)}(...)")


def _name_of(after: str) -> str:
    named = _NAMED.match(after)
    return named[0].partition("(")[0] if named else ""


def _of_value(after: str) -> str:
    """Its name and type; of an arrow function what it takes and gives, but no other value."""
    named = _NAMED.match(after)
    if named is None:
        return ""
    assigned = _ASSIGNED.match(after, named.end())
    end = assigned and _end_of(after[assigned.end() :], _ends_parameters)
    arrow = _ARROW.match(after, assigned.end() + end) if assigned and end else None
    return after[: arrow.end()] if arrow else named[0]


def _end_of(text: str, ends: Callable[[str, int], bool]) -> int:
    """The first place outside of brackets and quotes of which `ends` says so; 0 where there is none."""
    depth, quote = 0, ""
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote or (letter == "\n" and quote != "`") else quote
        elif depth == 0 and at and ends(text, at):
            return at
        elif letter in _QUOTES:
            quote = letter
        else:
            depth += (letter in _OPENS) - (letter in _CLOSES)
    return len(text) if len(text) < _SIGNATURE_MOST and depth == 0 and not quote and text else 0


def _ends_parameters(text: str, at: int) -> bool:
    return text[at - 1] == ")"


def _ends_type(text: str, at: int) -> bool:
    """At a semicolon, and at a line's end unless what stands before it or after it goes on."""
    if text[at] != "\n":
        return text[at] == ";"
    after = text[at + 1 : at + _GAP].lstrip(" \t")[:1]
    return after == "\n" or not (_before(text, at) in _GO_ON or after in _GONE_ON)


def _ends_shape(text: str, at: int) -> bool:
    return text[at - 1] == "}" or text[at] == ";" or text.startswith("\n\n", at)


def _begins_body(text: str, at: int) -> bool:
    """At the brace that opens what a function does, and not a type: one stands behind a colon or another sign."""
    if text[at] != "{":
        return text[at] == ";"
    return _before(text, at) not in _GO_ON and not text[max(0, at - _GAP) : at].rstrip().endswith("extends")


def _before(text: str, at: int) -> str:
    return text[max(0, at - _GAP) : at].rstrip()[-1:]


def _flat_whole(text: str) -> str:
    return " ".join(text.split())


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
    return [*islice(names, _NAMES), *(["..."] if len(names) > _NAMES else [])]


def _flat(text: str) -> str:
    return " ".join(text.split())[:_WORDS]
