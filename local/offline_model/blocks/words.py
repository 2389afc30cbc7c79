"""Sections of words: about, features, pricing, questions, testimonials, gallery. The words are starting points."""

from local.offline_model.blocks.parts import section
from local.offline_model.view import Code, Component, Each, El, Node, When, el, literal, rows

Records = list[dict[str, object]]


def about(title: str, *, subject: str = "we", level: int = 2, anchor: str = "about") -> Component:
    """A heading and three paragraphs."""
    paragraphs = [
        f"{_capital(subject)} began with a simple idea: do one thing, and do it with care.",
        "Today that still decides everything, from the first conversation to the last detail.",
        "Come by, write to us, or just look around. You are welcome here.",
    ]
    lines = "".join(f"  {literal(each)},\n" for each in paragraphs)
    words = el("div", "words", Each("paragraphs", "paragraph", "paragraph", el("p", "", Code("paragraph"))))
    constants = f"const title = {literal(title)};\nconst paragraphs = [\n{lines}];"
    return Component("About", anchor, "About", section(anchor, level, words), constants)


def features(title: str, *, level: int = 2, anchor: str = "features") -> Component:
    """Six short cards."""
    items: Records = [
        {"title": "Simple", "text": "Everything has its place, and nothing is in the way."},
        {"title": "Fast", "text": "Pages open at once, on slow connections too."},
        {"title": "Private", "text": "No trackers, no surprises, nothing shared."},
        {"title": "Reliable", "text": "Built once, checked, and the same for everyone."},
        {"title": "Accessible", "text": "Clear contrast, real headings and full keyboard control."},
        {"title": "Yours", "text": "Change a word, a colour or a section whenever you like."},
    ]
    card = el("li", "card", el("h3", "card-title", Code("item.title")), el("p", "text", Code("item.text")))
    grid = el("ul", "grid", Each("items", "item", "item.title", card))
    constants = f"const title = {literal(title)};\n{rows('items', items)}"
    return Component("FeatureList", anchor, "Features", section(anchor, level, grid), constants)


def pricing(title: str, *, level: int = 2, anchor: str = "pricing") -> Component:
    """Three plans, the middle one marked."""
    plans: Records = [
        {"name": "Start", "price": "$0", "main": False, "points": ["One project", "Community help", "All the basics"]},
        {"name": "Plus", "price": "$12", "main": True, "points": ["Ten projects", "Help by email", "Early features"]},
        {"name": "Team", "price": "$29", "main": False, "points": ["Any number", "Help by phone", "Shared work"]},
    ]
    inner: tuple[Node, ...] = (
        el("h3", "card-title", Code("plan.name")),
        el("p", "price", Code("plan.price")),
        el("p", "per", "a month"),
        el("ul", "ticks", Each("plan.points", "point", "point", el("li", "tick", Code("point")))),
    )
    card = el("li", "", When("plan.main", el("div", "card-main", *inner), el("div", "card", *inner)))
    grid = el("ul", "grid", Each("plans", "plan", "plan.name", card))
    constants = f"const title = {literal(title)};\n{rows('plans', plans)}"
    return Component("Pricing", anchor, "Pricing", section(anchor, level, grid), constants)


def faq(title: str, *, level: int = 2, anchor: str = "faq") -> Component:
    """Questions that open."""
    items: Records = [
        {"question": "How do I begin?", "answer": "Look around, then write to us. We answer within a day or two."},
        {"question": "What does it cost?", "answer": "That depends on what you need. Ask, and you get a clear answer."},
        {"question": "Can I change my mind?", "answer": "Yes. Nothing here binds you, and you can stop at any time."},
        {"question": "Who can I talk to?", "answer": "A person. Use the contact form, or come by."},
    ]
    one = el(
        "details",
        "question",
        el("summary", "question-title", Code("item.question")),
        el("p", "answer", Code("item.answer")),
    )
    asked = el("div", "questions", Each("items", "item", "item.question", one))
    constants = f"const title = {literal(title)};\n{rows('items', items)}"
    return Component("Faq", anchor, "FAQ", section(anchor, level, asked), constants)


def testimonials(title: str, *, level: int = 2, anchor: str = "testimonials") -> Component:
    """Three quotes whose names say that they are examples."""
    items: Records = [
        {"quote": "Exactly what I was looking for, and easier than I expected.", "name": "Example: a first visitor"},
        {"quote": "You notice that somebody thought about the details.", "name": "Example: a regular"},
        {"quote": "I told my friends about it the same day.", "name": "Example: a friend of a friend"},
    ]
    card = el(
        "li",
        "",
        el(
            "figure",
            "card",
            el("blockquote", "quote", el("p", "", Code("item.quote"))),
            el("figcaption", "byline", Code("item.name")),
        ),
    )
    grid = el("ul", "grid", Each("items", "item", "item.quote", card))
    constants = f"const title = {literal(title)};\n{rows('items', items)}"
    return Component("Testimonials", anchor, "Voices", section(anchor, level, grid), constants)


def gallery(title: str, *, level: int = 2, anchor: str = "gallery") -> Component:
    """Six drawn pictures that stand in for photographs."""
    shapes = [
        "M0 240V120Q60 40 120 120T240 120T320 90V240Z",
        "M160 40A80 80 0 1 1 159 40Z",
        "M0 240L110 70L190 180L240 110L320 240Z",
        "M40 200V60H120V200ZM150 200V100H220V200ZM240 200V40H290V200Z",
        "M0 120C80 20 120 220 200 120S300 60 320 120V240H0Z",
        "M160 30L200 110L290 120L225 180L240 220L160 190L80 220L95 180L30 120L120 110Z",
    ]
    items: Records = [{"caption": f"Picture {number}", "shape": each} for number, each in enumerate(shapes, 1)]
    art = el(
        "svg",
        "art",
        el("path", "ground", d="M0 0H320V240H0Z"),
        el("path", "figure", d=Code("item.shape")),
        viewBox="0 0 320 240",
        aria_hidden="true",
    )
    one = el("li", "", el("figure", "picture", art, el("figcaption", "caption", Code("item.caption"))))
    grid = el("ul", "grid", Each("items", "item", "item.caption", one))
    constants = f"const title = {literal(title)};\n{rows('items', items)}"
    return Component("Gallery", anchor, "Gallery", section(anchor, level, grid), constants)


def page(title: str, *, anchor: str, name: str, level: int = 2) -> Component:
    """A page of its own, shown instead of the others when the address ends in its anchor."""
    paragraphs = [
        f"This is the page “{title}”. Say what should stand here, and these words make room for it.",
        "It has an address of its own, so it can be linked to and found again.",
    ]
    lines = "".join(f"  {literal(each)},\n" for each in paragraphs)
    words = el("div", "words", Each("paragraphs", "paragraph", "paragraph", el("p", "", Code("paragraph"))))
    back = el("p", "note", el("a", "button-quiet", "Back to the start", href="#main"))
    inner = section(anchor, level, words, back)
    marked = El(inner.tag, inner.look, inner.children, {**inner.attributes, "data-view": anchor})
    constants = f"const title = {literal(title)};\nconst paragraphs = [\n{lines}];"
    return Component(name, anchor, title, marked, constants)


def plain(title: str, *, anchor: str, name: str, level: int = 2) -> Component:
    """A heading and words that wait to be written."""
    paragraphs = ["These words are a start. Say what should stand here, and they make room for it."]
    words = el("div", "words", Each("paragraphs", "paragraph", "paragraph", el("p", "", Code("paragraph"))))
    constants = f"const title = {literal(title)};\nconst paragraphs = {literal(paragraphs)};"
    return Component(name, anchor, title, section(anchor, level, words), constants)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
