import { describe, expect, it } from "vitest";
import { opensHereOnly } from "@/domain/address";
import { assumedIn } from "@/domain/assumed";
import { nameFrom } from "@/domain/names";
import { answersAt, parsePlace } from "@/domain/place";
import { readingEstimate, tasksEstimate } from "@/domain/planning";
import { firstSentence } from "@/domain/sentence";
import { ordered } from "@/domain/shelf";
import { hasNewer, shown } from "@/domain/shown";
import { ago } from "@/domain/time";
import { counted, subject } from "@/domain/tools";
import { visible } from "@/domain/visible";
import { de } from "@/messages/de";
import { en } from "@/messages/en";

describe("a name for an app", () => {
  it.each([
    ["A booking site for a hair salon with services, prices and a request form", "Booking site for a hair salon"],
    ["please build me a shop", "Shop"],
    ["Ein Gewohnheitstracker, der Serien einer Woche behält", "Gewohnheitstracker"],
    ["Make it", "It"],
    ["# Kiln Street Pottery – our web app", "Kiln Street Pottery"],
    ["with", "With"],
    ["a an the", "New app"],
    ["  !?  ", "New app"],
    ["", "New app"],
    ["x".repeat(200), `X${"x".repeat(39)}`],
    ["one two three four five six seven eight nine ten", "One two three four five six seven eight"],
    ["<script>alert(1)</script>", "Script alert"],
  ])("%j is %j", (sentence, name) => {
    expect(nameFrom(sentence)).toBe(name);
  });

  it.each([...en.home.examples, ...de.home.examples])("says something of %j", (example) => {
    expect(nameFrom(example)).toMatch(/^\p{Lu}\S.{2,39}$/u);
  });
});

it("an address holds what is known and nothing else", () => {
  const here = { chat: "conv_01m86zybg2w9tghkr07apg9jbk", turn: "turn_01m86zybg2w9tghkr07apg9jbk" };
  expect(parsePlace({ tab: "preview", ...here, token: "x" })).toEqual({ tab: "preview", ...here });
  expect(parsePlace({ chat: "new" })).toEqual({ chat: "new" });
  expect(parsePlace({ chat: 1, turn: "../x" })).toEqual({});
  expect(parsePlace({ tab: "../x" })).toEqual({});
  expect(parsePlace({ tab: "features", feature: "sign-in" })).toEqual({ tab: "features", feature: "sign-in" });
  expect(parsePlace({ feature: "../x" })).toEqual({});
  expect(parsePlace({ feature: ["map"] })).toEqual({});
});

it("the shelf is searched and sorted", () => {
  const app = (name: string, updated_at: string, created_at: string) => ({ id: name, name, updated_at, created_at });
  const none = new Map<string, string>();
  const apps = [app("Salon", "2026-01-02", "2026-01-01"), app("Äpfel", "2026-01-03", "2025-01-01"), app("shop", "2025-01-01", "2026-02-01")];
  expect(ordered(apps, "", "updated", none).map((one) => one.name)).toEqual(["Äpfel", "Salon", "shop"]);
  expect(ordered(apps, "", "created", none).map((one) => one.name)).toEqual(["shop", "Salon", "Äpfel"]);
  expect(ordered(apps, " S", "name", none).map((one) => one.name)).toEqual(["Salon", "shop"]);
  expect(ordered(apps, "", "updated", new Map([["Äpfel", "2024-01-01"]])).map((one) => one.name)).toEqual(["Salon", "shop", "Äpfel"]);
});

it("the preview shows the draft when it is built, else the one before, and says why", () => {
  expect(shown("succeeded", "rev_2", "rev_2")).toEqual({ kind: "draft", revision: "rev_2" });
  expect(shown("running", "rev_1", "rev_2")).toEqual({ kind: "older", revision: "rev_1" });
  expect(shown("queued", null, "rev_1")).toEqual({ kind: "building", revision: null });
  expect(shown("failed", null, "rev_1")).toEqual({ kind: "failed", revision: null });
});

describe("something newer than the page that somebody is at work in", () => {
  const built = { revision: "rev_1", tree: null };
  const drawn = { revision: "rev_1", tree: "t2" };

  it.each([
    ["is not there when a run has only begun", built, { revision: "rev_1", tree: "t1", page: null }, true, false],
    ["is the first page of a run", built, { revision: "rev_1", tree: "t1", page: "t2" }, true, true],
    ["is not the page of a run that came to nothing", built, { revision: "rev_1", tree: "t1", page: "t2" }, false, false],
    ["is another revision that is built", built, { revision: "rev_2", tree: "t2", page: null }, false, true],
    ["is the next page of the run that is watched", drawn, { revision: "rev_1", tree: "t1", page: "t3" }, true, true],
    ["is not what was seen growing, when that is kept and built", drawn, { revision: "rev_2", tree: "t2", page: "t2" }, false, false],
    ["is what was kept when that is not what was seen last", drawn, { revision: "rev_2", tree: "t3", page: "t2" }, false, true],
  ])("%s", (_, seen, ready, atWork, is) => {
    expect(hasNewer(seen, ready, atWork)).toBe(is);
  });
});

describe("visitors", () => {
  const draft = { id: "rev_2", tree: "t2", build_status: "succeeded", build_finished_at: "2026-03-01T12:00:00.000Z" };
  const published = (at: string | null, revision_id = "rev_2") => ({ revision_id, at });
  const made = (sha256: string) => ({ dist_manifest: { files: [{ path: "index.html", sha256 }] } });

  it("see the draft, unless it was built again since it was published", () => {
    expect(visible(null, draft, undefined)).toBe("nothing");
    expect(visible(undefined, draft, undefined)).toBe("older");
    expect(visible({ ...draft, id: "rev_1" }, draft, undefined)).toBe("older");
    expect(visible(draft, draft, undefined)).toBe("same");
    expect(visible(draft, draft, published(null))).toBe("same");
    expect(visible(draft, draft, published("2026-03-01T12:00:01.000Z"))).toBe("same");
    expect(visible(draft, draft, published("2026-03-01T11:59:59.000Z"))).toBe("older");
    expect(visible(draft, { ...draft, build_status: "running" }, undefined)).toBe("older");
  });

  it("see it also in another revision of the same files, built to the same: after an undo", () => {
    const back = { ...draft, id: "rev_4", ...made("a"), build_finished_at: "2026-03-01T14:00:00.000Z" };
    const live = { ...draft, ...made("a") };
    expect(visible(live, back, published("2026-03-01T13:00:00.000Z"))).toBe("same");
    expect(visible(live, { ...back, ...made("b") }, undefined)).toBe("older");
    expect(visible(live, { ...back, dist_manifest: null }, undefined)).toBe("older");
    expect(visible({ ...live, tree: "t1" }, back, undefined)).toBe("older");
    expect(visible(live, back, published("2026-03-01T11:00:00.000Z"))).toBe("older");
    expect(visible(live, { ...back, build_status: "running" }, undefined)).toBe("older");
  });
});

it.each([
  ["http://salon.apps.localhost:8600/", true],
  ["http://127.0.0.1:8600/apps/salon/", true],
  ["http://[::1]/", true],
  ["https://localhost.example.com/", false],
  ["https://salon.apps.example.com/", false],
  ["not an address", false],
])("%s opens on this computer only: %s", (url, only) => {
  expect(opensHereOnly(url)).toBe(only);
});

it("what was assumed is told once, of turns whose change is still there", () => {
  const turn = (revision_id: string | null, assumptions: string[], status = "completed") => ({ status, revision_id, assumptions });
  const turns = [turn("rev_3", ["Prices in euro", "Open on Monday"]), turn("rev_2", ["Gone"]), turn(null, ["Never kept"]), turn("rev_1", ["Cut off"], "failed"), turn("rev_1", ["Prices in euro"])];
  expect(assumedIn(turns, ["rev_2"])).toEqual(["Prices in euro", "Open on Monday"]);
});

it("times are told in the person's language", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(ago("2026-03-01T11:59:50Z", now, "en")).toBe("now");
  expect(ago("2026-03-01T09:00:00Z", now, "en")).toBe("3 hours ago");
  expect(ago("2026-02-28T11:00:00Z", now, "de")).toBe("gestern");
});

it("a call is told by what it is about", () => {
  expect(subject({ path: "a.ts" })).toBe("a.ts");
  expect(subject({ paths: ["a", "b"] })).toBe("a, b");
  expect([subject(null), subject("x"), subject({}), subject({ path: 7 })]).toEqual(["", "", "", ""]);
  expect(subject({ path: "x".repeat(500) })).toHaveLength(200);
  expect(counted(["Read", "Edited", "Read"])).toEqual([["Read", 2], ["Edited", 1]]);
});

it.each([
  ["The hours stand in the header now. Have a look.\n\nMore.", "The hours stand in the header now"],
  ["Begun from the React template", "Begun from the React template"],
  [`Your salon ${"has very many pages ".repeat(9)}`, "Your salon has very many pages has very many pages has very many pages has very many pages has very ..."],
  ["x".repeat(200), `${"x".repeat(100)} ...`],
  ["", ""],
])("a title is the first sentence of %j", (text, title) => expect(firstSentence(text)).toBe(title));

it("a run that waits is answered in its chat, several or one that may not begin among the runs", () => {
  const run = (id: string, status = "awaiting_approval") => ({ id, status, conversation_id: "conv_1", turn_id: "turn_1" });
  expect(answersAt([])).toBeNull();
  expect(answersAt([run("run_1")])).toEqual({ chat: "conv_1", turn: "turn_1" });
  expect(answersAt([run("run_1", "planned")])).toEqual({ tab: "runs", run: "run_1" });
  expect(answersAt([run("run_1"), run("run_2")])).toEqual({ tab: "runs", state: "awaiting_approval" });
  expect(answersAt([run("run_1"), run("run_2", "planned")])).toEqual({ tab: "runs", state: "open" });
});

it("a limit holds what is set aside for the questions that are asked at once, and twice what they may cost", () => {
  const price = { input: 3, output: 15 };
  expect(readingEstimate(12_000, price)).toEqual({ cost: 0.07, most: 1 });
  expect(readingEstimate(3_000_000, price)).toEqual({ cost: 16.32, most: 34 });
  expect(tasksEstimate(26, price)).toEqual({ cost: 0.78, most: 3 });
  expect(readingEstimate(12_000, { input: 0, output: 0 })).toEqual({ cost: 0, most: 1 });
});
