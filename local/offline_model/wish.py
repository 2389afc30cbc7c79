"""What a message asks for: in a chat its own words, for a task its title and the lines of "It is done when"."""

import re
from dataclasses import dataclass

from local.offline_model.intents import Intent
from local.offline_model.understand import Understood, read_message, read_statement

_TASK = re.compile(
    r"(?s)\A(?P<title>.+?)\n\n(?:Implement it|Find what is wrong, and mend it|Make the code simpler without changing "
    r"what it does)\.(?=\n\n|\Z)"
)
_LINES = re.compile(r"\n\nIt is done when:\n((?:- .*(?:\n|\Z))+)")


@dataclass(frozen=True)
class Wish:
    """`text` is the message, or the title of a task; `lines` are the task's acceptance lines, each as it was read."""

    text: str
    whole: Understood
    lines: tuple[tuple[str, Understood], ...] = ()

    @property
    def intents(self) -> tuple[Intent, ...]:
        """What is carried out: of the text, then of the lines that are understood."""
        return tuple(dict.fromkeys([*self.whole.intents, *(each for _, line in self.lines for each in line.intents)]))

    @property
    def left(self) -> tuple[str, ...]:
        """What nothing is done for, in the words of the message."""
        # A title such as "Greeting" names the task; where each line is understood there is nothing more to do for it.
        is_named = bool(self.lines) and not self.whole.intents and all(line.complete for _, line in self.lines)
        own = () if is_named else self.whole.left
        return tuple(dict.fromkeys([*own, *(words for _, line in self.lines for words in line.left)]))

    @property
    def question(self) -> bool:
        return self.whole.question


def read_wish(message: str) -> Wish:
    """The wish in a message. Of a task its words are statements ("The page has ..."), of a chat they are requests."""
    task = _TASK.match(message)
    if task is None:
        return Wish(message, read_message(message))
    listed = _LINES.search(message)
    lines = [line.removeprefix("- ") for line in listed[1].splitlines()] if listed else []
    return Wish(task["title"], read_statement(task["title"]), tuple((line, read_statement(line)) for line in lines))
