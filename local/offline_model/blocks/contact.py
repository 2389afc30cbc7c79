"""A contact form that checks what is entered, and says honestly where it goes."""

from local.offline_model.blocks.parts import modules, section
from local.offline_model.view import Act, Code, Component, El, Import, When, el, literal


def contact(title: str, *, level: int = 2, anchor: str = "contact") -> Component:
    """Name, address and message, each with its own problem line."""
    fields = [_field(anchor, "name", "Name", "name"), _field(anchor, "email", "Email", "email"), _message(anchor)]
    form = el(
        "form",
        "fields",
        *fields,
        el("div", "", el("button", "button", "Send message", type="submit")),
        novalidate=True,
        on={"submit": Act("sendMessage", form=True)},
    )
    words = "`Thank you, ${data.thanks}. This page has no server yet, so your message is kept in this browser only.`"
    thanks = el(
        "div",
        "",
        el("p", "quote", Code(words), role="status"),
        el(
            "div",
            "row-top",
            el("button", "button-quiet", "Write another", type="button", on={"click": Act("newContact")}),
        ),
    )
    return Component(
        name="Contact",
        anchor=anchor,
        label="Contact",
        view=section(anchor, level, el("div", "panel", When("data.thanks", thanks, form)), lead=True, width="normal"),
        constants=f"const title = {literal(title)};\n"
        'const lead = "Questions, ideas, or just a hello: write a few lines.";',
        imports=(Import("lib/contact", ("newContact", "sendMessage")),),
        state="newContact()",
        modules=modules("contact", "keep"),
    )


def _field(anchor: str, name: str, label: str, kind: str) -> El:
    control = el(
        "input",
        "field",
        id=f"{anchor}-{name}",
        name=name,
        type="email" if kind == "email" else "text",
        autocomplete=kind,
        aria_invalid=Code(f"Boolean(data.problems.{name})"),
        aria_describedby=f"{anchor}-{name}-problem",
    )
    return _labelled(anchor, name, label, control)


def _message(anchor: str) -> El:
    control = el(
        "textarea",
        "area",
        id=f"{anchor}-message",
        name="message",
        aria_invalid=Code("Boolean(data.problems.message)"),
        aria_describedby=f"{anchor}-message-problem",
    )
    return _labelled(anchor, "message", "Message", control)


def _labelled(anchor: str, name: str, label: str, control: El) -> El:
    problem = el("p", "problem", Code(f"data.problems.{name}"), id=f"{anchor}-{name}-problem")
    return el(
        "div",
        "",
        el("label", "label", label, for_=f"{anchor}-{name}"),
        control,
        When(f"data.problems.{name}", problem),
    )
