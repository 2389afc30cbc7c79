"""Finds pasted data in a message: tables with any usual separator, and figures said in a row."""

import re

from local.offline_model.intents import Data

_SEPARATORS = ("\t", "|", ";", ",")
_NUMBER = r"[-+]?[$€£]?\d[\d,. ]*\d%?|[-+]?[$€£]?\d%?"
_FIGURE = re.compile(
    rf"(?P<label>[^\W\d_][\w' -]{{0,30}}?)\s*(?:[:=]|\bis\b)?\s*(?P<value>{_NUMBER})(?=\s*(?:[,;\n.]|and\b|$))"
)
MOST_ROWS, MOST_COLUMNS = 500, 12


def find_table(message: str) -> tuple[str, Data | None]:
    """The message without its pasted rows, and those rows: two lines or more with equally many cells."""
    lines = message.splitlines()
    for separator in _SEPARATORS:
        split = [_cells(line, separator) for line in lines]
        start, end = _longest(split)
        if end - start >= 2:
            rest = "\n".join(lines[:start] + lines[end:])
            return rest, _data(split[start:end])
    return message, None


def find_figures(message: str) -> list[tuple[str, float]]:
    """`Jan 10, Feb 20 and Mar 15` as pairs; fewer than two are no figures."""
    found = [(match["label"].strip(), number(match["value"])) for match in _FIGURE.finditer(_after_colon(message))]
    pairs = [(_without_filler(label), value) for label, value in found if value is not None]
    return pairs if len(pairs) >= 2 else []


def figures_of(data: Data) -> list[tuple[str, float]]:
    """The first column as labels, the first column of numbers as values."""
    for index in range(1, len(data.columns)):
        values = [number(row[index]) for row in data.rows]
        if all(value is not None for value in values):
            return [(row[0], value) for row, value in zip(data.rows, values, strict=True) if value is not None]
    return []


def number(text: str) -> float | None:
    """The number in a cell such as `1,200`, `3.5 %` or `$12`."""
    digits = re.sub(r"[$€£%\s]", "", text)
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", digits):
        digits = digits.replace(",", "")
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return None


def _cells(line: str, separator: str) -> list[str]:
    text = line.strip().strip("|") if separator == "|" else line.strip("\r\n ")
    cells = [cell.strip().strip('"') for cell in text.split(separator)]
    return cells if len(cells) > 1 and sum(map(bool, cells)) > 1 else []


def _longest(split: list[list[str]]) -> tuple[int, int]:
    """The longest run of lines with the same number of cells."""
    best = start = end = 0
    for index, cells in enumerate(split):
        same = bool(cells) and index > start and len(cells) == len(split[start])
        if not same:
            start = index
        if cells and index + 1 - start > best:
            best, end = index + 1 - start, index + 1
    return end - best, end


def _data(lines: list[list[str]]) -> Data:
    rows = [tuple(row[:MOST_COLUMNS]) for row in lines if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head, body = rows[0], rows[1:]
    if any(number(cell) is not None for cell in head) or not body:
        head, body = tuple(f"Column {index}" for index in range(1, len(rows[0]) + 1)), rows
    return Data(head, tuple(body[:MOST_ROWS]))


def _after_colon(message: str) -> str:
    head, colon, tail = message.partition(":")
    return tail if colon and len(_FIGURE.findall(tail)) >= 2 and not re.search(r"\d", head) else message


def _without_filler(label: str) -> str:
    return re.sub(r"(?i)^(?:.*\b(?:of|with|for|showing|data|and|the|chart|graph)\s+)", "", label).strip() or label
