"""Finds pasted data in a message: tables with any usual separator, and figures said in a row."""

import re
from itertools import groupby

from local.offline_model.intents import Data

_NUMBER = r"[-+]?[$€£]?\d[\d,. ]*\d%?|[-+]?[$€£]?\d%?"
_FIGURE = re.compile(
    rf"(?P<label>[^\W\d_][\w' -]{{0,30}}?)\s*(?:[:=]|\bis\b)?\s*(?P<value>{_NUMBER})(?=\s*(?:[,;\n.]|and\b|$))"
)
_FILLER = re.compile(r"(?i)^(?:.*\b(?:of|with|for|showing|data|and|the|chart|graph)\s+)")
_MOST_ROWS, _MOST_COLUMNS = 500, 12


def find_table(message: str) -> tuple[str, Data | None]:
    """The message without its pasted rows, and those rows: two lines or more with equally many cells."""
    lines = message.splitlines()
    for separator in "\t|;,":
        cells = [_cells(line, separator) for line in lines]
        runs = [list(run) for _, run in groupby(range(len(lines)), key=lambda index: len(cells[index]))]
        run = max((run for run in runs if cells[run[0]]), key=len, default=[])
        if len(run) >= 2 and (data := _data([cells[index] for index in run])):
            return "\n".join(lines[: run[0]] + lines[run[-1] + 1 :]), data
    return message, None


def _cells(line: str, separator: str) -> list[str]:
    text = line.strip().strip("|") if separator == "|" else line.strip("\r\n ")
    cells = [cell.strip().strip('"') for cell in text.split(separator)]
    return cells if sum(map(bool, cells)) > 1 else []


def _data(lines: list[list[str]]) -> Data | None:
    rows = [tuple(row[:_MOST_COLUMNS]) for row in lines if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    if rows and (len(rows) == 1 or any(number(cell) is not None for cell in rows[0])):
        rows.insert(0, tuple(f"Column {index}" for index in range(1, len(rows[0]) + 1)))
    return Data(rows[0], tuple(rows[1 : _MOST_ROWS + 1])) if rows else None


def find_figures(message: str) -> list[tuple[str, float]]:
    """`Jan 10, Feb 20 and Mar 15` as pairs; fewer than two are no figures."""
    head, _, tail = message.partition(":")
    text = tail if len(_FIGURE.findall(tail)) >= 2 and not re.search(r"\d", head) else message
    found = [(match["label"].strip(), number(match["value"])) for match in _FIGURE.finditer(text)]
    pairs = [(_FILLER.sub("", label).strip() or label, value) for label, value in found if value is not None]
    return pairs if len(pairs) >= 2 else []


def without_figures(text: str) -> str:
    """`text` with what `find_figures` reads in it, and the words that lead to it, taken out."""
    return re.sub(r"(?i)\b(?:of|with|for|showing|data|figures?|values?)\b", " ", _FIGURE.sub(" . ", text))


def figures_of(data: Data) -> list[tuple[str, float]]:
    """The first column as labels, the first column of numbers as values."""
    for index in range(1, len(data.columns)):
        values = [(row[0], number(row[index])) for row in data.rows]
        figures = [(label, value) for label, value in values if value is not None]
        if len(figures) == len(values):
            return figures
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
