"""What the offline model says of itself and of its work."""

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
OPENING = "Let me look at the project.\n"


def summary(draft: Draft) -> str:
    return " ".join(dict.fromkeys([*draft.done, *draft.missing])) or "Nothing needed to change."


def gave_up(draft: Draft, output: str, *, was_broken: bool) -> str:
    """The honest end when the project does not build with the change; `output` is the report of the failure."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["(no message)"]
    reason = next((line for line in lines if "error" in line.lower()), lines[0])[:300]
    why = "does not build, with my change or without it" if was_broken else "did not build with it"
    tried = f"I tried this: {' '.join(draft.done)} But the project {why}, so I put every file back as it was."
    return f"{tried} The first message was: {reason} A real model could look into it."
