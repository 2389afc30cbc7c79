"""The parts of a project's own UI kit, a line each: where to import them from and what they take. By their text."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.work_budget import OUTLINE_CHARACTERS

_FOLDERS = ("src/ui/", "src/components/ui/")
_ALSO = ("src/lib/toasts.ts",)
_LEAST, _MOST, _LINE, _PARTS, _REMARK = 3, 24, 260, 8, 80
_HEAD = "The project's own parts. Use these instead of writing others; `?` may be left out, paths are from the root."
_CODE = (".tsx", ".jsx", ".ts", ".js", *COMPONENT_SUFFIXES)
_COMMENT = re.compile(r"/\*((?:[^*/]|\*(?!/)|/(?!\*)){0,400}?)\*/|<!--((?:[^-<]|-(?!->)|<(?!!--)){0,400}?)-->")
_FUNCTION = re.compile(
    r"(?:/\*\*(?P<said>[^*]{0,200})\*/\n)?export (?P<default>default )?function (?P<name>\w{1,60})"
    r"(?:<[^<>()]{0,80}>)?\("
)
_TYPE = re.compile(r"^\s{0,4}export type (\w{1,60})(?:<[^<>=]{0,60}>)? = \{([^{}]{1,600})\}", re.MULTILINE)
_ANNOTATION = re.compile(r"\}: ([^(){}=]{1,120})[)=]")
_LOCAL = re.compile(r"^type (\w{1,60})(?:<[^<>=]{0,60}>)? = (.{1,800}?);\n(?=[^\s}]|\n|\Z)", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(r"(?:^|[;,\n{])\s{0,8}(\w{1,40})(\??): ")
_NAMES = re.compile(r"export const (\w{1,60}) = \{\n(.{1,3000}?)\n\} as const", re.DOTALL)
_KEY = re.compile(r"^  (\w{1,30}):", re.MULTILINE)
_SVELTE = re.compile(r"\b(?:let|const) \{([^{}]{0,400})\}[^=]{0,300}= \$props\(")
_VUE = re.compile(r"defineProps<\{(.{0,800}?)\}>\(", re.DOTALL)
_EMITS = re.compile(r"defineEmits<\{([^{}]{0,300})\}>")
_MODEL = re.compile(r"""defineModel(?:<[^<>()]{0,60}>)?\((?:"(\w{1,40})")?""")
_FIELD = re.compile(r"(?:^|[;,\n])\s{0,8}(?:readonly )?(\w{1,40})(\??):")
_INNER = re.compile(r"\{[^{}]{0,300}\}|\([^()]{0,200}\)|<[^<>]{0,200}>")
_CHOICE = re.compile(r"""\b(\w{1,40})\??: ((?:"[\w-]{1,30}"(?: \| )?){2,10})""")
_OPTIONAL = re.compile(r"\b(\w{1,40})\?:")


class _Known(NamedTuple):
    """What the types of a file say of its names: the words that each may be, and what may be left out."""

    choices: dict[str, str]
    optional: frozenset[str]
    local: dict[str, list[str]]

    def described(self, name: str, *, optional: bool) -> str:
        """The name as it is told."""
        if not name.isidentifier():
            return name[:40]
        mark = "?" if optional or name in self.optional else ""
        return f"{name}{mark}: {self.choices[name]}" if name in self.choices else f"{name}{mark}"


def in_kit(texts: Mapping[str, str]) -> list[str]:
    """The paths of the project's kit; empty when it has none to speak of."""
    parts = [path for path in sorted(texts) if path.startswith(_FOLDERS) and path.endswith(_CODE)]
    return [*parts[:_MOST], *(path for path in _ALSO if path in texts)] if len(parts) >= _LEAST else []


def kit_text(texts: Mapping[str, str]) -> str:
    """The kit as a model reads it; empty for a project without one."""
    lines = [line for path in in_kit(texts) for line in _lines(path, texts[path][:OUTLINE_CHARACTERS])]
    return "\n".join(["<ui_kit>", _HEAD, *(line[:_LINE] for line in lines), "</ui_kit>"]) if lines else ""


def _lines(path: str, text: str) -> list[str]:
    return list(islice(_component(path, text) if path.endswith(COMPONENT_SUFFIXES) else _module(path, text), _PARTS))


def _component(path: str, text: str) -> Iterator[str]:
    name = path.rpartition("/")[2].partition(".")[0]
    bare = _COMMENT.sub("", text)
    takes = [*_svelte(bare), *_vue(bare), *(f"type {kind}" for kind in _types(bare))]
    remark = next((_remark(found[2]) for found in _COMMENT.finditer(text) if found[2]), "")
    yield f'{name} from "{path}": {", ".join(takes) or "nothing"}{remark}'


def _module(path: str, text: str) -> Iterator[str]:
    where, known = path.rpartition(".")[0], _known(text)
    for found in _FUNCTION.finditer(text):
        name = found["name"] if found["default"] else f"{{ {found['name']} }}"
        takes = ", ".join(_parameters(text[found.end() : found.end() + 600], known))
        yield f'{name} from "{where}": {takes or "nothing"}{_remark(found["said"])}'
    if path in _ALSO:
        return
    for kind in _types(_COMMENT.sub("", text)):
        yield f'{{ type {kind.split(" ")[0]} }} from "{where}": {kind}'
    for found in _NAMES.finditer(text):
        yield f'{{ {found[1]} }} from "{where}": {", ".join(_KEY.findall(found[2]))}'


def _parameters(rest: str, known: _Known) -> Iterator[str]:
    """Of a function whose text after the open parenthesis is `rest`: the props of a component, else the arguments."""
    if not rest.startswith("{"):
        yield from _props(_flat(rest.replace("=>", "")).partition(")")[0], known)
        return
    names = list(_props(rest[1:].partition("}")[0], known))
    rests = names[-1:] if names and names[-1].startswith("...") else []
    yield from names[: len(names) - len(rests)]
    if rests:  # what its own types say of it, else whatever the element takes
        annotated = _ANNOTATION.search(rest)
        types = re.findall(r"\w+", annotated[1]) if annotated else []
        named = {one.rstrip("?").partition("?")[0].partition(":")[0] for one in names}
        members = [member for kind in types for member in known.local.get(kind, ()) if member.rstrip("?") not in named]
        yield from dict.fromkeys(members) if members else rests


def _props(listed: str, known: _Known) -> Iterator[str]:
    for part in filter(str.strip, listed.split(",")):
        name = part.partition("=")[0].partition(":")[0].strip()
        yield f"bind:{name}" if "$bindable" in part else known.described(name, optional="=" in part)


def _svelte(text: str) -> Iterator[str]:
    for found in _SVELTE.finditer(text):
        yield from _props(found[1], _known(text))


def _vue(text: str) -> Iterator[str]:
    for found in _VUE.finditer(text):
        known = _known(text)
        yield from (known.described(name, optional=bool(mark)) for name, mark in _FIELD.findall(_flat(found[1])))
    for found in _MODEL.finditer(text):
        yield f"v-model:{found[1]}" if found[1] else "v-model"
    for found in _EMITS.finditer(text):
        yield from (f"@{name}" for name, _ in _FIELD.findall(found[1]))
    if "<slot" in text:
        yield "slot"


def _known(text: str) -> _Known:
    choices = {name: said.strip(" |").replace(" | ", "|") for name, said in reversed(_CHOICE.findall(text))}
    local = {
        found[1]: [name + mark for name, mark in _MEMBER.findall(_COMMENT.sub("", found[2]))]
        for found in _LOCAL.finditer(text)
    }
    return _Known(choices, frozenset(_OPTIONAL.findall(text)), local)


def _types(text: str) -> Iterator[str]:
    for found in _TYPE.finditer(text):
        fields = [f"{name}{mark}" for name, mark in _FIELD.findall(found[2])]
        yield f"{found[1]} {{ {', '.join(fields)} }}"


def _flat(text: str) -> str:
    for _ in range(4):
        text = _INNER.sub("", text)
    return text


def _remark(said: str | None) -> str:
    remark = " ".join((said or "").split())
    return f" ({remark})" if remark and len(remark) <= _REMARK else ""
