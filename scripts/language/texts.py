"""Docstrings, and the texts of the Studio."""

import ast
import re
from collections.abc import Iterator, Sequence

from scripts.language.names import Finding

_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_IMPORT = re.compile(r"\s*(?:import|export)\b.*\bfrom\b")


def check_docstrings(path: str, tree: ast.AST, openings: Sequence[str]) -> Iterator[Finding]:
    """Yield each docstring whose first word is on the list."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            first = text.split(None, 1)[0].rstrip(",:") if text.strip() else ""
            if first in openings:
                yield Finding("docstring-opening", path, getattr(node, "lineno", 1), text.splitlines()[0])


def check_messages(path: str, source: str, banned: Sequence[str], most_words: int) -> Iterator[Finding]:
    """Yield each text of a message catalogue with a banned phrase, or with a sentence that is too long."""
    for number, line in enumerate(source.splitlines(), start=1):
        if _IMPORT.match(line):
            continue
        for literal in _TEXT.finditer(line):
            text = literal[1] or literal[2] or ""
            if any(phrase in text.lower() for phrase in banned):
                yield Finding("message-words", path, number, text)
            if any(len(sentence.split()) > most_words for sentence in _SENTENCE_END.split(text)):
                yield Finding("message-length", path, number, text)
