"""What a page claims and cannot do without a server: accounts, payment, sending, shared data, live data.

Deterministic and read from the sources: words in seven languages that stand on buttons, at fields and in confirmations.
A project that sends data to a service is not looked at for what that service may receive.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from shared.domain.diagnostics import Diagnostic, Imitation, ImitationKind
from shared.domain.frameworks import COMPONENT_SUFFIXES

CODE = "CLAIM_UNMARKED"
CODE_MARKED = "CLAIM_MARKED"
_READ = (".html", ".tsx", ".jsx", ".ts", ".js", *COMPONENT_SUFFIXES)
_TEXT_MOST, _FILE_MOST, _ALL_MOST, _WORDS = 200_000, 3, 20, 90
_NEAR_LINES = 40
"""Lines before and after a claim in which a sentence that takes it back is near: about a screen of markup."""
_OPENING = re.compile(r"/\*|<!--|(?<![:\"'`\w/])//")
_CLOSING = {"/*": "*/", "<!--": "-->", "//": "\n"}
_CONTROL = re.compile(r"<(?:form|input|button|select|textarea)\b", re.IGNORECASE)
_FIELD = re.compile(r"<(?:form|input|select|textarea)\b", re.IGNORECASE)
_SENDS = re.compile(
    r"method\s*[:=]\s*[\"'`{]{1,2}(?:POST|PUT|PATCH)\b|\baxios\b|\bsendBeacon\(|\bnew WebSocket\(|\bEventSource\(|"
    r"action\s*=\s*[\"'`{]{1,2}https?:|\bfrom\s+[\"'](?:@?supabase|firebase|@firebase|@emailjs|emailjs|"
    r"@formspree|@stripe|"
    r"@clerk|@auth0|appwrite|pocketbase|aws-amplify|convex|@apollo|socket\.io)",
    re.IGNORECASE,
)
_READS = re.compile(r"\bfetch\(|\baxios\b|\bnew WebSocket\(|\bEventSource\(|\buse(?:SWR|Query)\(")


def _any(*parts: str) -> re.Pattern[str]:
    """One pattern of several; a space stands for any white space, so that a sentence may be wrapped."""
    return re.compile("|".join(part.replace(" ", r"\s+") for part in parts), re.IGNORECASE)


_LOG_IN = (
    r"log[ -]?in|sign[ -]?in|sign[ -]?up|create (?:an |your )?account|register|anmelden|einloggen|registrieren|"
    r"konto erstellen|"
    r"se connecter|connexion|s['’]inscrire|créer un compte|iniciar sesión|crear cuenta|registrarse|accedi|"
    r"registrati|"
    r"entrar|criar conta|cadastrar|inloggen|aanmelden|registreren"
)
_BUTTON = r">\s*(?:{words})\s*[!→»]?\s*<"
_THING = (
    r"(?:message|e-?mail|request|form|application|invitation|reservation|book(?:ing)|appointment|table|enquiry|inquiry|"
    r"ticket)"
)
_PATTERNS: Mapping[ImitationKind, re.Pattern[str]] = {
    "accounts": _any(
        _BUTTON.format(words=_LOG_IN),
        r"you(?:['’]re| are) (?:now )?(?:logged|signed) in\b",
        r"(?:account (?:has been |was )?created|log[ -]?in success|registration success|"
        r"successfully (?:registered|logged in))",
        r"sie sind (?:jetzt )?angemeldet|konto (?:wurde )?erstellt|compte créé|cuenta creada|account creato|"
        r"conta criada",
    ),
    "payment": _any(
        r"\bcc-number\b|(?<![\w.])card number\b|kartennummer|numéro de (?:la )?carte|número de (?:la )?tarjeta|"
        r"numero (?:della )?carta|número do cartão|kaartnummer",
        _BUTTON.format(
            words=r"pay(?: now|[^<\w]{1,4}[^<]{0,30})?|place (?:your |the )?order|complete (?:purchase|order|payment)|"
            r"(?:jetzt )?bezahlen|(?:zahlungspflichtig|jetzt) bestellen|payer|passer (?:la )?commande|"
            r"pagar(?: ahora| agora)?|"
            r"paga ora|realizar pedido|betalen"
        ),
        r"payment (?:was |is |has been )?(?:success\w*|received|confirmed|processed|complete)|paid with (?:card|"
        r"visa|paypal)",
        r"order (?:has been |is |was )?(?:placed|confirmed)|(?:thank you|thanks) for (?:your )?(?:order|purchase)",
        r"zahlung (?:war )?erfolgreich|bestellung (?:ist |wurde )?(?:eingegangen|aufgegeben|bestätigt)|"
        r"vielen dank für (?:ihre|"
        r"deine) bestellung|paiement (?:accepté|réussi|confirmé)|merci pour votre commande|pago (?:realizado|"
        r"confirmado)|gracias "
        r"por (?:su|tu) (?:pedido|compra)|pagamento (?:riuscito|confermato|aprovado)|ordine (?:confermato|"
        r"effettuato)",
    ),
    "sending": _any(
        rf"\b{_THING}s? (?:(?:has|have) been |was |is |are )?(?:success\w* )?(?:sent|submitted|received|"
        rf"confirmed|reserved|booked)"
        r"\b(?! by\b)",
        r"(?:thank you|thanks)[^<>\"'`\n]{0,30} for (?:contacting|reaching out|your (?:message|book(?:ing)|"
        r"submission|interest in book(?:ing)|"
        r"reservation|inquiry|enquiry)|subscribing|signing up|getting in touch|book(?:ing))",
        rf"\b{_THING}s? (?:was |has been )?(?:made|created|completed) success|\bwe(?:['’]ll|"
        rf" will) (?:get back to you|"
        r"contact you|be in touch)",
        r"(?:has|have) been (?:reserved|booked)\b|you(?:['’]re| are) (?:booked|subscribed|on the list)",
        r"(?:nachricht|anfrage|e-?mail|buchung|reservierung|anmeldung) (?:wurde |"
        r"ist )?(?:erfolgreich )?(?:gesendet|verschickt|"
        r"abgeschickt|bestätigt|eingegangen)|vielen dank für (?:ihre|deine) (?:nachricht|anfrage|buchung|"
        r"reservierung)",
        r"(?:message|demande|réservation) (?:a été )?(?:bien )?(?:envoyée?|confirmée?)|"
        r"merci pour votre (?:message|réservation)",
        r"(?:mensaje|solicitud|reserva) (?:ha sido )?(?:enviad[oa]|confirmad[oa])|gracias por (?:su|"
        r"tu) (?:mensaje|reserva)",
        r"(?:messaggio|richiesta|prenotazione) (?:è stat[oa] )?(?:inviat[oa]|confermat[ao])|(?:mensagem|"
        r"reserva) (?:foi )?enviada",
        r"(?:bericht|reservering|boeking) (?:is )?(?:verzonden|bevestigd)",
    ),
    "shared_data": _any(
        r"open for (?:votes|voting)|(?:people|users|visitors|members|others) (?:have )?(?:voted|joined)\b",
        r"(?:\}|\d) votes\b|\b1 vote\b|(?:\}|\d) (?:stimmen|votos|voti|stemmen)\b",
        r"(?:\}|\d) (?:people|users|members|players|guests) (?:are )?(?:online|watching|viewing|typing)",
        r"(?:shared with|visible to) (?:your |the )?(?:team|everyone|everybody|all (?:users|members)|others|whole)",
        r"(?:everyone|everybody|others|all members|your team) (?:can|will) (?:now )?(?:see|vote|join|edit)\b",
        r"(?:haben|hat) (?:schon |bereits )?abgestimmt|für alle sichtbar|personnes ont voté|personas han votado",
    ),
    "live_data": _any(
        r"\blive (?:prices?|results?|scores?|data|updates?|availability|rates?|tracking|stock|feed|status)\b",
        r"(?:prices|seats|results|availability|rates|scores)(?: and [a-z]{3,12})? (?:are |"
        r"is )?(?:updated )?(?:live|in real[- ]time)\b",
        r"\breal[- ]time (?:prices?|data|updates?|tracking|availability|results?|rates?|status)\b",
        r"updated (?:just now|live|every (?:few |\d{1,3} )?(?:seconds?|minutes?)|\d{1,3} (?:seconds?|"
        r"minutes?) ago)",
        r"live-(?:kurse|preise|ergebnisse|daten)|in echtzeit|en temps réel|en tiempo real|in tempo reale|"
        r"em tempo real",
    ),
}
_PASSWORD = re.compile(r"\btype\s*=\s*[\"'{`]{1,2}password\b|\bPasswordInput\b", re.IGNORECASE)
_LOG_IN_WORDS = _any(rf"\b(?:{_LOG_IN})\b")
_MARKED = _any(
    r"\bdemo(?:nstration)?\b(?![@_(:/-]|\.\w)",
    r"\bno(?:thing| real)? (?:is|was|will be) (?:sent|charged|booked|ordered|paid|stored on a server)",
    r"\bno (?:real )?(?:money|payment|order|e-?mail|message|account|book(?:ing)|one|card)s? (?:is|are|was|will be|"
    r"has been|else|receives|sees)",
    r"\bnobody (?:else )?(?:receives|sees|can see|is charged)|\bnot (?:a )?real\b|\bdoes not (?:leave|reach)\b",
    r"\b(?:only|stays?|kept|stored|saved) (?:only )?(?:on|in) (?:this|your) (?:device|browser|computer|phone)",
    r"\b(?:simulated|simulation|imitated|imitation|fictional|made[- ]up|invented)\b(?!\()",
    r"\b(?:sample|example) (?:data|results?|votes?|numbers?|prices?)\b",
    r"nur (?:auf|in) diesem (?:gerät|browser)|nichts wird (?:gesendet|abgebucht|gebucht)|keine echte|"
    r"beispieldaten|zur demonstration",
    r"rien n['’]est (?:envoyé|débité)|uniquement (?:sur|dans) (?:cet appareil|ce navigateur)|"
    r"données (?:d['’]exemple|fictives)",
    r"no se (?:envía|cobra) nada|solo en este (?:dispositivo|navegador)|datos (?:de ejemplo|ficticios)|simulad[oa]",
    r"non viene (?:inviato|addebitato)|solo (?:su|in) questo (?:dispositivo|browser)|dati (?:di esempio|fittizi)",
    r"nada é (?:enviado|cobrado)|somente neste (?:dispositivo|navegador)|er wordt niets (?:verzonden|betaald)",
)
_SEND = re.compile(
    _BUTTON.format(
        words=r"(?:submit|send)(?: (?:form|message|request|enquiry|inquiry|now))?|contact us|(?:ab)?senden|abschicken|"
        r"envoyer|enviar|"
        r"invia|verzenden"
    ).replace(" ", r"\s+"),
    re.IGNORECASE,
)
_WHO = re.compile(r"\b(?:type|name|id|autoComplete)\s*=\s*[\"'{`]{1,2}e-?mail\b", re.IGNORECASE)
_CONSEQUENCE: Mapping[ImitationKind, str] = {
    "accounts": "no account exists outside this browser, and the password protects nothing",
    "payment": "nobody is charged and nobody receives the order",
    "sending": "nobody receives it",
    "shared_data": "nobody else can see it or add to it",
    "live_data": "nothing is read while the page is open",
}


class Claim(NamedTuple):
    """`words` as they stand in the source. `marked`: a sentence near them says that it is a demonstration."""

    kind: ImitationKind
    words: str
    path: str
    line: int
    marked: bool


def claims_in(texts: Mapping[str, str]) -> list[Claim]:
    """By path and line, at most 3 a file and 20 in all. Tests and what is in no page are not read."""
    sources = {path: _without_comments(texts[path][:_TEXT_MOST]) for path in sorted(texts) if _is_page(path)}
    has_controls = any(_CONTROL.search(text) for text in sources.values())
    kinds = [kind for kind in _PATTERNS if not _is_served(kind, sources.values())]
    if not has_controls:
        kinds = [kind for kind in kinds if kind in ("shared_data", "live_data")]
    found = chain.from_iterable(_in_text(path, text, kinds) for path, text in sources.items())
    return list(islice(found, _ALL_MOST))


def claim_findings(claims: Sequence[Claim], stated: Sequence[Imitation], texts: Mapping[str, str]) -> list[Diagnostic]:
    """Those without a sentence near them first; then what the agent stated, where its sentence is in no page."""
    ordered = sorted(claims, key=lambda claim: claim.marked)
    return [*map(_finding, ordered), *_unshown(stated, texts)]


def _finding(claim: Claim) -> Diagnostic:
    said = "A sentence near it says so." if claim.marked else "No sentence near it says so."
    return Diagnostic(
        severity="warning",
        code=CODE_MARKED if claim.marked else CODE,
        message=f'This page says "{claim.words}"; {_CONSEQUENCE[claim.kind]}. {said}',
        path=claim.path,
        line=claim.line,
    )


def _unshown(stated: Sequence[Imitation], texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    pages = [_plain(texts[path]) for path in sorted(texts) if _is_page(path)]
    for item in stated:
        sentence = _plain(item.said)
        if not sentence or not any(sentence in page for page in pages):
            quoted = (
                f'; the sentence "{item.said[:_WORDS]}" is on no page'
                if sentence
                else ", and no sentence there says so"
            )
            message = f"The agent states that {item.where} imitates {item.what.replace('_', ' ')}{quoted}."
            yield Diagnostic(severity="warning", code=CODE, message=message)


def _plain(text: str) -> str:
    """For comparing: one space for white space, no quotes, small letters."""
    return " ".join(re.sub(r"[\"'’‘“”`]|&\w{2,6};", "", text).lower().split())


def _is_page(path: str) -> bool:
    in_page = path == "index.html" or path.startswith(("src/", "dist/"))
    return (
        in_page and path.endswith(_READ) and ".test." not in path and ".spec." not in path and "__tests__" not in path
    )


def _without_comments(text: str) -> str:
    """The same lines at the same offsets, with blanks for comments: what only developers read takes nothing back."""
    parts, at, unclosed = list[str](), 0, set[str]()
    for opening in _OPENING.finditer(text):
        if opening.start() < at or opening[0] in unclosed:
            continue
        end = text.find(_CLOSING[opening[0]], opening.end())
        if end < 0:
            unclosed.add(opening[0])  # looked for once, so that a page of openings is read in time
            continue
        parts += [text[at : opening.start()], re.sub(r"[^\n]", " ", text[opening.start() : end])]
        at = end
    return "".join(parts) + text[at:]


def _is_served(kind: ImitationKind, sources: Iterable[str]) -> bool:
    """Whether a service outside may receive, or send, what the page speaks of."""
    pattern = _READS if kind == "live_data" else _SENDS
    return any(pattern.search(text) for text in sources)


def _in_text(path: str, text: str, kinds: Sequence[ImitationKind]) -> Iterator[Claim]:
    for kind in kinds:
        if kind == "sending" and "mailto:" in text:
            continue
        if kind in ("accounts", "payment") and not _CONTROL.search(text) and path.endswith((".tsx", ".jsx", ".html")):
            continue
        for match in islice(_matches(kind, text), _FILE_MOST):
            line = text.count("\n", 0, match.start()) + 1
            yield Claim(kind, _words(match), path, line, _is_marked(text, line))


def _matches(kind: ImitationKind, text: str) -> Iterator[re.Match[str]]:
    if kind == "accounts":
        password = _PASSWORD.search(text)
        if password is not None and _LOG_IN_WORDS.search(text):
            yield password
            return
        if not _FIELD.search(text):
            return
    found = _PATTERNS[kind].finditer(text)
    first = next(found, None)
    if first is not None:
        yield from chain([first], found)
    elif kind == "sending" and "<textarea" in text and _WHO.search(text):
        # A form that asks for an address and a message is there to reach somebody, whatever it says afterwards.
        yield from islice(_SEND.finditer(text), 1)


def _words(match: re.Match[str]) -> str:
    words = " ".join(match[0].strip("<> \n\t}").split())[:_WORDS]
    return "a password field" if _PASSWORD.match(match[0]) else words


def _is_marked(text: str, line: int) -> bool:
    lines = text.split("\n")
    return _MARKED.search("\n".join(lines[max(0, line - 1 - _NEAR_LINES) : line + _NEAR_LINES])) is not None
