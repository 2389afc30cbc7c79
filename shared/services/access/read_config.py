"""What a page may know of a deployment before anybody has signed in."""

from dataclasses import dataclass, fields
from typing import Literal

from pydantic import BaseModel

from shared.domain.switches import Switches
from shared.services.site.addresses import SiteAddresses


@dataclass(frozen=True, kw_only=True)
class SignInPlace:
    """Where people sign in, and as which client a page asks there. Empty where a deployment has no page of its own."""

    issuer: str = ""
    client_id: str = ""


class Domains(BaseModel):
    """Below which names apps and previews are. Null where they are under one address each (`site_mode=path`)."""

    apps: str | None
    previews: str | None
    published: str


class PublicConfig(BaseModel):
    """Nothing in it is secret, and nothing belongs to a tenant. `flags`: what the deployment has switched on."""

    version: str
    issuer: str
    client_id: str
    site_mode: Literal["domain", "path"]
    domains: Domains
    flags: dict[str, bool]


def read_config(*, version: str, place: SignInPlace, addresses: SiteAddresses, switches: Switches) -> PublicConfig:
    domains = Domains(
        apps=addresses.apps_domain or None,
        previews=addresses.preview_domain or None,
        published=f"{addresses.cdn_base_url}{addresses.cdn_prefix}/",
    )
    return PublicConfig(
        version=version,
        issuer=place.issuer,
        client_id=place.client_id,
        site_mode=addresses.mode,
        domains=domains,
        flags={flag.name: getattr(switches, flag.name) for flag in fields(switches)},
    )
