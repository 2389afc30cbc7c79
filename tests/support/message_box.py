"""What a person does at the message box of the Studio: with keys, with an input method, with files, in the queue."""

import base64

from playwright.sync_api import FilePayload, JSHandle, Locator, Page, Request, expect

_TRANSFER = """files => {
  const held = new DataTransfer();
  for (const { name, type, bytes } of files)
    held.items.add(new File([Uint8Array.from(atob(bytes), one => one.charCodeAt(0))], name, { type }));
  return held;
}"""
_PASTE = """(box, held) => box.dispatchEvent(
  new ClipboardEvent("paste", { clipboardData: held, bubbles: true, cancelable: true }))"""
_LISTENER = "addEventListener('keydown', ({ isComposing }) => { window.composed = isComposing; }, true)"


def message_box(page: Page) -> Locator:
    """The box, when it is there."""
    box = page.get_by_role("textbox", name="Message", exact=True)
    expect(box).to_be_visible()
    return box


def messages_sent(page: Page) -> list[str]:
    """Where the messages go that leave the page from now on; the list grows."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/runs"):
            sent.append(request.url)

    page.on("request", note)
    return sent


def send(page: Page, message: str) -> None:
    """Said, and taken by the server."""
    box = message_box(page)
    box.fill(message)
    box.press("Enter")
    expect(box).to_have_value("")


def height(box: Locator) -> float:
    found = box.bounding_box()
    assert found is not None
    return found["height"]


def write_by_input_method(page: Page, typed: str, meant: str) -> None:
    """What is typed stays open until Enter ends it, as the words that are meant: that Enter is not the page's."""
    page.evaluate(_LISTENER)
    wire = page.context.new_cdp_session(page)
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    wire.send("Input.imeSetComposition", {"text": typed, "selectionStart": len(typed), "selectionEnd": len(typed)})
    wire.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    wire.send("Input.insertText", {"text": meant})
    wire.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    wire.detach()
    assert page.evaluate("window.composed"), "the browser took it for an Enter of its own"


def files_offered(page: Page) -> Locator:
    """The list under "@"."""
    return page.get_by_role("listbox", name="Files of the draft").get_by_role("option")


def name_first_file(page: Page) -> None:
    """Up and down the list, and its first file taken; the box keeps the focus and points at the active one."""
    box, options = message_box(page), files_offered(page)
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert box.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    expect(box).to_be_focused()
    expect(options).to_have_count(0)


def paste(page: Page, *files: FilePayload) -> None:
    message_box(page).evaluate(_PASTE, _held(page, files))


def drop(page: Page, *files: FilePayload) -> None:
    """Dragged over the box, which says so, and let go."""
    form = page.locator("form", has=message_box(page))
    form.dispatch_event("dragover", {"dataTransfer": _held(page, files)})
    expect(form.get_by_text("Drop pictures or text files here")).to_be_attached()
    form.dispatch_event("drop", {"dataTransfer": _held(page, files)})


def _held(page: Page, files: tuple[FilePayload, ...]) -> JSHandle:
    """What a clipboard or a drag carries."""
    given = [
        {"name": one["name"], "type": one["mimeType"], "bytes": base64.b64encode(one["buffer"]).decode()}
        for one in files
    ]
    return page.evaluate_handle(_TRANSFER, given)


def waiting(page: Page) -> Locator:
    """The messages that wait for their turn."""
    return page.get_by_role("region", name="Messages that wait")


def waiting_buttons(page: Page, place: int, of: int) -> Locator:
    """What may be done with one of them."""
    return waiting(page).get_by_role("group", name=f"Message {place} of {of}")
