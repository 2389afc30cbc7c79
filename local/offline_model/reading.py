"""What has to be read before a change can be thought out."""

from collections.abc import Sequence

from local.offline_model.answer import call
from local.offline_model.intents import Intent, Replace
from local.offline_model.plan import wanted
from local.offline_model.project import Project
from local.offline_model.transcript import WRITES, Transcript
from local.openai_server.reply import Call

_MOST_READS = 16


def readings(said: Transcript, intents: Sequence[Intent], project: Project) -> list[Call]:
    """Calls for what is still wanted: searches first, then files, then what was left out of long ones."""
    if said.of(*WRITES) or not said.offers("read_file"):
        return []
    searched, old = said.of("search_code"), [intent.old for intent in intents if isinstance(intent, Replace)]
    searches = [] if searched or not said.offers("search_code") else old
    hits = [line.split(":", 1)[0] for each in searched for line in each.output.splitlines()]
    paths = [*wanted(intents, project), *(path for path in hits if path in project.paths)]
    read = {each.path for each in said.of("read_file")}
    new = [path for path in dict.fromkeys(paths) if path not in read][:_MOST_READS]
    return [
        *(call("search_code", query=words, prefix=None, case_sensitive=True) for words in searches),
        *(call("read_file", path=path, start_line=None, end_line=None) for path in new),
        *(call("read_file", path=path, start_line=start, end_line=end) for path, (start, end) in said.gaps.items()),
    ]
