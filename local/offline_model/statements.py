"""Sentences that say how something must be, as the requests that `grammar.txt` knows."""

import re
from collections.abc import Callable, MutableMapping

_PAGE = (
    r"(?:(?:the|this|my|our|its)\s+)?(?:whole\s+|start\s+|home\s+|landing\s+|front\s+|web\s+)?(?:page|site|website|"
    r"homepage|app|application|project|it|there|everything|design|theme|look)"
)
_PEOPLE = (
    r"(?:(?:a|an|the|every|all|any|each)\s+)?(?:visitors?|users?|people|persons?|customers?|guests?|everyone|anyone)"
)
_HELD = r"\x02\d+\x03"
_SENTENCE = re.compile(r"[^.;!?\n]+(?:[.;!?](?=\S)[^.;!?\n]*)*")
_MUST = re.compile(
    r"(?i)^(?P<subject>.{1,120}?)\s+(?:must|shall|should|ought\s+to|has\s+to|have\s+to|needs?\s+to)\s+"
    r"(?:always\s+|also\s+|still\s+)*(?:be\s+able\s+to\s+)?(?P<rest>.+)$"
)
_OWN = re.compile(r"(?i)^(?:i|we|you|please)\b")
_NOT = re.compile(r"(?i)^(?:not|never|no\s+longer)\b|\bno\s+\w+$")
_HAS = re.compile(
    r"(?i)^(?:have|has|shows?|offers?|contains?|includes?|provides?|displays?|get|sees?|finds?|can\s+see|can\s+find|"
    r"gets|be|is|are)\s+(?P<what>(?:an?\s|the\s|another\s).+)$"
)
_ORDER = re.compile(r"(?i)^(?:use|follow|match|respect)\s")
_SAYS = re.compile(rf"(?i)^(?:says?|reads?|shows?|be|is|states?|displays?)\s*:?\s*(?P<what>{_HELD})\s*$")
_CALLED = re.compile(r"(?i)^(?:be|is)\s+(?:called|named)\s+(?P<what>.+)$")
_BE = re.compile(r"(?i)^(?:be|is|are)\s+(?P<what>.+)$")
_DESCRIBED = re.compile(
    rf"(?i)^(?P<subject>{_PAGE}|{_PEOPLE}|(?:the\s+)?[\w' -]{{1,40}}?)\s+"
    r"(?P<rest>(?:has|have|shows?|offers?|contains?|includes?|provides?|sees?|finds?|can\s+see|can\s+find|says?|reads?|"
    r"is|are)\s+.+)$"
)
_SHOWN = re.compile(r"(?i)^(?P<what>.+?)\s+(?:is|are|be)\s+(?:shown|visible|there|displayed|on\s+the\s+page)$")


def as_orders(text: str, originals: MutableMapping[str, str], *, described: bool, hold: Callable[[str], str]) -> str:
    """`text` with each sentence of obligation as a request; `described`: sentences that say what is there too.

    What such a sentence says that is no request of a known form is put into `hold`, whose answer stands for it: no
    pattern then takes a word of it for a request. `originals` gets the sentence that each request was.
    """

    def order(match: re.Match[str]) -> str:
        made = _order(match[0], described, hold)
        if made != match[0]:
            originals[made.strip()] = match[0].strip()
        return made

    return _SENTENCE.sub(order, text)


def _order(sentence: str, described: bool, hold: Callable[[str], str]) -> str:
    bare = sentence.strip()
    found = _MUST.match(bare)
    if found is not None and not _OWN.match(bare):
        return _with_space(sentence, _said(found["subject"], found["rest"]) or hold(bare))
    found = _DESCRIBED.match(bare) if described else None
    order = _said(found["subject"], found["rest"]) if found is not None else None
    return _with_space(sentence, order) if order else sentence


def _with_space(sentence: str, order: str) -> str:
    return sentence.replace(sentence.strip(), order, 1)


def _said(subject: str, rest: str) -> str | None:
    """The request that is meant; None for what is ruled out, and for what something is to do."""
    if _NOT.search(rest):
        return None
    is_page, is_people = (re.fullmatch(each, subject.strip(), re.IGNORECASE) for each in (_PAGE, _PEOPLE))
    if (shown := _SHOWN.match(f"{subject} {rest}")) is not None:
        return f"add {shown['what']}"
    if (called := _CALLED.match(rest)) is not None:
        return f"call it {called['what']}"
    if (says := _SAYS.match(rest)) is not None:
        return f"change {subject} to {says['what']}"
    if (has := _HAS.match(rest)) is not None and (is_page or is_people):
        return f"add {has['what']}"
    if is_page and _ORDER.match(rest):
        return rest
    if (be := _BE.match(rest)) is not None and not is_people:
        return f"make {'it' if is_page else subject} {be['what']}"
    return None
