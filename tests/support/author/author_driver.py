"""Drives the offline model's author the way the agent loop does: real tools over a tree in memory, no network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from local.offline_model.author import author
from local.openai_server.reply import Reply
from shared.domain.agent.model_messages import AssistantMessage, Item, ModelRequest, ToolCall, ToolOutput, UserMessage
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.services.assets.load_catalog import load_catalog
from shared.tools.base import Workspace
from shared.tools.registry import CODER_TOOLS, call_tool

Compile = Callable[[Files], CompileReport]
MOST_ANSWERS = 12


def compiles(_: Files) -> CompileReport:
    return CompileReport(ok=True)


@dataclass
class Turn:
    """What one message led to."""

    files: Files
    items: list[Item]
    replies: list[Reply] = field(default_factory=list)
    finished: dict[str, object] | None = None

    @property
    def words(self) -> str:
        return "\n".join("".join(reply.text) for reply in self.replies)

    @property
    def summary(self) -> str:
        return str((self.finished or {}).get("summary", ""))

    @property
    def tools(self) -> list[str]:
        return [call.name for reply in self.replies for call in reply.calls]

    def text(self, path: str) -> str:
        return self.files[path].decode()


def drive(
    files: Files,
    message: str,
    *,
    history: Sequence[Item] = (),
    compile_tree: Compile = compiles,
    build: Callable[[Files], str | None] = lambda _: None,
    tools: Sequence[str] = tuple(CODER_TOOLS),
) -> Turn:
    """One turn to its end. `build` answers what is wrong with a finished tree, or None."""
    catalog = load_catalog()
    workspace = Workspace(files=dict(files), catalog=catalog, catalog_lock="", compile=compile_tree)
    offered = {name: CODER_TOOLS[name] for name in tools}
    turn = Turn(workspace.files, [*history, UserMessage(content=f"<request>\n{message}\n</request>")])
    for number in range(MOST_ANSWERS):
        reply = author(_request(turn.items, offered.values()))
        turn.replies.append(reply)
        if _answer(turn, reply, number, workspace, offered, build):
            break
    else:
        raise AssertionError(f"no end after {MOST_ANSWERS} answers: {turn.tools}")
    turn.files = workspace.files
    return turn


def _request(items, tools) -> ModelRequest:  # type: ignore[no-untyped-def]  # plain sequences
    return ModelRequest(
        model="offline-demo", instructions="", items=tuple(items), tools=tuple(tool.spec() for tool in tools)
    )


def _answer(turn, reply, number, workspace, offered, build) -> bool:  # type: ignore[no-untyped-def]  # see drive
    """Run the calls of one answer; whether the turn is over."""
    if reply.text:
        turn.items.append(AssistantMessage(content="".join(reply.text)))
    over = not reply.calls
    outputs: list[Item] = []
    for index, each in enumerate(reply.calls):
        call = ToolCall(call_id=f"c{number}-{index}", name=each.name, arguments=each.arguments_text)
        turn.items.append(call)
        result = call_tool(offered, call.name, call.arguments, workspace)
        text = result.text
        if result.files is not None:
            workspace.files = result.files
        if call.name == "finish" and result.ok:
            problem = build(workspace.files)
            text = f"The build failed (BUILD_FAILED): {problem}" if problem else text
            over, turn.finished = problem is None, result.data
        outputs.append(ToolOutput(call_id=call.call_id, output=text))
    turn.items += outputs
    return over
