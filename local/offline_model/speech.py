"""What the offline model says of itself and of its work."""

from collections.abc import Sequence

from local.offline_model.draft import Draft

NAME = "offline-demo"
LABEL = (
    "I am the offline demonstration of ChatBuilder: a few rules, not a language model. "
    "To work with a real model, set OPENAI_API_KEY (and, if you like, OPENAI_BASE_URL and CHATBUILDER_MODEL) and start "
    "again.\n\n"
)
EXAMPLES = (
    "- “Make a to-do list called Groceries with a dark theme”\n"
    "- “Make a landing page for my coffee shop called Crumb”\n"
    "- “Change the title to Fresh bread daily”, “Rename the app to Crumb”\n"
    "- “Make it dark green”, “Use #0f766e”, “Dark mode”, “Make the background cream”, “Use a serif font”\n"
    "- “Add an FAQ section”, also: about, features, pricing, testimonials, gallery, contact form\n"
    "- “Add a page called Team”, “Remove the features section”\n"
    "- “Add a counter”, also: timer, stopwatch, calculator\n"
    "- “Add a bar chart of Mon 12, Tue 18, Wed 9”, or paste rows with commas and ask for a table\n"
    '- “Replace "Ready when you are" with "Open today"”\n'
)
UNKNOWN = f"I did not understand that request, so nothing was changed. What I can do:\n\n{EXAMPLES}"
UNDO = (
    "I cannot take back earlier work by myself. Use Undo in the builder, or restore an earlier revision; nothing was "
    "changed."
)
NO_TOOLS = "I was given no tools to read or change the project with, so nothing was changed."
NO_PROJECT = "I do not know how this project is put together, so nothing was changed."


def opening(first: bool) -> str:
    """The words before the work begins."""
    return f"{LABEL if first else ''}Let me look at the project.\n"


def before_edits(draft: Draft) -> str:
    """The words between reading and writing."""
    count = len(draft.changes())
    return f"I know what to do: {count} file{'s' if count != 1 else ''} to change.\n"


def summary(draft: Draft) -> str:
    """What was done and what was not, for the person."""
    parts = [*draft.done, *draft.missing]
    return " ".join(parts) if parts else "Nothing needed to change."


def stopped(draft: Draft) -> str:
    """The end of a turn whose tools were taken away before it was done."""
    return f"I had to stop here. What I was about to reach: {summary(draft)}"


def gave_up(draft: Draft, reason: str, *, was_broken: bool) -> str:
    """The honest end when the project does not build with the change."""
    blame = (
        "But the project does not build, with my change or without it, so I put every file back as it was. "
        if was_broken
        else "But the project did not build with it, so I put every file back as it was. "
    )
    wanted = " ".join(draft.done)
    return f"I tried this: {wanted} {blame}The first message was: {reason} A real model could look into it."


def first_problem(output: str) -> str:
    """The line of a tool's report that says what is wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower()]
    return (telling or lines or ["(no message)"])[0][:300]


def pieces(text: str) -> tuple[str, ...]:
    """Text as it is streamed: a few words at a time."""
    words = text.split(" ")
    grouped = [" ".join(words[start : start + 3]) for start in range(0, len(words), 3)]
    return tuple(f"{piece} " if index < len(grouped) - 1 else piece for index, piece in enumerate(grouped) if piece)


def joined(parts: Sequence[str]) -> str:
    return "\n".join(part for part in parts if part)
