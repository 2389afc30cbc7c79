"""Old/new edits of one text file (D6): each finds exactly one place, a batch applies whole or not at all."""

from collections.abc import Sequence
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from shared.domain.diagnostics import Diagnostic
from shared.domain.edit_match import MOST_MATCHES, Match, Request, find_matches, request
from shared.domain.edit_nearest import nearest_lines
from shared.domain.edit_text import SourceText
from shared.domain.errors import Invalid
from shared.domain.placeholders import new_placeholders

MOST_EDITS = 100
_TELLING = 8  # a replacement with fewer word characters may stand in a file by chance


class Edit(BaseModel):
    """Replace `old` by `new`; every place of it with `replace_all`."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)

    old: str
    new: str
    replace_all: bool = False


class EditRefused(Invalid):
    """No edit of the batch was applied. `reason` is the code of the first refusal; each has its diagnostic."""

    code = "BUILDER_PATCH_POLICY_VIOLATION"

    @property
    def reason(self) -> str:
        return self.diagnostics[0].code


class _Refusal(BaseModel):
    code: str
    what: str
    hint: str
    line: int | None = None


_Found = list[Match] | _Refusal


def apply_edits(path: str, text: str, edits: Sequence[Edit]) -> str:
    """`text` with every edit made; else EditRefused. All edits are matched against `text` as it is given."""
    if not edits or len(edits) > MOST_EDITS:
        raise _refused(path, 1, [(0, _wrong_count(len(edits)))])
    source = SourceText(text)
    found = [_find(source, edit) for edit in edits]
    refusals = [(order, each) for order, each in enumerate(found) if isinstance(each, _Refusal)]
    matches = [(match, order) for order, each in enumerate(found) if isinstance(each, list) for match in each]
    matches.sort()
    refusals += _overlaps(source, matches)
    if refusals:
        raise _refused(path, len(edits), refusals)
    return source.splice([(match.start, match.end, match.replacement) for match, _ in matches])


def _wrong_count(count: int) -> _Refusal:
    what = "has no edits" if count == 0 else f"has {count} edits, more than {MOST_EDITS}"
    return _Refusal(code="EDIT_COUNT", what=what, hint=f"Give 1 to {MOST_EDITS} edits for one file.")


def _find(source: SourceText, edit: Edit) -> _Found:
    wanted = request(source.unmarked(edit.old), source.unmarked(edit.new), edit.replace_all)
    refusal = _unreasonable(wanted)
    if refusal is not None:
        return refusal
    matches = find_matches(source, wanted)
    if not matches:
        return _not_found(source, wanted)
    if wanted.replace_all:
        return matches
    if len(matches) > 1:
        return _ambiguous(source, matches)
    return _repeated(source, matches[0]) if _stands_around(source, wanted, matches[0]) else matches


def _unreasonable(wanted: Request) -> _Refusal | None:
    """What can be refused without looking at the file."""
    if wanted.old == "":
        hint = "Quote the lines to replace; to write a whole file use write_file (upsert_file)."
        return _Refusal(code="EDIT_EMPTY_OLD", what="has an empty `old`", hint=hint)
    if wanted.old == wanted.new:
        return _Refusal(code="EDIT_NO_CHANGE", what="has the same `old` and `new`", hint="Leave the edit out.")
    if left_out := new_placeholders(wanted.new, wanted.old):
        what = f"would write the placeholder {left_out[0][:120]!r} in place of real code"
        return _Refusal(code="EDIT_PLACEHOLDER", what=what, hint="Quote less in `old`, or write `new` out in full.")
    return None


def _ambiguous(source: SourceText, matches: list[Match]) -> _Refusal:
    lines = [source.line_of(match.start) for match in matches[:5]]
    count = f"{MOST_MATCHES} or more" if len(matches) >= MOST_MATCHES else str(len(matches))
    places = ", ".join(map(str, lines)) + (", ..." if len(matches) > len(lines) else "")
    what = f"matches {count} places (lines {places}) and must match exactly one"
    hint = "Quote more of the lines around the place, or set replace_all."
    return _Refusal(code="EDIT_AMBIGUOUS", what=what, hint=hint, line=lines[0])


def _not_found(source: SourceText, wanted: Request) -> _Refusal:
    at = _already_at(source, wanted.new)
    if at is not None:
        what = f"matches 0 places, and its replacement already stands at line {at}"
        return _Refusal(code="EDIT_ALREADY_APPLIED", what=what, hint="Nothing to do for this edit.", line=at)
    near = nearest_lines(source.lines, wanted.old)
    shown = "no line resembles it" if near is None else f"the nearest lines are:\n{near.numbered()}"
    what = f"matches 0 places, and its replacement does not stand in the file either; {shown}"
    hint = "Copy `old` from the file as it is now, without line numbers."
    return _Refusal(code="EDIT_NOT_FOUND", what=what, hint=hint, line=None if near is None else near.start)


def _stands_around(source: SourceText, wanted: Request, match: Match) -> bool:
    """Whether an edit that only adds to `old` has been made before: its whole replacement is there."""
    before, _, after = wanted.new.partition(wanted.old)
    begin = match.start - len(before)
    adds = wanted.old in wanted.new and _is_telling(before + after)
    return adds and begin >= 0 and source.text.startswith(wanted.new, begin)


def _repeated(source: SourceText, match: Match) -> _Refusal:
    line = source.line_of(match.start)
    what = f"matches 1 place, but its whole replacement already stands there at line {line}"
    return _Refusal(code="EDIT_ALREADY_APPLIED", what=what, hint="Nothing to do for this edit.", line=line)


def _is_telling(text: str) -> bool:
    return sum(map(str.isalnum, text[:1000])) >= _TELLING


def _already_at(source: SourceText, new: str) -> int | None:
    """The line where a telling replacement already stands."""
    if not _is_telling(new):
        return None
    at = source.text.find(new.strip("\n"))
    return None if at < 0 else source.line_of(at)


def _overlaps(source: SourceText, matches: list[tuple[Match, int]]) -> list[tuple[int, _Refusal]]:
    """Refusals for edits that touch a place an earlier one in the file touches too. `matches` are in order."""
    found: dict[int, _Refusal] = {}
    for (before, first), (after, second) in pairwise(matches):
        if after.start < before.end and first != second:
            line = source.line_of(after.start)
            what = f"overlaps edit {first + 1} at line {line}"
            found.setdefault(second, _Refusal(code="EDIT_OVERLAP", what=what, hint="Make one edit of both.", line=line))
    return sorted(found.items(), key=lambda item: item[0])


def _refused(path: str, count: int, refusals: list[tuple[int, _Refusal]]) -> EditRefused:
    nothing = "Nothing was applied." if count == 1 else f"Nothing was applied: none of the {count} edits."
    diagnostics = [
        Diagnostic(
            code=refusal.code,
            message=f"Edit {order + 1} of {count} in {path} {refusal.what}",
            path=path,
            line=refusal.line,
            hint=refusal.hint,
        )
        for order, refusal in refusals
    ]
    told = "\n".join(f"{each.message}\n{each.hint}" for each in diagnostics)
    return EditRefused(f"{told}\n{nothing}", diagnostics=diagnostics)
