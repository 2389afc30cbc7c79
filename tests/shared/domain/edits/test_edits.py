"""Edits: the corpus says what each pass must find, change and refuse; the properties say what never happens."""

from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devkit.edit_corpus import Case, load_corpus
from shared.domain.edits.edit_text import SourceText, folded
from shared.domain.edits.edits import MOST_EDITS, Edit, EditRefused, apply_edits

CORPUS = load_corpus()
MADE = [case for case in CORPUS if case.result is not None]
REFUSED = [case for case in CORPUS if case.result is None]


def test_the_corpus_is_large_and_each_case_has_one_outcome() -> None:
    assert len({case.name for case in CORPUS}) == len(CORPUS) >= 160
    assert all((case.result is None) == bool(case.refusal) and case.result != case.text for case in CORPUS)


@pytest.mark.parametrize("case", MADE, ids=[case.name for case in MADE])
def test_an_edit_is_made(case: Case) -> None:
    assert apply_edits("src/App.tsx", case.text, case.edits) == case.result


@pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])
def test_an_edit_is_refused_and_says_why(case: Case) -> None:
    with pytest.raises(EditRefused) as caught:
        apply_edits("src/App.tsx", case.text, case.edits)
    refused = caught.value
    assert (refused.code, refused.reason) == ("BUILDER_PATCH_POLICY_VIOLATION", case.refusal[0])
    assert set(case.refusal) == {each.code for each in refused.diagnostics}
    assert "src/App.tsx" in refused.message
    assert "Nothing was applied" in refused.message
    assert [part for part in case.says if part not in refused.message] == []


def test_too_many_edits_are_refused() -> None:
    with pytest.raises(EditRefused) as caught:
        apply_edits("a", "x", [Edit(old="x", new="y")] * (MOST_EDITS + 1))
    assert caught.value.reason == "EDIT_COUNT"


_NFD = [
    ("<p>Cafe\u0301 ferme\u0301</p>\n", "Café fermé", "Café ouvert", "<p>Cafe\u0301 ouvert</p>\n"),
    ("a\r\n  Mu\u0308ller\r\nu\u0308ber\r\n", "  Müller\nüber", "  Möller\nüber", "a\r\n  Möller\r\nu\u0308ber\r\n"),
    ("\ufeffnaïve n\u0303\n", "naïve ñ", "naïve x", "\ufeffnaïve x\n"),
    ("Café x", "Cafe\u0301 x", "Cafe\u0301 y", "Café y"),
    ("\u1112\u1161\u11ab\u1100\u116e\u11a8 a", "한국 a", "한국 b", "\u1112\u1161\u11ab\u1100\u116e\u11a8 b"),
    ("I\u0302le\u00a0de Re\u0301 \u2026 \u00ab a \u00bb", 'Île de Ré ... " a "', 'Île de Ré ... " b "',
     "I\u0302le\u00a0de Re\u0301 \u2026 \u00ab b \u00bb"),
    ("Vie\u0323\u0302t Nam", "Việt Nam", "Việt Bắc", "Vie\u0323\u0302t Bắc"),
    ("    ha\u0308t\n    b\n", "hät\nb", "hät\nc", "    ha\u0308t\n    c\n"),
    ("\u212b km", "Å km", "Å m", "\u212b m"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "after"), _NFD)
def test_letters_of_another_normal_form_are_found_and_kept(text: str, old: str, new: str, after: str) -> None:
    assert apply_edits("a.ts", text, [Edit(old=old, new=new)]) == after


def test_half_a_letter_is_no_place() -> None:
    with pytest.raises(EditRefused):
        apply_edits("a.ts", "x = 'u\u0308\u0301'", [Edit(old="ü", new="u")])


# ---- properties --------------------------------------------------------------------------------------------------

_LINES = st.lists(st.sampled_from(["alpha", "  beta", "\tgamma", "", "beta  ", "del’ta", "x", "}", "…x"]), max_size=8)
_TEXT = st.one_of(_LINES.map("\n".join), st.text(alphabet="ab \n\t’'…", max_size=30))


@st.composite
def _unique_part(draw: st.DrawFn) -> tuple[str, str]:
    text = draw(_TEXT.filter(bool))
    start = draw(st.integers(0, len(text) - 1))
    return text, text[start : draw(st.integers(start + 1, len(text)))]


def _places(text: str, old: str) -> int:
    return sum(text.startswith(old, at) for at in range(len(text)))


@given(_unique_part(), st.text(alphabet="ab \n'", max_size=10))
def test_a_unique_exact_edit_is_a_plain_replacement(part: tuple[str, str], new: str) -> None:
    text, old = part
    if _places(text, old) == 1 and new != old:
        assert apply_edits("a.ts", text, [Edit(old=old, new=new)]) == text.replace(old, new)


@given(_unique_part(), st.text(alphabet="ab \n'", max_size=10))
def test_all_places_is_a_plain_replacement(part: tuple[str, str], new: str) -> None:
    text, old = part
    if new != old:
        assert apply_edits("a.ts", text, [Edit(old=old, new=new, replace_all=True)]) == text.replace(old, new)


def _tried(text: str, edits: list[Edit]) -> str | list[str]:
    try:
        return apply_edits("a.ts", text, edits)
    except EditRefused as refused:
        return [each.code for each in refused.diagnostics]


_PLAIN_EDITS = st.lists(
    st.builds(lambda old, new, every: Edit(old=old, new=new, replace_all=every), _TEXT, _TEXT, st.booleans()),
    min_size=1,
    max_size=3,
)


@given(_TEXT, _PLAIN_EDITS)
def test_a_crlf_file_gets_the_same_edit_with_its_own_line_ends(text: str, edits: list[Edit]) -> None:
    plain = _tried(text, edits)
    windows = _tried(text.replace("\n", "\r\n"), edits)
    if isinstance(plain, list) or "\n" not in text:
        assert windows == plain
    else:
        assert windows == plain.replace("\n", "\r\n")


@given(_TEXT, _PLAIN_EDITS)
def test_what_an_edit_does_not_touch_stays(text: str, edits: list[Edit]) -> None:
    """Lines around a change survive: framed by unique lines, the frame is still there afterwards."""
    framed = f"<<<Q>>>\n{text}\n<<<W>>>"
    after = _tried(framed, edits)
    if isinstance(after, str):
        assert after.startswith("<<<Q>>>")
        assert after.endswith("<<<W>>>")


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=8),
    st.sampled_from(["\t", "  ", "    "]),
    st.sampled_from(["\t", " ", "  ", "    "]),
    st.data(),
)
def test_a_block_quoted_at_another_indentation_lands_at_the_file_s(
    levels: list[int], there: str, here: str, data: st.DataObject
) -> None:
    """Every line of a block is rewritten; each comes out as deep as the line it stands for."""
    first = data.draw(st.integers(0, len(levels) - 1))
    last = data.draw(st.integers(first + 1, len(levels)))
    base = min(levels[first:last])
    text = "".join(f"{there * level}line{n};\n" for n, level in enumerate(levels))
    old = "".join(f"{here * (levels[n] - base)}line{n};\n" for n in range(first, last))
    after = apply_edits("a.ts", text, [Edit(old=old, new=old.replace("line", "other"))])
    changed = [f"{there * level}{'other' if first <= n < last else 'line'}{n};\n" for n, level in enumerate(levels)]
    assert after == "".join(changed)


@given(st.text(max_size=60), st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8), st.booleans()), max_size=4))
def test_any_edit_is_made_or_refused(text: str, raw: list[tuple[str, str, bool]]) -> None:
    edits = [Edit(old=old, new=new, replace_all=every) for old, new, every in raw]
    assert _tried(text, edits) is not None


@given(st.text(alphabet="aeo \n'’…\u0301\u0308\u0323\u1112\u1161\u11abéÅ\u212b한", max_size=30))
def test_every_place_of_the_folded_text_leads_back(text: str) -> None:
    source = SourceText(text)
    places = [source.unfold(at) for at in range(len(source.folded) + 1)]
    known = [at for at in places if at is not None]
    assert (known[0], known[-1]) == (0, len(source.text))
    assert known == sorted(known)
    for at, place in enumerate(places):
        assert place is None or folded(source.text[:place]) + folded(source.text[place:]) == source.folded, (at, place)
        assert place is None or len(folded(source.text[:place])) == at


@given(st.text(alphabet="aeou c\n\u0301\u0308\u0327", min_size=1, max_size=20), st.sampled_from(["NFC", "NFD"]))
def test_an_edit_in_either_form_changes_only_its_place(words: str, form: Literal["NFC", "NFD"]) -> None:
    other: Literal["NFC", "NFD"] = "NFD" if form == "NFC" else "NFC"
    inside = normalize(form, f"<{words}>")
    text = f"é e\u0301\r\n{inside.replace(chr(10), chr(13) + chr(10))} u\u0308 ü"
    after = apply_edits("a.ts", text, [Edit(old=normalize(other, f"<{words}>"), new="<new>")])
    assert after == "é e\u0301\r\n<new> u\u0308 ü"
