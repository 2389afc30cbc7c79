"""Old/new edits of one text file (D6): each finds exactly one place, a batch applies whole or not at all."""

from collections.abc import Sequence
from itertools import pairwise

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from shared.domain.diagnostics import Diagnostic
from shared.domain.edits.edit_match import MOST_MATCHES, Match, Request, TooLarge, find_matches, request
from shared.domain.edits.edit_nearest import nearest_lines
from shared.domain.edits.edit_text import SourceText
from shared.domain.edits.placeholders import new_placeholders
from shared.domain.errors import PolicyViolation
from shared.domain.work_budget import EDIT_CHARACTERS, EDIT_NEAREST, EDIT_SEARCHED

MOST_EDITS = 100
_PASSES = 6  # in which an edit that fits nowhere is looked for, the last for what it would write
_A_MATCH = 1_500  # characters that one place counts for
_TELLING = 8  # a replacement with fewer word characters may stand in a file by chance


class Edit(BaseModel, frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True):
    """Replace `old` by `new`; every place of it with `replace_all`."""

    old: str
    new: str
    replace_all: bool = False


class EditRefused(PolicyViolation):
    """No edit of the batch was applied. `reason` is the code of the first refusal; each has its diagnostic."""

    @property
    def reason(self) -> str:
        return self.diagnostics[0].code


class _Refusal(BaseModel):
    code: str
    what: str
    hint: str
    line: int | None = None


_Found = list[Match] | _Refusal


class EditWork:
    """What the edits of one request may still cost, over all its files."""

    def __init__(self) -> None:
        self._searched = EDIT_SEARCHED
        self._nearest = EDIT_NEAREST

    def search(self, characters: int) -> bool:
        """Whether there is enough left to look through so many characters; they count as looked through."""
        self._searched -= characters
        return self._searched >= 0

    def look_nearby(self) -> bool:
        """Whether the nearest lines may be looked up once more."""
        self._nearest -= 1
        return self._nearest >= 0


def apply_edits(path: str, text: str, edits: Sequence[Edit], work: EditWork | None = None) -> str:
    """`text` with every edit made; else EditRefused. All edits are matched against `text` as it is given.

    `work` is shared by all files of a request.
    """
    if not edits or len(edits) > MOST_EDITS:
        raise _refused(path, 1, [(0, _wrong_count(len(edits)))])
    source, work = SourceText(text), work or EditWork()
    found = [_find(source, edit, work) for edit in edits]
    refusals = [(order, each) for order, each in enumerate(found) if isinstance(each, _Refusal)]
    matches = [(match, order) for order, each in enumerate(found) if isinstance(each, list) for match in each]
    matches.sort()
    refusals += _overlaps(source, matches)
    if not refusals and sum(len(match.replacement) for match, _ in matches) > EDIT_CHARACTERS:
        refusals = [(0, _too_large())]
    if refusals:
        raise _refused(path, len(edits), refusals)
    return source.splice([(match.start, match.end, match.replacement) for match, _ in matches])


def _wrong_count(count: int) -> _Refusal:
    what = "has no edits" if count == 0 else f"has {count} edits, more than {MOST_EDITS}"
    return _Refusal(code="EDIT_COUNT", what=what, hint=f"Give 1 to {MOST_EDITS} edits for one file.")


def _find(source: SourceText, edit: Edit, work: EditWork) -> _Found:
    if max(len(edit.old), len(edit.new)) > EDIT_CHARACTERS:
        return _too_large()
    wanted = request(source.unmarked(edit.old), source.unmarked(edit.new), edit.replace_all)
    refusal = _unreasonable(wanted)
    if refusal is not None:
        return refusal
    if not work.search(_PASSES * len(source.text)):
        return _too_much_work()
    if wanted.replace_all and not work.search(_A_MATCH * source.text.count(wanted.old)):
        return _too_much_work()
    try:
        matches = find_matches(source, wanted)
    except TooLarge:
        return _too_large()
    if not matches:
        return _not_found(source, wanted, work)
    if wanted.replace_all:
        return matches
    if len(matches) > 1:
        return _ambiguous(source, matches)
    return _repeated(source, matches[0]) if _stands_around(source, wanted, matches[0]) else matches


def _too_large() -> _Refusal:
    hint = "Write the file anew with write_file (upsert_file), or split it."
    return _Refusal(code="EDIT_TOO_LARGE", what="would write more than a file may hold", hint=hint)


def _too_much_work() -> _Refusal:
    hint = "Send fewer edits at once, first those of one file; or write the file anew."
    what = "was not looked for: the request's edits take more searching than one request may cost"
    return _Refusal(code="EDIT_WORK_LIMIT", what=what, hint=hint)


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


def _not_found(source: SourceText, wanted: Request, work: EditWork) -> _Refusal:
    at = _already_at(source, wanted.new)
    if at is not None:
        what = f"matches 0 places, and its replacement already stands at line {at}"
        return _Refusal(code="EDIT_ALREADY_APPLIED", what=what, hint="Nothing to do for this edit.", line=at)
    hint = "Copy `old` from the file as it is now, without line numbers."
    if not work.look_nearby():
        what = "matches 0 places, and its replacement does not stand in the file either"
        return _Refusal(code="EDIT_NOT_FOUND", what=what, hint=hint)
    near = nearest_lines(source.lines, wanted.old)
    shown = "no line resembles it" if near is None else f"the nearest lines are:\n{near.numbered()}"
    what = f"matches 0 places, and its replacement does not stand in the file either; {shown}"
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
        if after.start < before.end and first != second and second not in found:
            line = source.line_of(after.start)
            what = f"overlaps edit {first + 1} at line {line}"
            found[second] = _Refusal(code="EDIT_OVERLAP", what=what, hint="Make one edit of both.", line=line)
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
    reasons = "\n".join(f"{each.message}\n{each.hint}" for each in diagnostics)
    return EditRefused(f"{reasons}\n{nothing}", diagnostics=diagnostics)
