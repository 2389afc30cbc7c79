"""An answer of the author: words and calls, and how a change becomes calls."""

import re
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from local.offline_model.project import Draft
from local.offline_model.transcript import Transcript
from local.openai_server.reply import Call, Reply, Tokens
from shared.domain.agent.model_messages import ModelRequest

_MOST_EDITS, _AROUND = 8, 6


class Answer(NamedTuple):
    """Words, then calls of tools."""

    words: str
    calls: list[Call] = []

    def reply(self, request: ModelRequest) -> Reply:
        """The reply, a few words a piece, with its tokens counted by length: it has a size, if not a price."""
        said = len(self.words) + sum(len(each.arguments_text) for each in self.calls)
        asked = len(request.instructions) + sum(len(item.model_dump_json()) for item in request.items)
        usage = Tokens(input_tokens=asked // 4 + 1, output_tokens=said // 4 + 1)
        pieces = tuple(re.findall(r"(?s)(?:[^ ]* ){3}|.+", self.words))
        return Reply(text=pieces, calls=tuple(self.calls), usage=usage, argument_piece=160)


def call(tool: str, **arguments: Any) -> Call:
    return Call(name=tool, arguments=arguments)


def put(path: str, text: str | None) -> Call:
    """The call after which the file has this text, or is not there."""
    return call("delete_file", path=path) if text is None else call("write_file", path=path, content=text)


def edits_between(before: str, after: str) -> list[dict[str, str | None]]:
    """Edits whose `old` stands exactly once, one after the other; none when the whole file is better rewritten."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for around in range(_AROUND):
        edits, text, size = list[dict[str, str | None]](), before, 0
        for hunk in matcher.get_grouped_opcodes(around):
            piece = "".join(old[hunk[0][1] : hunk[-1][2]]).removesuffix("\n")
            then = "".join(new[hunk[0][3] : hunk[-1][4]]).removesuffix("\n")
            if piece.strip() and text.count(piece) == 1:
                edits.append({"old": piece, "new": then, "replace_all": None})
                text, size = text.replace(piece, then), size + piece.count("\n") + 1
        if text == after:
            return edits if len(edits) <= _MOST_EDITS and size <= max(5, len(old) // 2) else []
    return []


def end(said: Transcript, words: str, summary: str, draft: Draft | None = None) -> Answer:
    """The last answer: through `finish` where there is one, otherwise in words."""
    if not said.offers("finish"):
        return Answer("\n".join(filter(None, [words, summary if summary not in words else ""])))
    assumed = draft.assumed if draft else []
    return Answer(words, [call("finish", summary=summary, rationale=None, assumptions=assumed or None)])
