"""Where this API is reached from outside, for pages that must call it from another origin."""

from starlette.requests import Request

from shared.services.site.addresses import SiteAddresses

_OWN_NAME = ".amazonaws.com"


def api_base(request: Request, addresses: SiteAddresses) -> str:
    """As configured; else as the gateway says it was asked, with its stage unless a domain hides that."""
    if addresses.api_base_url:
        return addresses.api_base_url
    context = (request.scope.get("aws.event") or {}).get("requestContext") or {}
    name = context.get("domainName")
    if not name:
        return str(request.base_url).rstrip("/")
    return f"https://{name}/{context.get('stage', '')}".rstrip("/") if name.endswith(_OWN_NAME) else f"https://{name}"
