"""The words by which a page claims what only a server can do, and those that take a claim back: tables of patterns.

Each pattern goes through a sentence, or a file, in one pass: no gap of any length stands between two words. Where two
words belong together, a rule has two patterns and the sentence must have both.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from shared.domain.diagnostics import ImitationKind


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


LOG_IN = (
    r"log[ -]?in|sign[ -]?in|sign[ -]?up|create (?:an |your )?account|register|anmelden|einloggen|registrieren|"
    r"konto (?:erstellen|anlegen)|se connecter|connexion|s['’]inscrire|créer un compte|iniciar sesión|crear cuenta|"
    r"registrarse|accedi|registrati|entrar|criar conta|cadastrar|inloggen|aanmelden|registreren"
)


def _button(words: str) -> re.Pattern[str]:
    whole = rf">\s*(?:{words})\s*(?:[!→»]\s*)?(?=</\w*(?:button|a|link)\b)"
    return re.compile(whole.replace(" ", r"\s+"), re.IGNORECASE)


BUTTONS: tuple[tuple[ImitationKind, re.Pattern[str]], ...] = (
    ("accounts", _button(LOG_IN)),
    ("payment", _button(
        r"pay(?: now|[^<\w]{1,4}[^<\s]{0,30})?|place (?:your |the )?order|complete (?:purchase|order|payment)|"
        r"(?:jetzt )?bezahlen|(?:zahlungspflichtig|jetzt|kostenpflichtig) (?:bestellen|buchen|kaufen)|payer|"
        r"passer (?:la )?commande|pagar(?: ahora| agora)?|paga ora|realizar pedido|betalen"
    )),
)  # fmt: skip
"""What stands on a button, in whatever file has a control."""
CARD_NUMBER = _any(
    r"\bcc-number\b|(?<![\w.])card number\b|kartennummer|numéro de (?:la )?carte|número de (?:la )?tarjeta",
    r"numero (?:della )?carta|número do cartão|kaartnummer",
)
SEND = _button(
    r"(?:submit|send)(?: (?:form|message|request|enquiry|inquiry|now))?|contact us|(?:ab)?senden|abschicken|"
    r"(?:nachricht|anfrage) (?:ab)?senden|envoyer|enviar|invia|verzenden"
)
WHO = re.compile(r"\b(?:type|name|id|autoComplete)\s*=\s*[\"'{`]{1,2}e-?mail\b", re.IGNORECASE)
PASSWORD = re.compile(r"\btype\s*=\s*[\"'{`]{1,2}password\b|\bPasswordInput\b", re.IGNORECASE)
LOG_IN_WORDS = re.compile(rf"\b(?:{LOG_IN})\b".replace(" ", r"\s+"), re.IGNORECASE)

NOT = _any(
    r"\b(?:not|never|cannot|unable|without|if|unless|would|could|lets?|allows?|tells?|shows how|must|needs?)\b",
    r"n['’]t\b|\bfail|\berrors?\b|\binvalid\b|\bno longer\b|\?\s*$|^\W*no\b|\bhow to\b|\bwill be built\b",
    r"\b(?:nicht|nie|niemals|kein\w*|konnten?|könnte\w*|kann|können|fehler|ungültig\w*|wenn|falls|ob|lässt|ohne)\b",
    r"\bfehlgeschlagen|\bso sieht\b|\bmuss\b|\bmüssen\b|\bpas\b|\bno se\b|\bnon\b|\bnão\b|\bniet\b",
)
"""What makes of a claim a refusal, a condition, a question or a manual."""

_GOING = (
    r"(?:has|have) (?:just |now |already |also |\w{2,12}ly )?been (?:\w{2,12}ly )?|"
    r"(?:was|were|is|are) (?:being |now |just |already |\w{2,12}ly )?(?:being |now |just |already |\w{2,12}ly )?"
)
_FORM = (
    r"\b(?:messages?|e-?mails?|mails?|letters?|requests?|forms?|applications?|invitations?|invites?|notices?|"
    r"notifications?|reminders?|answers?|responses?|repl(?:y|ies)|questions?|feedback|reports?|reviews?|"
    r"comments?|receipts?|invoices?|newsletters?|links?|codes?|enquir(?:y|ies)|inquir(?:y|ies)|complaints?|"
    r"submissions?|registrations?|entries|entry|quotes?|orders?|details|data|vote|alerts?|warnings?)\b"
)
_PLACE = (
    r"\b(?:reservations?|tables?|seats?|rooms?|appointments?|slots?|tickets?|places?|spots?|visits?|courts?|stays?|"
    r"lessons?|viewings?|tours?|sessions?|class|trip|flight|spaces?|desks?|bookings?|meetings?|cars?|nights?)\b"
)
_MONEY = (
    r"\b(?:payments?|purchases?|orders?|donations?|transfers?|transactions?|subscriptions?|plan|packages?|upgrades?|"
    r"refunds?|checkout|deposits?|parcel|tips?|bills?|cards?|invoices?|money|gift)\b"
)
_APPOINTED = r"\b(?:reservations?|appointments?|bookings?|viewings?|meetings?)\b"
_DEALT = r"\b(?:orders?|payments?|purchases?|donations?|transfers?|transactions?|subscriptions?|deposits?|refunds?)\b"
"""Nouns of which "created" and "made" say that somebody else took part: a card, a table and a trip anybody makes."""
_LAID_OUT = (
    r" (?:in|on|at|under|above|into|below|beside) (?:the |a |this |its |your )?(?:\w+ )?"
    r"(?:columns?|rows?|lists?|tabs?|sections?|boards?|lanes?|groups?|panels?|top|bottom|left|right|order)\b"
)
"""Where a page puts what it shows: "orders are placed in the second column"."""
_SELF = (
    r"\b(?:accounts?|memberships?|profiles?|users?|members?|passwords?|devices?|phones?|sessions?|access|identity|"
    r"e-?mail address|workspace|subscriptions?)\b"
)
_DE_FORM = (
    r"(?:nachricht|mitteilung|e-?mails?|mails?|frage|anfrage|antrag|antwort|formular|bewerbung|anmeldung|einladung|"
    r"angaben|daten|meldung|bericht|rückmeldung|feedback|beitrag|kommentar|bewertung|erinnerung|anleitung|link|code|"
    r"beschwerde|warnung|bestätigung|rechnung|quittung|brief|abmeldung|stimme)\w{0,3}\b"
)
_DE_PLACE = (
    r"\b(?:\w{0,20}(?:reservierung|buchung|termin)\w{0,3}|tisch|platz|plätze|zimmer|karten?|tickets?|"
    r"stunde|kurs|besichtigung|tischanfrage|reise|fahrt|stellplatz|saal)\b"
)
_DE_MONEY = (
    r"\b\w{0,20}(?:zahlung|bestellung|auftrag|einkauf|kauf|spende|rechnung|überweisung|betrag|abo|tarif|paket|"
    r"lieferung|gutschrift|karte)(?:en|s|es)?\b"
)
_DE_SELF = (
    r"\b\w{0,20}(?:konto|profil|zugang|mitgliedschaft|account|benutzer|nutzer|mitglied|kennwort|passwort)(?:s|in)?\b"
)
_DE_SENT = (
    r"\b(?:gesendet|geschickt|verschickt|abgeschickt|abgesendet|versandt|versendet|übermittelt|übertragen|"
    r"weitergeleitet|zugestellt|eingegangen|eingereicht|erhalten)\b"
)
_DE_IS = r"\b(?:wurden?|ist|sind|haben wir|wir haben|wird|werden|erfolgreich|habe|danke|hast|du wirst)\b"


class Rule(NamedTuple):
    """A sentence that has both claims `kind`; `other` is None where one pattern says it all."""

    kind: ImitationKind
    pattern: re.Pattern[str]
    other: re.Pattern[str] | None = None


_NO_THANKS = (
    r"(?:patience|interest|time|visit|visiting|attention|trust|understanding|help|support|cooperation|stopping|"
    r"reading|choosing|using|watching|playing|coming|being|listening)"
)
_DE_NO_THANKS = (
    r"(?:geduld|interesse|besuch|vertrauen|verständnis|aufmerksamkeit|hilfe|unterstützung|zeit|mitarbeit|lesen|"
    r"zuhören|treue)"
)
SENTENCES = (
    # payment and orders
    Rule("payment", _any(_MONEY), _any(
        rf"\b(?:{_GOING}|successfully )(?:received|processed|confirmed|completed?|paid|accepted|"
        r"approved|successful|sent|charged|upgraded|shipped|renewed|refunded|on (?:its|their) way)\b",
        r"\b(?:received|processed|confirmed|placed|complete|paid|accepted|successful|sent|upgraded|shipped|renewed|"
        r"refunded|went through)(?: successfully)?\s*[.!…✓]*$",
    )),
    Rule("payment", _any(_DEALT), _any(rf"\b(?:{_GOING}|successfully )(?:created|made|placed\b(?!{_LAID_OUT}))\b")),
    Rule("payment", _any(
        r"\bsuccessfully (?:made|paid|placed|purchased|bought|upgraded|donated|ordered|subscribed)\b",
        r"\bpaid (?:with|by|via|online|in full)\b|\bwill be on (?:its|their) way\b|\bpicked up your\b",
        r"\b(?:contacting|connecting to) (?:the |your )?(?:\w+['’]s )?(?:bank|payment|card)",
        r"\b(?:secure|encrypted) (?:payment|checkout)\b|\byou(?:['’]ve| have) (?:paid|purchased|bought|ordered|"
        r"donated)",
        r"\b(?:thank you|thanks)\b[^.!?]{0,30} for (?:your |the )?(?:order|purchase|donation|payment|gift|shopping)",
        r"\b(?:thank you|thanks) for (?:ordering|donating|buying|purchasing|paying)",
        r"\bglückwunsch zu[mr] (?:kauf|wechsel|upgrade|neuen|\w+abo)\b",
        r"\bsichere (?:be)?zahlung\b|\bssl[- ]verschlüsselt|\bwird (?:jetzt |sofort |nun )?(?:abgebucht|fällig|"
        r"belastet)",
        r"\bpaiement (?:accepté|réussi|confirmé)|merci pour votre commande|pago (?:realizado|confirmado)",
        r"gracias por (?:su|tu) (?:pedido|compra)|pagamento (?:riuscito|confermato|aprovado)",
        r"ordine (?:confermato|effettuato)",
    )),
    Rule("payment", _any(_DE_MONEY), _any(
        r"\b(?:bezahlt|entgegengenommen|aufgegeben|ausgeführt|abgebucht|überwiesen|verbucht|belastet|erstattet)\b",
        r"\b(?:wurde|ist|war|erfolgreich|wir haben)\b[^.!?]{0,40}\b(?:erhalten|eingegangen|bestätigt|abgeschlossen|"
        r"gebucht|unterwegs|versandt|gekauft|erfolgreich)\b",
        r"\bwird (?:\w+ )?(?:bearbeitet|geliefert|verschickt|versendet|versandt)\b",
    )),
    Rule("payment", _any(r"\bdanke?\b"), _any(
        r"\bfür (?:ihre|deine|ihren|deinen|die|den|eure) \w{0,20}(?:bestellung|einkauf|kauf|spende|zahlung|auftrag)",
    )),
    # reservations
    Rule("sending", _any(_PLACE), _any(
        rf"\b(?:{_GOING}|successfully )(?:reserved|booked|held|scheduled|confirmed|requested|secured|accepted|"
        r"cancelled|waiting for you)\b",
        r"\b(?:reserved|booked|confirmed|scheduled|secured)(?: successfully| for (?:you|\w+day|"
        r"\{)[^.]{0,30})?\s*[.!…✓]*$",
    )),
    Rule("sending", _any(_APPOINTED), _any(
        rf"\b(?:{_GOING}|successfully )(?:made|saved|created)\b(?! (?:by hand|with|from|of|in)\b)",
        r"\bcreated(?: successfully| for (?:you|\w+day|\{)[^.]{0,30})?\s*[.!…✓]*$",
    )),
    Rule("sending", _any(
        r"\byou(?:['’]re| are) (?:now |all )?(?:booked|subscribed|confirmed|registered|enrolled|on the (?:list|"
        r"waitlist))",
        r"\bsee you (?:on|at|then|soon)\b|\bwe(?:['’]re| are) (?:expecting|looking forward to (?:seeing|"
        r"welcoming)) you",
    )),
    Rule("sending", _any(_DE_PLACE), _any(
        r"\b(?:wurde|ist|sind|wurden|erfolgreich|wir haben)\b[^.!?]{0,40}\b(?:bestätigt|reserviert|gebucht|"
        r"eingegangen|"
        r"vorgemerkt|gesichert|angenommen|erhalten|vereinbart|angefragt)\b",
        r"\b(?:wir|werden)\b[^.!?]{0,40}\b(?:bestätigen|vormerken|reservieren)\b",
        r"^\W*\w+ (?:bestätigt|reserviert|gebucht|vorgemerkt)\W*$",
    )),
    # messages
    Rule("sending", _any(_FORM), _any(
        rf"\b(?:{_GOING}|successfully )(?:re)?(?:sent|submitted|delivered|received|forwarded|dispatched|transmitted|"
        rf"placed\b(?!{_LAID_OUT})|accepted|approved|"
        r"e-?mailed|mailed|posted|confirmed|on its way)\b(?! by\b)",
        r"\b(?:re)?(?:sent|submitted|delivered|received|forwarded|e-?mailed)"
        r"(?: successfully| to (?:you|your|our|the|all)\b[^.]{0,40}|:? to:[^!?]{0,60}|)\s*[.!…✓]*$",
    )),
    Rule("sending", _any(
        r"\bwe(?:['’]ve| have| just| also)*(?: just| already)? (?:sent|e-?mailed|mailed|received|notified|texted)\b",
        r"\b(?:your|the) \w+ (?:was|has been|is) (?:\w+ly )?received\b|^\W*(?:posted|published)\W*$",
        r"\b(?:we|i)(?:['’]ll| will| shall)(?: be| soon| shortly)? (?:get|in touch|contact|call|reply|respond|"
        r"reach out|"
        r"e-?mail|notify|let you know|send|confirm|review)\b",
        r"\byou(?:['’]ll| will)(?: soon| shortly| also)? (?:get|receive|be (?:notified|contacted|informed|called))\b",
        r"^\W*(?:successfully )?(?:sent|submitted|delivered|subscribed|booked|reserved|"
        r"gebucht)(?: successfully)?\W*$",
        r"^\W*(?:[\w{}]+ ){1,4}(?:re)?(?:sent|submitted|delivered|forwarded)(?: (?:to|for) [^.!?]{1,60})?\s*[.!…✓]*$",
        r"\bsuccessfully (?:sent|submitted|reserved|booked|delivered|applied|requested|confirmed)\b",
        r"^\W*(?:sending|submitting|reserving|notifying|e-?mailing|requesting) [^.!?]{0,60}(?:\.\.\.|…)$",
        r"\bcheck your (?:inbox|e-?mail|mail|mailbox|messages)\b|\b(?:dein|ihr) postfach\b|\bwe(?:['’]ve|"
        r" have) got your\b",
        r"\b(?:thank you|thanks)\b[^.!?]{0,30} for (?:your (?!" + _NO_THANKS + r"\b)\w+|(?:contacting|reaching|"
        r"subscribing|signing|registering|joining|applying|submitting|getting in|reserving|writing|participating|"
        r"taking part|voting|responding|letting us|book\w{3})\b)",
        r"\bour (?:team|staff|host|admins?|office) (?:will|reviews?|checks?)\b",
        r"\b(?:form|site|app) (?:is |will be )?(?:stor(?:es|ing)|collect(?:s|ing)) (?:what|my|the|your)\b",
    )),
    Rule("sending", _any(r"\b(?:agree|consent)\b"), _any(r"\b(?:stored|contacted|processed|called back)\b")),
    Rule("sending", _any(_DE_SENT), _any(_DE_IS)),
    Rule("sending", _any(
        rf"^\W*(?:\w+ )?{_DE_FORM} (?:an \w+ )?{_DE_SENT}",
        rf"^\W*\w+ an (?:alle|\w+) {_DE_SENT}",
        r"\b(?:vielen dank|danke)\b[^.!?]{0,20} für (?:(?:ihre|deine|eure|ihren|deinen) (?!"
        + _DE_NO_THANKS
        + r"\b)\w+|die (?:teilnahme|anmeldung|registrierung|bestellung|anfrage|buchung|reservierung|"
        r"abstimmung|bewerbung))",
        r"\bwir (?:melden uns|antworten (?:dir|ihnen|euch)|rufen (?:dich|sie)|kontaktieren|benachrichtigen|"
        r"informieren|"
        r"schicken|senden|bestätigen|prüfen (?:deine|ihre|ihren|deinen))\b",
        r"\bwir werden (?:uns|sie|dich|ihnen|dir|ihn|sie|es|ihre?n?|deine?n?)\b",
        r"\b(?:sie|du) (?:werden|wirst)\b[^.!?]{0,20}\b(?:benachrichtigt|informiert|kontaktiert)\b",
    )),
    Rule("sending", _any(r"\b(?:erhalten sie|sie erhalten|erhältst du|du erhältst|bekommst du|du bekommst)\b"), _any(
        r"\b(?:e-?mail|mail|nachricht|bestätigung|sms|anruf|rückmeldung)\b",
    )),
    Rule("sending", _any(r"\b(?:stimme zu|einverstanden|willige ein)\b"), _any(
        r"\b(?:gespeichert|verarbeitet|speichert)\b",
    )),
    Rule("sending", _any(
        r"(?:message|demande|réservation) (?:a été )?(?:bien )?(?:envoyée?|confirmée?)|merci pour votre (?:message|"
        r"réservation)|(?:mensaje|solicitud|reserva) (?:ha sido )?(?:enviad[oa]|confirmad[oa])",
        r"gracias por (?:su|tu) (?:mensaje|reserva)|(?:messaggio|richiesta|"
        r"prenotazione) (?:è stat[oa] )?(?:inviat[oa]|"
        r"confermat[ao])|(?:mensagem|reserva) (?:foi )?enviada|(?:bericht|reservering|boeking) (?:is )?(?:verzonden|"
        r"bevestigd)",
    )),
    # accounts
    Rule("accounts", _any(_SELF), _any(
        rf"\b(?:{_GOING}|successfully )(?:created|activated|verified|deleted|suspended|deactivated|registered|"
        rf"approved|"
        r"authori[sz]ed|terminated|granted|revoked|reset|changed|locked|upgraded|ended|closed)\b",
        r"\b(?:created|activated|verified|deactivated|authori[sz]ed|terminated|granted|revoked|approved)"
        r"(?: successfully)?\s*[.!…✓]*$",
        r"\b(?:team|admins?|staff|moderators?)\b[^.!?]{0,20}\b(?:reviews?|checks?|activates?|approves?)\b",
    )),
    Rule("accounts", _any(r"\b(?:password|passphrase|passcode|passwort|kennwort)\b"), _any(
        r"\b(?:updated|changed|reset|geändert|zurückgesetzt|aktualisiert)\b",
    )),
    Rule("accounts", _any(
        r"\b(?:you(?:['’]re| are|['’]ve| have)?|successfully|now) (?:now |successfully |been )*(?:signed|"
        r"logged) (?:in|out|off|up)\b",
        r"\b(?:signed|logged) (?:in|out|off|up) (?:as|successfully)\b|^\W*(?:signed|logged) (?:in|out|off)\W*$",
        r"^\W*(?:log[- ]?(?:in|out)|sign[- ]?(?:in|up|out)|registration|registered) (?:was |is )?(?:success|"
        r"complete)",
        r"\bsuccessfully (?:registered|enrolled)\b|^\W*welcome back\b|\bowned by you\b",
        r"\b(?:sie sind|du bist|erfolgreich|wurdest|wurden|hast dich|haben sich) (?:jetzt |erfolgreich |nun )*"
        r"(?:angemeldet|eingeloggt|abgemeldet|ausgeloggt|registriert)\b",
        r"\b(?:angemeldet|eingeloggt) als\b|^\W*willkommen zurück",
        r"compte créé|cuenta creada|account creato|conta criada",
    )),
    Rule("accounts", _any(_DE_SELF), _any(
        r"\b(?:wurde|wird|ist|wurden)\b[^.!?]{0,60}\b(?:erstellt|angelegt|eröffnet|gelöscht|gesperrt|deaktiviert|"
        r"aktiviert|bestätigt|freigeschaltet|umgestellt|zurückgesetzt|markiert|angefordert|verifiziert|eingerichtet|"
        r"geändert|bestätigt ist)\b",
        r"^\W*(?!profil|(?:be)?nutzer|mitglied\b)\w+ (?:erstellt|angelegt|geändert|gelöscht)\W*$",
        r"^\W*\w+ (?:bestätigt|freigeschaltet|aktiviert)\W*$",
        r"\bbestätigt (?:ist|wurde)\b",
    )),
    # others
    Rule("shared_data", _any(
        r"\bopen for (?:votes|voting)|\bpoll (?:status: ?)?(?:is )?(?:now )?(?:open|live|active|published)\b",
        r"\b(?:people|users|visitors|members|others|players|guests) (?:have )?(?:already )?(?:voted|joined|"
        r"answered)\b",
        r"(?:\}|\d)\s+votes\b(?! (?:left|needed|required|each|per|in the)\b)|"
        r"\b1 vote\b(?! (?:left|each|per)\b)|(?:\}|\d)\s+(?:stimmen|votos|voti|stemmen)\b|\bvotes: ?[\d{]|"
        r"\bstimmen: ?[\d{]",
        r"(?:\}|\d)\s+(?:people|users|members|players|guests|others) (?:are )?(?:online|watching|looking|viewing|"
        r"typing|"
        r"here)\b",
        r"\bshared with (?:\d|\{|you|your |the |everyone|everybody|all|others|\w+ people)|\bvisible to (?:your |"
        r"the )?(?:"
        r"team|everyone|everybody|all|others|whole)",
        r"\b(?:everyone|everybody|others|all members|your team) (?:can|will) (?:now )?(?:see|vote|join|edit)\b",
        r"\byour (?:vote|answer|rating|review) (?:has been |was |is )(?:counted|recorded|cast|registered|published|"
        r"live)\b",
        r"\byour (?:poll|page|post|event|listing|review|ad|profile) is (?:now )?(?:live|public|published|online)\b",
        r"\banyone with (?:the|this|your) link\b",
        r"^\W*vote (?:recorded|counted|cast|registered)\b|\b(?:you(?:['’]ve| have) (?:already )?|already )voted\b",
        r"^\W*(?:[\w{}.]+ )(?:just )?(?:voted|joined)\b|\b(?:you are|you['’]re|you have been) invited\b|"
        r"\binvited (?:you|by)\b",
        r"\b(?:du hast|sie haben|personen haben|leute haben|andere haben|\w*teilnehmer\w* haben|gäste haben|"
        r"mitglieder haben)"
        r"\b[^.!?]{0,40}\babgestimmt\b|(?:haben|hat) (?:schon |bereits )abgestimmt",
        r"\b(?:stimme|wahl|bewertung|antwort) (?:wurde |ist )(?:\w+ )?(?:gezählt|gewertet|registriert|erfasst|"
        r"abgegeben)",
        r"\b(?:mit|für) (?:allen?|deinem team|dem team|anderen|\w+ personen) (?:geteilt|sichtbar|freigegeben)\b",
        r"\b(?:wurde|ist|wird) (?:\w+ )?(?:mit \w+ )?(?:geteilt|veröffentlicht)\b|^\W*geteilt\W*$|\bgeteilt mit\b",
        r"\b(?:umfrage|abstimmung)\b[^.!?]{0,30}\b(?:ist|wurde)\b[^.!?]{0,40}\b(?:offen|live|gesperrt|gestartet|"
        r"freigegeben)\b",
        r"\b(?:eingeladen|lädt dich ein|lädt sie ein)\b|für alle sichtbar|personnes ont voté|personas han votado",
    )),
    Rule("shared_data", _any(r"\b(?<!by )(?:anzahl|gesamt\w{0,8}|summe|total|number of)\b"), _any(
        r"\b(?:stimmen|votes|voters)\b",
    )),
    Rule("live_data", _any(
        r"\blive (?:prices?|results?|scores?|data|updates?|availability|rates?|tracking|stock|feed|status)\b",
        r"\b(?:prices|seats|results|availability|rates|scores)(?: and [a-z]{3,12})? (?:are |"
        r"is )?(?:updated )?(?:live|in "
        r"real[- ]time)\b",
        r"\breal[- ]time (?:prices?|data|updates?|tracking|availability|results?|rates?|status)\b",
        r"\bupdated (?:just now|live|every (?:few |\d{1,3} )?(?:seconds?|minutes?)|\d{1,3} (?:seconds?|"
        r"minutes?) ago)",
        r"\b(?:prices|rates|quotes|results|scores|stock|stocks|seats|availability|weather)(?: data)? (?:refreshed|"
        r"updated|"
        r"synced|reloaded|imported)\b",
        r"^\W*fetched \S+ \w+|^\W*connect(?:ed|ing)(?: to [^.!?]{1,60})?\W*$|\b(?<!internet )(?:connection|"
        r"verbindung) (?:\w+ )?(?:refreshed|established|restored|aufgebaut|"
        r"hergestellt)\b",
        r"\b(?:loading|fetching|checking|getting|finding) (?:the |our )?(?:live|free|available|latest|current) \w+",
        r"\b(?:hole|lade|prüfe|suche) (?:\w+ )?(?:freie|verfügbare|aktuelle|neueste) \w+",
        r"\blive-(?:kurse|preise|ergebnisse|daten)|\bin echtzeit\b|en temps réel|en tiempo real|in tempo reale|"
        r"em tempo real",
        r"\b(?:kurse|preise|plätze|ergebnisse) (?:sind |wurden )?(?:live|aktuell|aktualisiert)\b",
        r"\baktualisiert (?:vor \d|gerade|live|alle \d)",
    )),
    # kept elsewhere
    Rule("cloud_storage", _any(
        r"\b(?:uploaded|backed up|synced|synchroni[sz]ed) (?:successfully|to|with|just now|across)\b",
        r"\b(?:has|have|was|were|is|are|been|all|successfully) (?:uploaded|backed up|synced|synchroni[sz]ed)\b",
        r"^\W*(?:uploading|syncing|synchroni[sz]ing|backing up|uploaded|synced)\b(?! lets)",
        r"\berfolgreich in \w+ gespeichert\b",
        r"\bin sync (?:across|with|on)\b|\bsync\w* [\w ]{1,30} across\b|\b(?:across|on|from) (?:all |any |"
        r"every )(?:of )?(?:your )?devices?\b",
        r"\b(?:saved|stored|kept|saving|sent) (?:safely |securely )?(?:to|in|on|with) (?:the |your |our )?(?:cloud|"
        r"server|account|database)\b",
        r"\b(?:wurden?|erfolgreich|ist|sind) (?:\w+ )?(?:hochgeladen|synchronisiert)\b|^\W*(?:hochgeladen|"
        r"synchronisiert)\b",
        r"\bsynchronisier(?:t|en|e) (?:automatisch|sich|mit|deine|ihre|gerade)\b|\bauf all(?:en)? (?:deinen |"
        r"ihren )?geräten\b",
        r"\b(?:in der cloud|auf (?:dem|unserem) server|zum server|in (?:deinem|ihrem) konto) ?(?:gespeichert|"
        r"gesichert|übertragen|abgelegt)?",
        r"\bwerden? (?:gerade |jetzt )?(?:hochgeladen|synchronisiert)\b|^\W*\w+ hochgeladen\W*$",
    )),
)  # fmt: skip
"""Read for each sentence; the first that fits gives the kind."""

PROMISE = _any(r"\bwe(?:['’]ll| will| shall)\b", r"\bwir (?:melden uns|antworten|werden uns)\b")
"""Of an answer, which an address of mail on the page can bring about."""

_TAKEN_BACK = (
    r"\bdemo(?:nstration)?\b(?![@_(:/-]|\.\w)",
    r"\bno(?:thing| real)? (?:is|was|will be) (?:sent|charged|booked|ordered|paid|stored on a server|"
    r"saved on a server)",
    r"\bno (?:real )?(?:money|payment|order|e-?mail|message|account|book\w{3}|one|card)s? (?:is|are|was|will be|"
    r"has been|else|receives|sees)",
    r"\bnobody (?:else )?(?:receives|sees|can see|is charged)|\bnot (?:a )?real\b|\bdoes not (?:leave|"
    r"reach)\b",
    r"\b(?:only|stays?|kept|stored|saved) (?:only )?(?:on|in) (?:this|your) (?:device|browser|computer|"
    r"phone)",
    r"\b(?:simulated|simulation|imitated|imitation|fictional|made[- ]up|invented)\b(?!\()",
    r"\b(?:sample|example) (?:data|results?|votes?|numbers?|prices?)\b",
    r"\b(?:nur|bleib\w+) (?:\w+ )?(?:auf|in) diesem (?:gerät|browser)|nichts wird (?:gesendet|abgebucht|"
    r"gebucht|"
    r"verschickt)|es wird nichts (?:gesendet|abgebucht|gebucht|verschickt|bezahlt)",
    r"\bkeine? echten?|\bbeispieldaten|\bzur demonstration|\bsimuliert|\bnachgeahmt|\bprobelauf|\bvorführung\b",
    r"rien n['’]est (?:envoyé|débité)|uniquement (?:sur|dans) (?:cet appareil|ce navigateur)|"
    r"données (?:d['’]exemple|fictives)",
    r"no se (?:envía|cobra) nada|solo en este (?:dispositivo|navegador)|datos (?:de ejemplo|"
    r"ficticios)|simulad[oa]",
    r"non viene (?:inviato|addebitato)|solo (?:su|in) questo (?:dispositivo|browser)|"
    r"dati (?:di esempio|fittizi)",
    r"nada é (?:enviado|cobrado)|somente neste (?:dispositivo|navegador)|er wordt niets (?:verzonden|"
    r"betaald)",
)
MARKED = tuple(re.compile(part, re.IGNORECASE) for part in _TAKEN_BACK)
"""Words beside a claim that take it back; a space stands for any white space."""
NO_PRINT = re.compile(r"\bprint:hidden\b|\bno-?print\b|\bd-print-none\b|\bprint-hidden\b|\bhide-(?:in-|on-)?print\b")
PRINTS = re.compile(r"\bwindow\.print\(|@media\s+print\b|\bprint:hidden\b")

CONSEQUENCE: Mapping[ImitationKind, str] = {
    "accounts": "no account exists outside this browser, and the password protects nothing",
    "payment": "no one is charged and no one receives the order",
    "sending": "no one receives it",
    "shared_data": "no one else can see it or add to it",
    "live_data": "nothing is read while the page is open",
    "cloud_storage": "it is kept in this browser alone",
}
