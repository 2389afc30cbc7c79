import { describe, expect, it } from "vitest";
import { knownBy } from "@/domain/lines";
import { weighty } from "@/domain/versions";

const row = (...versions: [string, number][]) => ({ line: "classic" as const, set: "classic", new_apps: true, versions: versions.map(([name, major]) => ({ name, major })) });

describe("a line of packages", () => {
  it("is known by the versions of what its code is written for, each once", () => {
    expect(knownBy([row(["tailwindcss", 3], ["react", 18], ["vite", 6]), row(["tailwindcss", 3], ["vue", 3])])).toBe("React 18, Vue 3, Tailwind 3");
    expect(knownBy([])).toBe("");
  });

  it("changes what weighs: what is not there, then what has another major version", () => {
    const changes = [
      { name: "a", version: "1.0.0", to: "1.2.0" },
      { name: "b", version: "^2.0.0", to: "1.0.0" },
      { name: "c", version: "workspace:*", to: null },
    ];
    expect(weighty(changes).map(({ name }) => name)).toEqual(["c", "b"]);
  });
});
