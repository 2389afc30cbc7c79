"""The pieces of English that requests are made of, as patterns."""

import re

from local.offline_model.colours import COLOUR
from local.offline_model.intents import Kind

FLAGS = re.IGNORECASE
QUOTED = re.compile(r"\"([^\"\n]{1,300})\"|“([^”\n]{1,300})”|«([^»\n]{1,300})»|(?<!\w)'([^'\n]{1,300})'(?!\w)")
HELD = r"\x02\d+\x03"
"""A quoted piece, held by its number while the rest of the message is read."""

_NEXT = r"(?:make|add|change|use|set|put|give|remove|turn|switch|also|then|include|delete|replace|rename)"
_END = rf"(?=\s*$|\s*\n|[.;!?](?:\s|$)|,?\s+(?:and|then)\s+{_NEXT}\b|,\s*(?:{_NEXT}|with)\b)"
VALUE = rf"(?P<value>{HELD}|[^\n]+?{_END})"
_STOP = r"(?=\s+(?:with|and|in|that|which|where|using|on|for|to|has|as|plus)\b|[,.;!?\n]|\s*$)"
NAME = rf"(?P<value>{HELD}|[^\n,.;!?]+?{_STOP})"
_THE = r"(?:the\s+|its\s+|my\s+|our\s+|this\s+|that\s+)?"
_THING = r"(?:it|this|that|(?:the\s+|my\s+|our\s+)?(?:whole\s+)?(?:app|application|site|website|page|project|product))"
_TO = r"(?:to\s+be|to\s+say|to\s+read|to|say|says|read|into|as|with|=|:)\s*:?\s*"
_CHANGE = r"(?:change|set|make|update|edit|rename|put|write|let)\s+"


def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, FLAGS)


REPLACE = compiled(
    rf"(?:replace|change|swap|rewrite)\s+{_THE}(?:text\s+|words?\s+|phrase\s+|sentence\s+)?(?P<old>{HELD})\s+"
    rf"(?:with|to|by|for|into)\s+(?P<new>{HELD})"
)
RETITLE = compiled(
    rf"(?:{_CHANGE}{_THE}(?:main\s+|big\s+|hero\s+|first\s+|(?:page|site|website|app|hero)(?:'s)?\s+)*"
    rf"(?:title|heading|headline|h1)\s+(?:from\s+{HELD}\s+)?{_TO}|(?:^|\n)\s*(?:title|heading|headline)\s*[:=]\s*){VALUE}"
)
RENAME = compiled(
    rf"(?:rename\s+{_THING}\s+(?:to\s+|as\s+|into\s+)?|(?:call|name)\s+{_THING}\s+"
    rf"|{_CHANGE}{_THE}(?:app|site|website|project|brand|company|product|shop)?(?:'s)?\s*name\s+{_TO}){VALUE}"
)
CALLED = compiled(rf"\b(?:called|named|titled|entitled|with\s+the\s+(?:title|name))\s+{NAME}")
REWORD = {
    "lead": compiled(
        rf"(?:{_CHANGE}{_THE})?(?:subtitle|tagline|slogan|lead|intro(?:duction)?(?:\s+text)?|description|sub-?heading)"
        rf"\s+{_TO}{VALUE}"
    ),
    "eyebrow": compiled(rf"(?:{_CHANGE}{_THE})?(?:eyebrow|badge)\s+(?:text\s+)?{_TO}{VALUE}"),
    "secondary": compiled(
        rf"(?:{_CHANGE}{_THE})?(?:second(?:ary)?|other)\s+button(?:'s)?(?:\s+(?:text|label))?\s+{_TO}{VALUE}"
    ),
    "primary": compiled(
        rf"(?:{_CHANGE}{_THE})?(?:(?:first|primary|main|cta|call[ -]to[ -]action)\s+)?button(?:'s)?"
        r"(?:\s+(?:text|label))?\s+"
        rf"(?:to\s+say|to\s+read|say|says|read|to(?=\s+{HELD}))\s*:?\s*{VALUE}"
    ),
    "footer": compiled(rf"(?:{_CHANGE}{_THE})?footer(?:'s)?(?:\s+(?:text|note|line))?\s+{_TO}{VALUE}"),
}
_PAGE_NAME = rf"(?P<name>{HELD}\s*|(?:(?!(?:and|an?|the|with|or|to|of)\b)[\w'&]+\s+){{0,3}}?)"
_CALLED_PAGE = rf"(?:\s+(?:called|named|titled|(?:for|about)(?:\s+(?:our|my|the)\b)?)\s+{NAME})"
PAGES = (
    compiled(
        r"(?:(?P<verb>add|include|insert|create|make|build)\s+(?:me\s+)?(?P<article>an?\s+new|another|an?\s+second|an?|one\s+more"
        rf"|new|the)\s+|\b(?P<new>new)\s+){_PAGE_NAME}(?:sub)?page\b{_CALLED_PAGE}?"
    ),
    compiled(rf"\b(?P<verb>(?P<article>(?P<new>an?|another)))\s+{_PAGE_NAME}page{_CALLED_PAGE}"),
)
SECTION = compiled(
    r"\b(?:an?\s+(?:new\s+|second\s+)?|another\s+|new\s+|one\s+more\s+)section\s+"
    rf"(?:called|named|titled|about|on|for|with\s+the\s+title)\s+(?:the\s+|our\s+|my\s+)?{NAME}"
)
NO_PAGE = frozenset(
    {"landing", "home", "start", "web", "main", "single", "one", "front", "this", "whole", "nice", "simple", "new"}
)
REMOVE = compiled(
    rf"(?:remove|delete|drop|hide|get\s+rid\s+of|take\s+(?:out|away))\s+{_THE}(?P<name>{HELD}|[\w' -]{{2,40}}?)"
    r"(?:\s+(?:section|part|block|area))?(?=\s*$|[.,;!\n]|\s+(?:and|from|then)\b)"
)
DARK = compiled(
    r"\bdark(?:er)?[ -]+(?:theme|mode|version|design|look|style|ui|colou?rs?)"
    r"|(?:make|turn)\s+(?:\w+\s+){1,3}dark(?:er)?\b"
    r"|night\s+mode|(?:theme|mode)\s+(?:to\s+|is\s+|should\s+be\s+)?dark\b|\bin\s+dark\b|^\s*dark(?:er)?\s*[.!]?\s*$"
)
LIGHT = compiled(
    r"\blight(?:er)?[ -]+(?:theme|mode|version|design|look|style|ui)"
    r"|(?:make|turn)\s+(?:\w+\s+){1,3}(?:light|bright)(?:er)?\b"
    r"|(?:theme|mode)\s+(?:to\s+)?light\b"
)
AUTO = compiled(r"(?:follow|match|respect|use)s?\s+(?:the\s+)?(?:device|system|browser|os)\b")
FONT = compiled(
    r"\b(?P<kind>sans[ -]?serif|serif|mono(?:space)?(?:d)?|typewriter|classic|modern)\s+"
    r"(?:font|type(?:face)?|headings?|letters?)\b"
)
CORNERS = compiled(r"\b(?P<kind>square|sharp|straight|rounded|rounder|round|softer?)\s+(?:corners|edges|cards|boxes)\b")
_PAINTED = (
    r"(?:theme|colou?rs?|accents?|background|palette|scheme|tones?|buttons?|links?|text|style|look|design|version"
    r"|header|headings?)"
)
COLOUR_BEFORE = compiled(rf"(?P<colour>{COLOUR})[ -]+(?:and\s+\w+\s+)?(?P<part>{_PAINTED})\b")
COLOUR_AFTER = compiled(
    rf"(?P<part>{_PAINTED})\s+(?:colou?r\s+)?(?:to\s+|into\s+|is\s+|be\s+|in\s+|=\s*|:\s*|should\s+be\s+)?(?:an?\s+)?(?P<colour>{COLOUR})"
)
COLOUR_MADE = compiled(
    rf"(?:make|turn|paint|colou?r|keep|want)\s+(?P<part>(?:\w+\s+){{1,4}}?)(?:to\s+be\s+|more\s+|all\s+|in\s+)?(?P<colour>{COLOUR})(?=\s*$|[.,;!?\n]|\s+(?:and|with|instead|please|now)\b)"
)
COLOUR_USED = compiled(
    rf"\b(?:in|use|using|with|wear)\s+(?P<part>)(?P<colour>{COLOUR})(?=\s*$|[.,;!?\n]|\s+(?:and|instead|please|now|as)\b)"
)
COLOUR_NUMBER = compiled(r"(?P<part>)(?P<colour>#[0-9a-f]{6}\b|#[0-9a-f]{3}\b)")

BLOCKS: dict[Kind, re.Pattern[str]] = {
    "todo": compiled(
        r"\bto[ -]?dos?\b(?:[ -]?(?:list|app))?|\btasks?\s+app\b"
        r"|\b(?:task|shopping|grocery|groceries|check|packing|wish|bucket)[ -]?lists?\b"
    ),
    "stopwatch": compiled(r"\bstop[ -]?watch\b"),
    "countdown": compiled(r"\bcount[ -]?down\b|\bpomodoro\b|\b(?:egg\s+|kitchen\s+)?timer\b"),
    "counter": compiled(r"\bcounter\b|\btally\b|\bclicker\b"),
    "calculator": compiled(r"\bcalculator\b"),
    "contact": compiled(
        r"\b(?:contact|feedback|enquiry|inquiry|message)(?:[ -]+us)?[ -]+(?:form|section|us)\b|\bcontact\b"
    ),
    "pricing": compiled(r"\bpricing\b|\bprice\s+(?:table|list|plans?)\b|\bprices\b|\b(?:subscription|paid)\s+plans?\b"),
    "table": compiled(r"\b(?:data\s+|sortable\s+)?table\b(?!\s+of\s+contents)|\bspreadsheet\b|\bcsv\b"),
    "chart": compiled(r"\b(?:(?P<option>bar|line|column|pie)\s+)?(?:chart|graph|plot|diagram)\b"),
    "faq": compiled(r"\bfaqs?\b|\bfrequently\s+asked(?:\s+questions)?\b|\bquestions\s+and\s+answers\b|\bq\s*&\s*a\b"),
    "testimonials": compiled(r"\btestimonials?\b|\b(?:customer|client)\s+(?:reviews|quotes|voices)\b|\breviews\b"),
    "gallery": compiled(r"\bgallery\b|\bphoto\s+(?:grid|section|wall)\b|\bpictures?\s+(?:grid|section|wall)\b"),
    "features": compiled(r"\bfeatures?(?:[ -]+(?:list|section|grid))\b|\bfeatures\b"),
    "about": compiled(
        r"\babout(?:[ -]+(?:us|me|section))\b|\babout\b(?=\s+(?:section|part|block)|\s*$|\s*[.,;!]|\s+and\b)"
    ),
}  # fmt: skip
ADDITION = compiled(r"\b(?:add|include|insert|put|also|another|append|plus|below|above|extend)\b")
CREATION = compiled(
    r"\b(?:make|build|create|design|generate|want|need|give\s+me|start|turn\s+(?:it|this)\s+into)\b|^\s*an?\s+"
)
SITE = compiled(
    r"\b(?P<type>landing\s+page|web\s?site|site|home\s?page|web\s?page|one[ -]pager|page|portfolio|blog"
    r"|(?:online\s+)?shop|store)\b"
    r"(?:\s+(?:for|about|of)\s+(?:my\s+|our\s+|an?\s+|the\s+)?(?P<subject>[^\n,.;!?]+?)"
    r"(?=\s+(?:called|named|titled|with|that|which|where|in|and|using|has)\b|[,.;!?\n]|\s*$))?"
)
QUESTION = compiled(r"^\s*(?:what|why|who|when|which|where|how)\b.*\?\s*$")
UNDO = compiled(r"^\s*(?:please\s+)?(?:undo|revert|go\s+back|take\s+(?:it|that)\s+back|restore)\b")
TABULAR = compiled(r"\b(?:table|chart|graph|plot|csv|tsv|spreadsheet|data|diagram)\b")
MINUTES = compiled(r"\b(\d{1,3})[ -]?min(?:ute)?s?\b")
