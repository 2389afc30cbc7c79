"""The imports of one module, read from its tokens, with the places where they may be edited."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from shared.domain.fixes.tokens import Token

_CLAUSE = frozenset("{},*")


class ImportedName(NamedTuple):
    """`imported as local`; the place is that of the whole item."""

    imported: str
    local: str
    start: int
    end: int
    is_type: bool = False


class Import(NamedTuple):
    """One import or re-export. `start` and `end` are those of the specifier without its quotes."""

    kind: Literal["import", "export", "call"]
    specifier: str
    start: int
    end: int
    names: tuple[ImportedName, ...] = ()
    default: str | None = None
    is_type: bool = False
    braces_end: int | None = None
    statement: tuple[int, int] = (0, 0)


def read_imports(found: Sequence[Token]) -> list[Import]:
    """All imports whose specifier is a plain string, in order."""
    return [each for at in range(len(found)) for each in _import_at(found, at)]


def _import_at(found: Sequence[Token], at: int) -> Iterator[Import]:
    token = found[at]
    if token.kind != "name" or token.text not in ("import", "export") or _is_property(found, at):
        return
    following = _text(found, at + 1)
    if token.text == "import" and following == "(" and _kind(found, at + 2) == "string":
        yield _made("call", found[at + 2], (token.start, found[at + 2].end))
    elif token.text == "import" and _kind(found, at + 1) == "string":
        yield _statement("import", found, at, at + 1)
    else:
        yield from _with_clause(found, at)


def _with_clause(found: Sequence[Token], at: int) -> Iterator[Import]:
    end = at + 1
    while end < len(found) and _in_clause(found[end]):
        if found[end].text == "from" and _kind(found, end + 1) == "string":
            yield _statement("export" if found[at].text == "export" else "import", found, at, end + 1)
            return
        end += 1


def _in_clause(token: Token) -> bool:
    if token.kind == "name":
        return token.text not in ("import", "export")
    return token.kind == "punct" and token.text in _CLAUSE


def _statement(kind: Literal["import", "export"], found: Sequence[Token], at: int, last: int) -> Import:
    clause = list(found[at + 1 : last - 1])
    is_type = len(clause) > 1 and clause[0].text == "type" and clause[1].text not in (",", "from")
    clause = clause[1:] if is_type else clause
    braces = [index for index, token in enumerate(clause) if token.text in ("{", "}")]
    inside = clause[braces[0] + 1 : braces[-1]] if len(braces) == 2 else []
    names = tuple(_names(inside))
    default = clause[0].text if kind == "import" and clause and clause[0].kind == "name" else None
    end = found[last + 1].end if _text(found, last + 1) == ";" else found[last].end
    return _made(kind, found[last], (found[at].start, end))._replace(
        names=names, default=default, is_type=is_type, braces_end=names[-1].end if names else None
    )


def _made(kind: Literal["import", "export", "call"], string: Token, statement: tuple[int, int]) -> Import:
    return Import(kind, string.text[1:-1], string.start + 1, string.end - 1, statement=statement)


def _names(inside: Sequence[Token]) -> Iterator[ImportedName]:
    item: list[Token] = []
    for token in [*inside, Token("punct", 0, 0, ",")]:
        if token.text != ",":
            item.append(token)
        elif item:
            yield _name(item)
            item = []


def _name(item: Sequence[Token]) -> ImportedName:
    is_type = len(item) > 1 and item[0].text == "type" and item[1].text != "as"
    words = item[1:] if is_type else item
    return ImportedName(words[0].text, words[-1].text, words[0].start, words[-1].end, is_type)


def _is_property(found: Sequence[Token], at: int) -> bool:
    return at > 0 and found[at - 1].text in (".", "?.")


def _text(found: Sequence[Token], at: int) -> str:
    return found[at].text if 0 <= at < len(found) else ""


def _kind(found: Sequence[Token], at: int) -> str:
    return found[at].kind if 0 <= at < len(found) else ""
