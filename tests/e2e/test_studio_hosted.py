"""The Studio as `make deploy` hosts it: another origin than the API's, another issuer, under the policy of its own."""

import json

from playwright.sync_api import Page, expect

from devkit.stack.project import Make
from devkit.studio.browser import Browser
from infra.upload_studio import upload_studio
from local.config import STACK_NAME
from local.stack import LocalStack
from tests.support.api.hosted_studio import hosted
from tests.support.window import faults, listened
from toolchain.aws import stack_outputs
from toolchain.node import find_node
from toolchain.studio_build import ensure_studio


def test_in_by_the_issuers_page_at_work_across_origins_and_out_again(
    stack: LocalStack, make: Make, browser: Browser
) -> None:
    project = make("vanilla", "Rosa at home").ready()
    bucket = stack_outputs(stack.boto("cloudformation"), STACK_NAME)["StudioBucket"]
    with hosted(stack, bucket) as (studio, issuer, result):
        upload_studio(ensure_studio(find_node(), print), json.dumps(result), stack.boto("s3"), bucket)

        def script(page: Page) -> list[str]:
            visit = listened(page)
            page.goto(f"{studio}/studio/apps/{project.id}?tab=history")
            page.get_by_role("link", name="Sign in").click()
            page.wait_for_url(f"{studio}/studio/apps/{project.id}?tab=history")
            expect(page.get_by_role("heading", name="Rosa at home")).to_be_visible()
            expect(page.get_by_text("Start from the TypeScript template").first).to_be_visible()
            page.get_by_role("tab", name="Preview").click()
            expect(
                page.frame_locator("iframe[title^='Preview of']").frame_locator("iframe").locator("h1").first
            ).to_be_visible()
            page.get_by_role("link", name="ChatBuilder").first.click()
            expect(page.get_by_role("link", name="Rosa at home").first).to_be_visible()
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Sign out").click()
            expect(page.get_by_role("link", name="Sign in")).to_be_visible()
            return faults(visit)

        assert browser.run(script, width=1440, height=900) == []
    assert issuer.grants == ["authorization_code", "refresh_token"]
