"""The import statements of one module that the fast gate has parsed, with the places where they may be edited."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|`(?:\\.|[^`\\])*(?:`|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?", re.DOTALL
)
_NO_SCRIPT = re.compile(r"(?:\A|</script\s*>).*?(?:<script\b[^<>]*>|\Z)", re.DOTALL | re.IGNORECASE)
_IMPORT = re.compile(
    r"""(?:^|(?<=;))[ \t]*(?P<kind>import|export)\b"""
    r"""(?:(?P<clause>(?:(?!\b(?:import|export)\b)[^;"'`()]){0,4000})\bfrom\b)?"""
    r"""\s*(?P<quote>["'])(?P<name>[^"'\n]*)(?P=quote);?"""
    r"""|(?<![\w$.])import\(\s*(?P<mark>["'])(?P<called>[^"'\n]*)(?P=mark)""",
    re.MULTILINE,
)
_DIRECTIVES = re.compile(r"""(?:\s*(["'])use [\w ]+\1;?[ \t]*\n?)*""")


class Import(NamedTuple):
    """One import or re-export. `start` and `end` are those of the specifier without its quotes.

    `clause` is what stands between the keyword and `from`; `statement_end` is None for `import()` and re-exports.
    """

    specifier: str
    start: int
    end: int
    clause: str = ""
    clause_start: int = 0
    statement_end: int | None = None

    @property
    def names(self) -> set[str]:
        """The names it asks for, as the other module exports them."""
        before, _, inside = self.clause.partition("{")
        items = (item.strip().removeprefix("type ").split() for item in inside.partition("}")[0].split(","))
        head = before.replace(",", " ").split()
        head = head[1:] if head[:1] == ["type"] and head != ["type"] else head
        is_default = self.statement_end is not None and bool(head) and head[0] != "*"
        return {item[0] for item in items if item} | ({"default"} if is_default else set())

    @property
    def words(self) -> list[str]:
        return re.findall(r"[\w$]+", self.clause)

    @property
    def names_end(self) -> int | None:
        """Where a further name may be added between its braces; None where there are none, or they bring types."""
        inside = self.clause.partition("}")[0].rstrip().removesuffix(",").rstrip()
        has_names = "{" in inside and not inside.endswith("{") and not self.clause.lstrip().startswith("type ")
        return self.clause_start + len(inside) if has_names else None


def read_imports(text: str, *, scripts_only: bool) -> list[Import]:
    """All imports whose specifier is a plain string, in order; comments and templates are not read."""
    return list(_imports_in(_code_of(_NO_SCRIPT.sub(_blank, text) if scripts_only else text)))


def _code_of(text: str) -> str:
    return _NO_CODE.sub(lambda found: found[0] if found[0][0] in "\"'" else _blank(found), text)


def _imports_in(code: str) -> Iterator[Import]:
    for found in _IMPORT.finditer(code):
        group = "name" if found["name"] is not None else "called"
        end = found.end() if found["kind"] == "import" else None
        clause = found["clause"] or ""
        yield Import(found[group], *found.span(group), clause, found.start("clause"), end)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def further_import(text: str, imports: list[Import], clause: str, specifier: str) -> tuple[int, int, str]:
    """The edit that writes an import after the last one, in its manner; after directives where there is none."""
    last = next((one for one in reversed(imports) if one.statement_end is not None), None)
    if last is None or last.statement_end is None:
        directives = _DIRECTIVES.match(_code_of(text))
        at = directives.end() if directives else 0
        return at, at, f'import {clause} from "{specifier}";\n'
    quote, end = text[last.end], ";" if text[last.statement_end - 1] == ";" else ""
    return last.statement_end, last.statement_end, f"\nimport {clause} from {quote}{specifier}{quote}{end}"
