"""What a page calls itself, for an app whose name nobody chose."""

import html
import re

from pydantic import TypeAdapter

from shared.domain.base import Name
from shared.domain.frameworks import STARTER_TITLES

_HEAD, _SHORTEST, _LONGEST = 65_536, 2, 60
_TITLE = re.compile(rb"<title(?:\s[^<>]{0,200})?>([^<]{1,1000})</title", re.IGNORECASE)
_PARTS = re.compile(r" [|\u2013\u2014\u00b7-] ")
_MARKUP = re.compile(r"[<>{}\ufffd]|%\w+%")
_NAME: TypeAdapter[str] = TypeAdapter(Name)
STARTERS = STARTER_TITLES | {"my app", "new app", "home", "index", "document", "untitled", "title", "website"}
"""Titles that say nothing of an app."""


def name_of_page(page: bytes) -> str | None:
    """The page's title where that can be a name: 2 to 60 characters, no markup, and nobody's starter.

    Of a longer one the first part, as in "Salon Rosa | Cuts and colour".
    """
    found = _TITLE.search(page[:_HEAD])
    try:
        title = " ".join(html.unescape(found[1].decode()).split()) if found else ""
        name = _NAME.validate_python(title if len(title) <= _LONGEST else _PARTS.split(title)[0])
    except ValueError:  # none, bytes that are no text, or characters that are not what one sees
        return None
    fits = _SHORTEST <= len(name) <= _LONGEST and name.lower() not in STARTERS
    return name if fits and _MARKUP.search(name) is None else None
