"""A lexer for JavaScript, TypeScript and JSX: enough to tell names from what only looks like them."""

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["name", "tag", "attribute", "string", "template", "regex", "number", "punct", "text"]
MOST_CHARACTERS = 100_000

_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*(?:.*?\*/|(?P<open>.*)))+", re.DOTALL)
_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$]*")
_NUMBER = re.compile(r"\.?\d[\w.]*")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*+"|' r"'(?:\\.|[^'\\\n])*+'", re.DOTALL)
_QUOTED = re.compile(r'"[^"]*"|' r"'[^']*'")
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*+\]|[^/\\\n\[])++/\w*")
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*+(`|\$\{)", re.DOTALL)
_PUNCT = re.compile(r"=>|\+\+|--|\?\.(?!\d)|[!=]==?|\.\.\.|[^\s\w]")
_TEXT = re.compile(r"[^<{]+")
_TAG = re.compile(r"(?:[^\W\d]|\$)[\w$-]*")
_CLOSING = re.compile(r"</\s*+([\w$-]*+)[\w$.:-]*+\s*+>")
_GENERIC = re.compile(r"<\s*(?:const\s+)?[\w$]+\s*(?:,|extends\s)")
_OPENING = re.compile(r"<\s*[^\W\d]|<\s*[>$]")
_PAIRS = {"}": "{", ")": "(", "]": "["}
_BEFORE_VALUE = frozenset(
    ("await", "case", "default", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof",
     "void", "yield")
)  # fmt: skip
_CONTROL = frozenset(("if", "while", "for", "with"))


class Token(NamedTuple):
    """`kind` says what stands at `start`; comments and blanks are no tokens."""

    kind: Kind
    start: int
    end: int
    text: str


class _Unsure(Exception):
    pass


def tokens(text: str, *, jsx: bool) -> list[Token] | None:
    """The tokens in order, or None when the text is too long, does not balance, or is not surely understood."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return _Lexer(text, jsx).run()
    except _Unsure:
        return None


@dataclass
class _Lexer:
    """`_open` holds what is not closed yet: brackets, `${`, and of JSX a `tag` or the `text` between two."""

    text: str
    jsx: bool
    at: int = 0
    found: list[Token] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _value: bool = False

    def run(self) -> list[Token]:
        while self.at < len(self.text):
            inside = self._open[-1] if self._open else ""
            if inside == "text":
                self._read_text()
            elif not self._skip_blank():
                self._read_tag() if inside == "tag" else self._read_code()
        if self._open:
            raise _Unsure
        return self.found

    def _skip_blank(self) -> bool:
        match = _BLANK.match(self.text, self.at)
        if match and match["open"] is not None:
            raise _Unsure
        self.at = match.end() if match else self.at
        return match is not None

    def _take(self, kind: Kind, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _Unsure
        self.found.append(Token(kind, self.at, match.end(), match[0]))
        self.at = match.end()
        return match[0]

    def _read_code(self) -> None:
        first, before = self.text[self.at], self.found[-1].text if self.found else ""
        if _NAME.match(self.text, self.at):
            word = self._take("name", _NAME)
            self._value = word not in _BEFORE_VALUE or before in (".", "?.")
        elif first in "\"'":
            self._take_value("string", _STRING)
        elif first == "`":
            self._read_template(1)
        elif first == "/" and not self._value:
            self._take_value("regex", _REGEX)
        elif first == "<" and self._is_element():
            self._open_tag()
        elif _NUMBER.match(self.text, self.at):
            self._take_value("number", _NUMBER)
        else:
            self._read_punct(before)

    def _take_value(self, kind: Kind, pattern: re.Pattern[str]) -> None:
        self._take(kind, pattern)
        self._value = True

    def _read_template(self, skipped: int) -> None:
        """From the opening backtick, or from the `}` that ends an expression in it."""
        match = _TEMPLATE.match(self.text, self.at + skipped)
        if match is None:
            raise _Unsure
        self.found.append(Token("template", self.at, match.end(), self.text[self.at : match.end()]))
        self.at, self._value = match.end(), match[1] == "`"
        if match[1] == "${":
            self._open.append("${")

    def _read_punct(self, before: str) -> None:
        sign = self.text[self.at]
        if sign == "\\":
            raise _Unsure
        if sign == "}" and self._open and self._open[-1] == "${":
            self._open.pop()
            self._read_template(1)
            return
        sign = self._take("punct", _PUNCT)
        if sign in "{([":
            self._open.append("if(" if sign == "(" and before in _CONTROL else sign)
        if sign in _PAIRS:
            self._value = self._close(sign)
        elif sign not in ("++", "--") and not (sign == "!" and self._value):
            self._value = False

    def _close(self, sign: str) -> bool:
        """Whether a value has ended here."""
        opened = self._open.pop() if self._open else ""
        if opened.removeprefix("if") != _PAIRS[sign] and (opened, sign) != ("jsx{", "}"):
            raise _Unsure
        return opened != "if("

    def _is_element(self) -> bool:
        if not self.jsx or self._value or not _OPENING.match(self.text, self.at):
            return False
        return not _GENERIC.match(self.text, self.at)

    def _open_tag(self) -> None:
        self._take("punct", _PUNCT)
        self._skip_blank()
        self._open.append("tag")
        if self.text.startswith(">", self.at):
            return
        self._take("tag", _TAG)
        while self.text[self.at : self.at + 1] in (".", ":"):
            self._take("punct", _PUNCT)
            self._take("attribute", _TAG)

    def _read_tag(self) -> None:
        first = self.text[self.at]
        if self.text.startswith("/>", self.at):
            self.at += 2
            self._end_element()
        elif first == ">":
            self.at += 1
            self._open[-1] = "text"
        elif first in "\"'":
            self._take("string", _QUOTED)
        elif first == "{":
            self._open_expression()
        elif first == "<" and self.found[-1].text == "=":
            self._open_tag()
        elif first in "=:":
            self._take("punct", _PUNCT)
        else:
            self._take("attribute", _TAG)

    def _read_text(self) -> None:
        first = self.text[self.at]
        closing = _CLOSING.match(self.text, self.at)
        if closing is not None:
            self.found += [Token("tag", *closing.span(1), closing[1])] if closing[1] else []
            self.at = closing.end()
            self._end_element()
        elif first == "<":
            self._open_tag()
        elif first == "{":
            self._open_expression()
        else:
            self._take("text", _TEXT)

    def _open_expression(self) -> None:
        self._take("punct", _PUNCT)
        self._open.append("jsx{")
        self._value = False

    def _end_element(self) -> None:
        self._open.pop()
        self._value = True
