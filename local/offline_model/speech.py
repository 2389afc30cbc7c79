"""What the offline model says of itself and of its work."""

from collections.abc import Sequence

from local.offline_model.project import Draft

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
UNDO = "I cannot take back earlier work. Use Undo in the builder or restore an earlier revision; nothing was changed."
NO_TOOLS = "I was given no tools to read or change the project with, so nothing was changed."
_REAL = "With a real model (OPENAI_API_KEY, or any compatible server) it can be asked for."
REJECTED = "the evaluator rejected the change"
"""How the loop begins to say that a second opinion was no."""
_PIECE = 300
OPENING = "Let me look at the project.\n"


def cannot(pieces: Sequence[str]) -> str:
    """The refusal of a whole request."""
    named = "; ".join(f"“{' '.join(piece.split())[:_PIECE]}”" for piece in pieces if piece.strip()) or "this"
    return f"I am the offline demonstration model and cannot do this: {named}. {_REAL} Nothing was changed."


def summary(draft: Draft, left: Sequence[str] = ()) -> str:
    """What was done, what was not found, and what of the request nothing was done for."""
    words = " ".join(dict.fromkeys([*draft.done, *draft.missing])) or "Nothing needed to change."
    if not left:
        return words
    named = ", ".join(f"“{piece}”" for piece in left)
    return f"{words} Not done: {named}. I am the offline demonstration model and cannot do that. {_REAL}"


def gave_up(draft: Draft, output: str, *, was_broken: bool) -> str:
    """The honest end when the change does not pass its checks; `output` is the report of the failure."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["(no message)"]
    if REJECTED in output:
        why, lines = "was refused by the second opinion", lines[1:] or lines
    elif was_broken:
        why = "does not build, with my change or without it"
    else:
        why = "did not build with it"
    subject = "it" if REJECTED in output else "the project"
    reason = next((line for line in lines if "error" in line.lower()), lines[0])[:300]
    tried = f"I tried this: {' '.join(draft.done)} But {subject} {why}, so I put every file back as it was."
    return f"{tried} The first message was: {reason} A real model could look into it."
