"""A feature that is set up from ready code, in a real browser: proposed, looked at, kept, built, given its values."""

import re

import pytest
from playwright.sync_api import Page, expect

from devkit.stack.project import Make, Project
from devkit.studio.steps import BUILT
from local.stack import LocalStack
from tests.e2e.test_studio_readiness import faults_here
from tests.support.window import in_window, opened

FORM = "https://formspree.io/f/abcdwxyz"
LABEL, NOT_READY = "Address of the form", "This form is not set up yet. Please come back later."
KEEP, KEPT = re.compile("^Keep all"), "Kept as a new revision."


@pytest.fixture
def project(make: Make) -> Project:
    return make("react", "Rosa").ready()


def stand_of(project: Project, key: str) -> tuple[str, list[str]]:
    """How a feature stands in the app, and which values it waits for."""
    items = project.client.call("GET", f"{project.builder}/scaffolds")["items"]
    (found,) = (one for one in items if one["scaffold"]["key"] == key)
    return found["state"], found["unset"]


@in_window(width=1440, height=900)
def test_by_mouse_it_is_proposed_looked_at_and_kept(page: Page, stack: LocalStack, project: Project) -> None:
    before = project.draft
    opened(page, stack, f"apps/{project.id}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Add a feature").click()
    expect(page.get_by_role("list", name="To add").get_by_role("button")).to_have_count(12)
    assert faults_here(page) == []
    page.get_by_role("button", name=re.compile("^Contact form")).click()
    box = page.get_by_label(LABEL)
    box.fill("formspree")
    page.get_by_role("button", name="Propose it").click()
    expect(page.get_by_text("It must be a whole address")).to_be_visible()
    expect(box).to_be_focused()
    assert faults_here(page) == []
    box.fill(FORM)
    page.get_by_role("button", name="Propose it").click()
    expect(page.get_by_text("It waits as a proposal")).to_be_visible()
    assert faults_here(page) == []
    assert project.draft == before and stand_of(project, "contact") == ("proposed", [])
    page.get_by_role("button", name="Look at the proposal").click()
    page.wait_for_url("**tab=changes&diff=*")
    expect(page.get_by_role("checkbox", name="Keep the changes of src/features/contact/contact.ts")).to_be_checked()
    page.get_by_role("button", name="Show the page").click()
    proposal = page.frame_locator("iframe[title='Preview of the proposal']").frame_locator("iframe")
    expect(proposal.get_by_label("Your message")).to_be_visible()
    page.get_by_role("button", name=KEEP).click()
    expect(page.get_by_text(KEPT)).to_be_visible()
    project.built()
    assert "ContactForm" in project.file("src/App.tsx") and stand_of(project, "contact") == ("applied", [])


@in_window(width=390)
def test_by_keyboard_on_a_phone_it_is_proposed_and_kept(page: Page, stack: LocalStack, project: Project) -> None:
    opened(page, stack, f"apps/{project.id}")
    for name in ("More", "Add a feature", "E-mail by template"):
        page.get_by_role("button", name=re.compile(f"^{name}")).focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="E-mail by template")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Get them at dashboard.emailjs.com")).to_be_focused()
    for label, value in (("Service ID", "service_1"), ("Template ID", "template_1"), ("Public key", "AbCdEf")):
        page.keyboard.press("Tab")
        expect(page.get_by_label(label)).to_be_focused()
        page.keyboard.type(value)
    assert faults_here(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_text("It waits as a proposal")).to_be_visible()
    expect(page.locator(":focus")).to_contain_text("It waits as a proposal")
    assert faults_here(page) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Look at the proposal")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=KEEP).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.get_by_role("link", name="See the app").focus()
    page.keyboard.press("Enter")
    expect(page.frame_locator(BUILT).frame_locator("iframe").get_by_label("Your words")).to_be_visible()
    project.built()
    assert stand_of(project, "mail") == ("applied", [])


@in_window([1440, 390])
def test_values_that_are_missing_are_asked_for_and_set(page: Page, stack: LocalStack, project: Project) -> None:
    client = project.client
    diff = client.call("POST", f"{project.builder}/scaffolds/contact", {"values": {}}, status=201)["diff_id"]
    client.call("POST", f"/diffs/{diff}/review", {"decision": "approve"})
    client.call("POST", f"/diffs/{diff}/commit", {})
    project.built()
    opened(page, stack, f"apps/{project.id}?tab=preview")
    expect(page.frame_locator(BUILT).frame_locator("iframe").get_by_text(NOT_READY)).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Add a feature").click()
    card = page.get_by_role("list", name="In this app").get_by_role("button", name=re.compile("^Contact form"))
    expect(card).to_contain_text("Values missing")
    card.click()
    expect(page.get_by_text(f"Still missing: {LABEL}")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_label(LABEL).fill(FORM)
    page.get_by_role("button", name="Save the values").click()
    expect(page.get_by_text("Saved. The draft is built again with them.")).to_be_visible()
    expect(page.get_by_text("It is part of your app", exact=True)).to_be_visible()
    project.built()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=preview")
    expect(page.frame_locator(BUILT).frame_locator("iframe").get_by_label("Your message")).to_be_visible()
    assert stand_of(project, "contact") == ("applied", [])
