// Loaded into npm before npm: it asks the registries that it is set up with, and no other place. The names come from
// REGISTRY_ORIGINS. npm runs none of the code that it fetches, so what is guarded here is all that npm does itself:
// an archive that the registry names elsewhere, a redirect, a package that depends on an address.
"use strict";
const http = require("node:http");
const https = require("node:https");

const allowed = new Set((process.env.REGISTRY_ORIGINS || "").split(" ").filter(Boolean));

for (const [module, scheme] of [[http, "http:"], [https, "https:"]]) {
  for (const name of ["request", "get"]) {
    const original = module[name];
    module[name] = function guarded(...args) {
      const asked = originOf(args[0], scheme);
      if (allowed.has(asked)) return original.apply(this, args);
      const error = new Error("npm was led outside of its registry");
      throw Object.assign(error, { code: "EOUTSIDE" });
    };
  }
}

function originOf(where, scheme) {
  if (typeof where === "string" || where instanceof URL) return new URL(where).origin;
  const host = String(where.hostname || where.host || "");
  return new URL(`${where.protocol || scheme}//${host}${where.port ? `:${where.port}` : ""}`).origin;
}
