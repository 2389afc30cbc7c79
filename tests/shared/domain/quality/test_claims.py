"""What pages claim and cannot do: found with its place, taken back by a sentence near it, left alone where true."""

import pytest

from shared.domain.diagnostics import Imitation
from shared.domain.publishing.claims_check import claims_check
from shared.domain.quality.claims import claims_in, claims_in_build, only_built
from shared.domain.untrusted import shortened

PAGE = "src/pages/Page.tsx"


def page(*lines: str) -> dict[str, str]:
    """A page with a form, so that its words belong to something that can be used."""
    return {PAGE: "\n".join(["export const Page = () => <form>", *lines, "</form>"])}


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("accounts", '<h2>Log in</h2><input type="password" />'),
        ("accounts", '<h2>Anmelden</h2><input type={"password"} />'),
        ("accounts", "<input name='email' /><button>Sign up</button>"),
        ("accounts", "<input name='email' /><button>Se connecter</button>"),
        ("payment", '<label>Card number</label><input autoComplete="cc-number" />'),
        ("payment", "<button>Pay now</button>"),
        ("payment", "<button>\n  Place order\n</button>"),
        ("payment", "<button>Zahlungspflichtig bestellen</button>"),
        ("payment", "<p>Paid with card ending in 4242</p>"),
        ("payment", "<p>Gracias por su compra</p>"),
        ("sending", "<p>Your message has been sent.</p>"),
        ("sending", "<p>Appointment confirmed!</p>"),
        ("sending", "<p>Thank you, Rosa, for your reservation.</p>"),
        ("sending", "<p>Ihre Anfrage wurde gesendet.</p>"),
        ("sending", "<p>Votre message a été envoyé</p>"),
        ("sending", "<p>La prenotazione è stata confermata</p>"),
        ("sending", '<input type="email" /><textarea /><button type="submit">Send message</button>'),
        ("shared_data", "<p>Your poll is open for votes.</p>"),
        ("shared_data", "<p>217 people have voted</p>"),
        ("shared_data", "<p>{count} votes</p>"),
        ("shared_data", "<p>{count} Stimmen</p>"),
        ("shared_data", "<p>Shared with your team</p>"),
        ("live_data", "<p>Seats and prices are live.</p>"),
        ("live_data", "<p>Live prices</p>"),
        ("live_data", "<p>Kurse in Echtzeit</p>"),
    ],
)
def test_a_claim_is_found_with_its_kind_and_place(kind: str, line: str) -> None:
    claim = next(claim for claim in claims_in(page(line)) if claim.kind == kind)
    assert (claim.path, claim.marked) == (PAGE, False) and (claim.line or 0) >= 2


@pytest.mark.parametrize(
    "line",
    [
        "<h1>Trattoria Rosa</h1><p>We accept cards and cash. Call us to book a table.</p><button>Menu</button>",
        "<p>Send us an e-mail: <a href='mailto:rosa@example.com'>rosa@example.com</a>. We will get back to you.</p>",
        "<h2>Monthly payment</h2><p>The payment is computed from rate and term.</p><button>Calculate</button>",
        "<p>Saved in this browser.</p><button>Add note</button><textarea />",
        "<h2>Password generator</h2><input type='password' /><button>Generate</button>",
        "<p>To log in, run the command below and paste your key.</p><button>Copy</button>",
        "<p>We live in Lisbon. The results of the 2024 vote are in the table.</p><button>Sort</button>",
        "<button onClick={() => votes.sort()}>Sort</button>",
        "<button>Submit</button><input name='answer' />",
        "<p>Delivered by bicycle.</p><button>Next</button>",
        "{/* your message has been sent */}<button>Save</button>",
        "<button>Save</button> // appointment confirmed",
    ],
)
def test_pages_that_imitate_nothing_are_left_alone(line: str) -> None:
    assert claims_in(page(line)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "<p>This is a demonstration.</p>",
        "<p>No one is charged: no payment is taken.</p>",
        "<p>Kept only in this browser.</p>",
        "<p>Es wird keine echte Zahlung ausgelöst.</p>",
        "<p>Rien n\u2019est envoyé.</p>",
        "<p>Datos de ejemplo</p>",
    ],
)
def test_a_sentence_near_a_claim_takes_it_back(sentence: str) -> None:
    (claim,) = claims_in(page("<button>Pay now</button>", sentence))
    assert claim.marked


@pytest.mark.parametrize(
    "line",
    [
        "// demo only, nothing is sent",
        "{/* simulated */}",
        "<i>demo@example.com</i>",
        "<i className='demo-box' />",
        "simulated(1)",
        "{/* don't */ /* a simulation of 'nothing */}",
    ],
)
def test_what_no_visitor_reads_takes_nothing_back(line: str) -> None:
    (claim,) = claims_in(page("<button>Pay now</button>", line))
    assert not claim.marked


def test_a_sentence_far_away_takes_nothing_back() -> None:
    far = ["<hr />"] * 60
    (claim,) = claims_in(page("<button>Pay now</button>", *far, "<p>This is a demonstration.</p>"))
    assert not claim.marked


@pytest.mark.parametrize(
    "service",
    [
        'fetch(address, { method: "POST", body })',
        'import { createClient } from "@supabase/supabase-js";',
        '<form action="https://formspree.io/f/abc">',
        "new WebSocket(address)",
    ],
)
def test_a_project_that_sends_to_a_service_is_not_asked_about_what_that_may_receive(service: str) -> None:
    texts = page("<p>Your message has been sent.</p>", "<button>Pay now</button>")
    assert claims_in({**texts, "src/send.ts": service}) == []


def test_reading_from_a_service_makes_data_live_and_nothing_else_true() -> None:
    texts = page("<p>Live prices</p>", "<button>Pay now</button>")
    assert [claim.kind for claim in claims_in({**texts, "src/prices.ts": "fetch(address)"})] == ["payment"]


def test_tests_and_files_outside_of_the_page_are_not_read() -> None:
    text = page("<button>Pay now</button>")[PAGE]
    assert (
        claims_in({"src/a.test.tsx": text, "tests/b.tsx": text, "README.md": text, "src/__tests__/c.tsx": text}) == []
    )


def test_findings_are_bounded_whatever_a_page_repeats() -> None:
    """`devkit/hostile_files.py` has the pages of several MB, whose steps are counted."""
    page_of_many = "<form>" + "".join(f"<p>Mail {number} was sent.</p>\n" for number in range(50))
    found = claims_in({f"src/{number}.tsx": page_of_many for number in range(30)})
    assert len(found) == 20 and len([claim for claim in found if claim.path == "src/0.tsx"]) == 3


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("cloud_storage", "<p>Synced across all your devices</p>"),
        ("cloud_storage", "<p>Deine Liste wurde hochgeladen.</p>"),
        ("sending", '{sent ? "Your request was sent to the kitchen." : null}'),
        ("sending", "<p>Dein Tisch wurde reserviert.</p>"),
        ("accounts", "<p>Your account has been created.</p>"),
        ("shared_data", "<p>Your vote was counted.</p>"),
    ],
)
def test_a_sentence_is_read_wherever_it_stands(kind: str, line: str) -> None:
    assert [claim.kind for claim in claims_in(page(line))] == [kind]


def test_texts_of_a_language_file_are_read_with_their_line() -> None:
    texts = {**page("<input />"), "src/locales/de.json": '{\n  "done": "Deine Nachricht wurde gesendet."\n}'}
    (claim,) = claims_in(texts)
    assert (claim.path, claim.line, claim.kind) == ("src/locales/de.json", 2, "sending")


def test_a_sentence_that_is_not_printed_does_not_take_back_what_is_printed() -> None:
    lines = ["<button>Pay now</button>", '<p className="print:hidden">Demonstration: no money is taken.</p>']
    (claim,) = claims_in(page(*lines, "<button onClick={() => window.print()}>Print</button>"))
    assert (claim.marked, claim.mark) == (False, "screen")
    (claim,) = claims_in(page(*lines[:1], "<p>Demonstration: no money is taken.</p>", "window.print()"))
    assert claim.marked
    check = claims_check(page(*lines), [])
    assert check.diagnostics[0].message.endswith("The sentence near it that says so is not printed.")


def test_words_that_only_the_built_files_have_are_listed_without_a_place() -> None:
    built = claims_in_build({"assets/a.js": 'e("p",{children:"Your order has been placed."})', "a.css": "a{}"})
    check = claims_check(page("<input />"), [], built)
    (finding,) = check.diagnostics
    assert (finding.path, finding.line, check.ok) == (None, None, False)
    assert finding.message == (
        'The built app says (assets/a.js) "Your order has been placed."; no one is charged and no one receives the '
        "order. No sentence near it says so."
    )
    assert only_built(built, page("<p>Your order has been placed.</p>")) == []
    assert only_built(built, {"src/a.ts": 'fetch(a, { method: "POST" })'}) == []


def test_a_built_claim_is_taken_back_by_words_around_it() -> None:
    text = 'e("p",{children:"Your order has been placed."}),e("p",{children:"This is a demo: nothing is sent."})'
    (claim,) = claims_in_build({"assets/a.js": text})
    assert claim.marked
    (claim,) = claims_in_build({"assets/a.js": text.replace(",e(", " " * 5_000 + ",e(", 1)})
    assert not claim.marked


def test_the_check_lists_each_claim_with_its_place_and_whether_it_is_marked() -> None:
    texts = {
        **page("<button>Pay now</button>"),
        "src/Vote.tsx": "<p>{count} votes</p><p>Sample votes of a demonstration.</p>",
    }
    check = claims_check(texts, [])
    assert (check.level, check.ok, check.count) == ("advisory", False, 2)
    first, second = check.diagnostics
    assert first.message == (
        'This page says "Pay now"; no one is charged and no one receives the order. No sentence near it says so.'
    )
    assert (first.path, first.line) == (PAGE, 2)
    assert second.path == "src/Vote.tsx" and second.message.endswith("A sentence near it says so.")
    assert check.fix is not None and (check.fix.kind, check.fix.path) == ("ask", PAGE)


def test_claims_that_are_all_marked_are_listed_and_well() -> None:
    check = claims_check(page("<button>Pay now</button>", "<p>Demonstration: no money is taken.</p>"), [])
    assert check.ok and check.count == 1 and check.diagnostics[0].code == "CLAIM_MARKED"


def test_a_statement_of_the_agent_whose_sentence_is_on_no_page_is_listed() -> None:
    texts = page("<p>Votes stay\n  in this browser.</p>")
    stated = Imitation(what="shared_data", where="/polls", said="Votes stay in this browser.")
    assert claims_check(texts, [stated]).ok
    check = claims_check(
        texts, [stated.model_copy(update={"said": "Only you see it."}), stated.model_copy(update={"said": ""})]
    )
    assert not check.ok and [line.path for line in check.diagnostics] == [None, None]
    assert check.diagnostics[0].message == (
        'The agent states that /polls imitates shared data; the sentence "Only you see it." is on no page.'
    )
    assert check.diagnostics[1].message.endswith("imitates shared data, and no sentence there says so.")


def test_a_long_statement_is_looked_for_by_its_beginning() -> None:
    said = "Votes stay in this browser, " + "and in no other place of this world, " * 12 + "for good."
    stated = Imitation(what="shared_data", where="/polls", said=shortened(said, 300))
    assert claims_check(page(f"<p>{said}</p>"), [stated]).ok
    assert not claims_check(page(f"<p>{said.replace('browser', 'house')}</p>"), [stated]).ok
    assert not claims_check(page("<p></p>"), [stated.model_copy(update={"said": "\u2026"})]).ok


@pytest.mark.parametrize(
    "code",
    [
        '<input type="file" accept="image/*" />',
        '<input type="file" accept="image/* , .pdf /* all" />',
        "<input type='file' accept='image/png, /*' />",
        'const pages = import.meta.glob("./pages/*.tsx");',
        "const pages = import.meta.glob(`./pages/**/*.tsx`);",
        '<a title="see // there">all</a>',
    ],
)
def test_what_stands_in_quotes_opens_no_comment(code: str) -> None:
    """A comment behind it would end what it opened, and what stands between would not be seen."""
    lines = ["<button>Pay now</button>", code, "<p>Demonstration: no money is taken.</p>", "{/* the end */}"]
    (claim,) = claims_in(page(*lines))
    assert claim.marked


@pytest.mark.parametrize("comment", ["/* demo */", "f(a, /* demo */ b)", "{/* demo */}", "a;/* demo */", "}/* demo */"])
def test_a_comment_is_one_wherever_it_can_begin(comment: str) -> None:
    (claim,) = claims_in(page("<button>Pay now</button>", comment))
    assert not claim.marked


@pytest.mark.parametrize(
    "line",
    [
        "Each card is created by hand.",
        "Orders are placed in the second column.",
        "Your orders are placed under the top row.",
        "Tables are created with care.",
        "Tables are made of oak.",
        "Trip created",
        "Profil gelöscht",
        "Nutzer angelegt",
        "Every dish has 3 votes left.",
        "Sorted by number of votes",
    ],
)
def test_what_anybody_makes_alone_is_no_claim(line: str) -> None:
    assert claims_in(page(f"<p>{line}</p>")) == []


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("payment", "The parcel has been shipped."),
        ("payment", "Deposit refunded."),
        ("payment", "Subscription renewed."),
        ("payment", "The transfer went through."),
        ("payment", "Das Paket wird geliefert."),
        ("payment", "Your order has been placed."),
        ("payment", "Your donation was made."),
        ("sending", "Das Zimmer ist vorgemerkt."),
        ("sending", "Der Termin ist vereinbart."),
        ("sending", "Your appointment was created."),
        ("accounts", "Phone verified"),
        ("accounts", "Konto gelöscht"),
        ("accounts", "Dein Profil wurde gelöscht."),
        ("shared_data", "3 people watching"),
        ("shared_data", "12 votes"),
    ],
)
def test_no_word_of_a_rule_is_passed_over(kind: str, line: str) -> None:
    assert [claim.kind for claim in claims_in(page(f"<p>{line}</p>"))] == [kind]


def test_so_many_sentences_are_read_and_no_more() -> None:
    """The rules take most of the time, so long sentences count for more than short ones."""
    wurde = [f"<p>Die Seite {number} wurde geschrieben.</p>" for number in range(6_000)]
    claim = "<p>Das Paket wurde versandt.</p>"
    assert len(claims_in(page(*wurde[:1_500], claim))) == 1
    assert claims_in(page(*wurde, claim)) == []
    long = [f"<p>Die Seite {number} wurde {'x ' * 130} geschrieben.</p>" for number in range(600)]
    assert claims_in(page(*long, claim)) == []
