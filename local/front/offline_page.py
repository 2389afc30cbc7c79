"""What a visitor sees where no page is online: plain words instead of a bare status, and nothing to load."""

_WORDS = {
    "en": ("This app is not online", "It may have been taken down, or the address is not quite right."),
    "de": ("Diese App ist nicht online", "Vielleicht wurde sie offline genommen, oder die Adresse stimmt nicht ganz."),
}


def offline_page(languages: str) -> bytes:
    """An HTML page in the first language of an Accept-Language header that there are words for; else in English."""
    wanted = (part.strip()[:2].lower() for part in languages.split(","))
    language = next((one for one in wanted if one in _WORDS), "en")
    title, text = _WORDS[language]
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<h1>{title}</h1>\n<p>{text}</p>\n</html>\n"
    ).encode()
