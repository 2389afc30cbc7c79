import type { CheckKey } from "@/domain/ready";

/** What is wrong, and the message that asks the agent to mend it. */
interface Words {
  bad: string;
  ask: string;
}

const checks: Record<CheckKey, Words> = {
  built: { bad: "Its build failed.", ask: "The build of the draft fails. Please mend it." },
  types: { bad: "The type checker finds mistakes.", ask: "Please mend what the type checker finds." },
  tests: { bad: "Tests fail.", ask: "Please make the failing tests pass, without weakening them." },
  page: { bad: "Its page has errors.", ask: "Please mend the errors that the page shows." },
  acceptance: { bad: "It no longer does what acceptance checks hold.", ask: "Please make the failing acceptance checks pass, without weakening them." },
  env: { bad: "Public values and what reads them do not fit together.", ask: "Please make the app work without the values that are not set." },
  secrets: { bad: "It holds a key that must stay secret, and visitors could read it. Take it out, and revoke it where it was made.", ask: "Please take the secret keys out of the project." },
  security: { bad: "Its code does things that can be unsafe for visitors.", ask: "Please mend what the security check finds." },
  packages: { bad: "Packages of it have known weaknesses.", ask: "Please do without the packages that have known weaknesses." },
  accessibility: { bad: "People with disabilities meet hindrances in it.", ask: "Please mend what the accessibility check finds, on every page that has it." },
  links: { bad: "Links of it lead nowhere.", ask: "Please mend the links that lead nowhere: give each the page, the place or the file it is meant for, or take it out." },
  words: { bad: "Browsers and search engines are not told what they show.", ask: "Please give index.html a title and a description of this app, its language, the viewport and an icon." },
  size: { bad: "It is heavy for phones.", ask: "Please load large parts of the app only where they are needed." },
  claims: { bad: "Its pages claim what only a server can do.", ask: "Please say on the page, at the point of use and in print, what is only imitated." },
  proposals: { bad: "Proposals wait for you and are not part of this.", ask: "" },
};

export const en = {
  title: "Is it ready?",
  loading: "Looking at the draft",
  loadFailed: "It could not be looked at. It can be published all the same: what holds a secret key is refused.",
  ready: "Ready: nothing was found that visitors should not meet.",
  readyPart: "Nothing was found so far.",
  blocking: "This has to be mended before it can be published",
  advisory: "This does not keep you from publishing it",
  unknown: (names: string) => `Not known: ${names}.`,
  pending: (names: string) => `Still being looked at: ${names}.`,
  names: {
    built: "build",
    types: "types",
    tests: "tests",
    page: "page errors",
    acceptance: "acceptance checks",
    env: "public values",
    secrets: "secret keys",
    security: "safety",
    packages: "weaknesses of packages",
    accessibility: "accessibility",
    links: "links",
    words: "title and description",
    size: "size",
    claims: "claims",
    proposals: "proposals",
  } satisfies Record<CheckKey, string>,
  checks,
  found: (name: string) => `What was found: ${name}`,
  more: (count: number) => `and ${count} more`,
  ask: "Ask the agent",
  setValue: "Set the value",
  openCode: (place: string) => `Open ${place}`,
  openChanges: "See the proposals",
  openPreview: "See the app",
  quoted: (name: string) => `Before publishing: ${name}`,
};

export type Ready = typeof en;
