"""The API's own domain, and what to write into DNS for all three."""

import aws_cdk as cdk
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_certificatemanager as acm
from constructs import Construct

from infra.config import DeployConfig
from infra.constructs.api import STAGE


class ApiDomain(Construct):
    """`https://{api_domain}/` -> the stage, with TLS 1.2 or later; the gateway's own address keeps working."""

    def __init__(self, scope: Construct, id: str, *, api: apigw.RestApi, config: DeployConfig) -> None:
        super().__init__(scope, id)
        certificate = acm.Certificate.from_certificate_arn(self, "Certificate", config.api_certificate_arn)
        self.domain = apigw.DomainName(
            self, "Name", domain_name=config.api_domain, certificate=certificate,
            endpoint_type=apigw.EndpointType.REGIONAL, security_policy=apigw.SecurityPolicy.TLS_1_2,
        )  # fmt: skip
        self.domain.add_base_path_mapping(api, stage=api.deployment_stage)
        self.target = self.domain.domain_name_alias_domain_name


def api_origin(api: apigw.RestApi, config: DeployConfig) -> str:
    """The origin that pages of the API and the Studio have."""
    stack = cdk.Stack.of(api)
    own = f"{api.rest_api_id}.execute-api.{stack.region}.{stack.url_suffix}"
    return f"https://{config.api_domain or own}"


def api_base_url(api: apigw.RestApi, config: DeployConfig) -> str:
    """Where the API's paths begin: the stage is part of the gateway's own address, and of no domain's."""
    return api_origin(api, config) + ("" if config.api_domain else f"/{STAGE}")


def dns_records(config: DeployConfig, *, api: str, apps: str, previews: str, studio: str) -> dict[str, str]:
    """Output name -> the record to make, for each domain of the deployment that is named."""
    wanted = {
        "DnsRecordApi": (config.api_domain, api),
        "DnsRecordApps": (config.apps_domain, apps),
        "DnsRecordAppsWildcard": (config.apps_domain and f"*.{config.apps_domain}", apps),
        "DnsRecordPreviews": (config.preview_domain and f"*.{config.preview_domain}", previews),
        "DnsRecordStudio": (config.studio_domain, studio),
    }
    return {name: f"{host} CNAME {target}" for name, (host, target) in wanted.items() if host}
