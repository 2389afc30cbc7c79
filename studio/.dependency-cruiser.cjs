/** app > features > commands > (run | data) > ui > (messages | domain): left may import right, never the other way. */
const ORDER = ["app", "features", "commands", "run", "data", "ui", "messages", "domain"];
const BESIDE = { run: ["data"], data: ["run"], messages: ["domain"], domain: ["messages"] };
const above = (name) => ORDER.slice(0, ORDER.indexOf(name)).filter((other) => !(BESIDE[name] ?? []).includes(other));

const layers = ORDER.slice(1).map((name) => ({
  name: `${name}-knows-nothing-above-it`,
  severity: "error",
  from: { path: `^src/${name}/` },
  to: { path: `^src/(${above(name).join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "features-meet-elsewhere",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    { name: "domain-is-pure", severity: "error", from: { path: "^src/domain/" }, to: { path: "^node_modules/" } },
    { name: "no-barrel", severity: "error", from: {}, to: { path: "^src/.*/index\\.tsx?$" } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$|^src/testing/" },
  },
};
