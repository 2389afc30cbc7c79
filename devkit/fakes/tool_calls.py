"""Calls of tools that many tests' models make."""

from local.openai_server.reply import Call


def write(content: str = "export {}\n", path: str = "src/note.ts") -> Call:
    """One small file."""
    return Call(name="write_file", arguments={"path": path, "content": content})


def finish(summary: str = "Done.") -> Call:
    """The end of the work."""
    return Call(name="finish", arguments={"summary": summary, "rationale": None, "assumptions": None})
