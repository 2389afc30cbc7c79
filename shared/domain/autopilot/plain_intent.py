"""What rules can say of a message: plain orders need no model, and no model makes an order of what is none.

English and German. What is neither plain nor doubtful is left to the model.
"""

import re

from shared.domain.autopilot.intent import Intent, IntentName

ORDERS: tuple[IntentName, ...] = ("START_BUILD", "CONTINUE_BUILD", "PAUSE_AUTOPILOT")
_POLITE = (
    r"please|now|ok(?:ay)?|alright|hey|hi|so|then|and|again|right away|thanks|thank you|yes|great|let'?s|just|"
    r"bitte|jetzt|gut|dann|also|nun|gleich|danke|ja|super|mal|einfach|wieder"
)
_AROUND = re.compile(rf"^(?:{_POLITE}) | (?:{_POLITE})$")
_ORDER_MOST = 200
"""No order has more characters."""
_PHASE = r"(?:the |with |with the )?(?:(?:first|second|third|next) )?phase(?: (?:\d+|one|two|three))?"
_PHASE_DE = r"(?:die |mit |mit der )?(?:(?:erste|zweite|dritte|nächste)n? )?phase(?: (?:\d+|eins|zwei|drei))?"
_PLAIN: dict[IntentName, re.Pattern[str]] = {
    "START_BUILD": re.compile(
        rf"(?:start|begin)(?: building| to build| the build| work)?(?: (?:on )?{_PHASE})?|build {_PHASE}|"
        rf"(?:starte|beginne|baue)(?: {_PHASE_DE})?|fang(?:e)?(?: {_PHASE_DE})? an|leg(?:e)? los"
    ),
    "CONTINUE_BUILD": re.compile(
        r"(?:continue|go on|keep going|carry on|resume)(?: building| the build| the autopilot| with the next task)?|"
        r"weiter|mach(?:e)? weiter|weitermachen|fahr(?:e)? fort|nächste aufgabe"
    ),
    "PAUSE_AUTOPILOT": re.compile(
        r"(?:pause|stop|halt)(?: building| the build| the autopilot| it| everything| working)?|hold on|take a break|"
        r"(?:pausier|stopp)(?:e)?(?: den autopilot(?:en)?)?|anhalten|halt(?:e)? an|pause|mach(?:e)? (?:eine )?pause"
    ),
}
_QUOTED = re.compile(r"\"[^\"]*\"|“[^“”]*”|„[^„“”]*[“”]|»[^»«]*«|`[^`]*`|^[ \t]*[>|].*$", re.MULTILINE)
_VERB = re.compile(
    r"\b(?:start|begin|build|continue|go on|resume|pause|stop|starte?|beginn|bau|weiter|pausier|stopp|fang)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:don'?t|do not|not|never|without|before you|unless|until|nicht|noch kein|kein|niemals|bevor|ohne)\b"
    r"[^.!?;]{0,40}?\b(?:start|begin|build|continu|resum|go on|paus|stop|los|an(?:fang|halt)|beginn|bau|weiter|fang)",
    re.IGNORECASE,
)
_NEGATED_AFTER = re.compile(
    r"\b(?:start|starte|beginn|beginne|fang|bau|baue|mach|stopp|stoppe|pausiere|begin|continue|build|pause|stop)\b"
    r"[^.!?;]{0,30}?\b(?:nicht|noch nichts|nichts|nothing|not yet)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^\W*(?:how|what|why|when|where|which|who|does|did|is|are|should|will|what if|"
    r"wie|was|warum|wieso|wann|wo|welche\w*|wer|soll\w*|ist|sind|wird|hat)\b[^.!]*\?[^\w?]*$",
    re.IGNORECASE,
)


def plain_intent(message: str) -> Intent | None:
    """The order that the whole message is, and nothing else; None when it says more than that."""
    words = " ".join(re.sub(r"[^\w' ]+", " ", message.casefold().replace("’", "'")).split())
    if len(words) > _ORDER_MOST:
        return None
    bare = words
    while (less := _AROUND.sub("", bare)) != bare:
        bare = less
    for name, pattern in _PLAIN.items():
        if pattern.fullmatch(bare) or pattern.fullmatch(words):
            return Intent(intent=name, confidence=1.0, notes="The whole message is that order.")
    return None


def without_doubt(message: str, intent: Intent) -> Intent:
    """The intent itself; a question where a model takes for an order what is quoted, negated, or asked about."""
    if intent.intent not in ORDERS:
        return intent
    doubt = doubt_of(message)
    return intent if doubt is None else intent.model_copy(update={"intent": "QUESTION", "notes": doubt})


def doubt_of(message: str) -> str | None:
    """Why the message is no order, as far as rules can say."""
    own = _QUOTED.sub(" ", message.replace("’", "'"))
    if own.split() != message.split() and not _VERB.search(own):
        return "The order stands in what the message quotes."
    if _NEGATED.search(own) or _NEGATED_AFTER.search(own):
        return "The message says not to."
    return "The message asks about it." if _ASKED.search(own.strip()) else None
