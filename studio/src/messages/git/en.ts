import type { Schemas } from "@api/index";

type Code = Schemas["Problem"]["code"];
/** What happened, and what one may do next. */
export interface Refused {
  what: string;
  next: string;
}
const faults: Partial<Record<Code, Refused>> = {
  GIT_ADDRESS_REFUSED: {
    what: "This address is not asked.",
    next: "Take the one that git clone takes, with https, of a host on the public Internet: https://github.com/owner/repository.git",
  },
  GIT_NOT_CONNECTED: {
    what: "There is no repository that can be asked: none is connected, or its token can no longer be read.",
    next: "Connect it again, with its kind of host for pull requests.",
  },
  GIT_UNAUTHORIZED: {
    what: "The host refuses the token: it is wrong, too old, or allows too little.",
    next: "Make one with the rights below, and save it with \"Another token\".",
  },
  GIT_NOT_FOUND: {
    what: "The host has no such repository, or the token may not see it.",
    next: "Look at the address, and at which repositories the token is for.",
  },
  GIT_REJECTED: {
    what: "The repository did not take it.",
    next: "Its own words say why. Another branch may be free.",
  },
  GIT_DEFAULT_BRANCH: {
    what: "People work on that branch, so nothing is pushed to it.",
    next: "Leave the branch empty, and merge there what was pushed.",
  },
  GIT_MOVED: {
    what: "That branch has commits that are not the app's. It was left as it is.",
    next: "Leave the branch empty or name another one.",
  },
  GIT_TOO_LARGE: {
    what: "This is more than one request can carry.",
    next: "Take the history as a file, below, and go on with git by hand.",
  },
  GIT_RATE_LIMITED: {
    what: "The host takes no more requests with this token for now.",
    next: "What was pushed is there. Try again in some minutes.",
  },
  GIT_UNAVAILABLE: {
    what: "The host did not answer in time, or not as a host of git does.",
    next: "Nothing is there by halves: trying again is safe.",
  },
  PULL_REQUEST_REFUSED: {
    what: "The host did not take the pull request. What was pushed stays.",
    next: "Its own words say why.",
  },
  GIT_DENIED: {
    what: "It was refused at GitHub.",
    next: "Begin again, or connect with a token.",
  },
  GIT_CODE_EXPIRED: {
    what: "The code is too old.",
    next: "Begin again: there is a new one.",
  },
  FEATURE_DISABLED: {
    what: "This server is no application of GitHub's.",
    next: "Connect with a token.",
  },
  GIT_UNRELATED: {
    what: "That branch and the app have no commit in common, so they cannot be merged.",
    next: "Push first, merge that there, and pull then.",
  },
  MERGE_CONFLICT: {
    what: "Both sides changed the same places of these files. Nothing is changed yet.",
    next: "Say whose files to take there; everything else of both is kept, and you review it.",
  },
  BUILDER_PATCH_POLICY_VIOLATION: {
    what: "The branch holds what may not be in a project here.",
    next: "Mend it there, and pull again.",
  },
  REVISION_CONFLICT: {
    what: "Somebody else connected a repository at this moment.",
    next: "Look at which one before you try again.",
  },
  FORBIDDEN: {
    what: "You may not publish this app, so its repository is not yours to see.",
    next: "Ask somebody who may.",
  },
};

export const en = {
  title: (name: string) => `${name}: git and download`,
  lead: "It is yours: an ordinary Vite project with its whole history.",
  faults,
  said: (words: string) => `It says: "${words}"`,
  own: {
    title: "A repository of your own",
    loadFailed: "Where it is pushed to could not be loaded.",
    empty: "Keep the app where you keep your code. Each revision becomes a commit on a branch of its own; your people look at it, and merge it when they like.",
    promise: "Nothing is forced, and the branch that people work on is left alone.",
    connect: "Connect",
    connecting: "Connecting ...",
    failed: "Not connected.",
    url: "Address of the repository",
    urlHint: "As git clone takes it. An empty one is best; one with code works too.",
    forge: "Kind of host",
    forges: { github: "GitHub", app: "GitHub, by a GitHub App", forgejo: "Forgejo or Gitea", none: "Another one: pushes only" },
    appId: "App ID",
    appKey: "Private key of the app (PEM)",
    token: "Token",
    tokenHint: "Kept sealed, sent to that host only, and never shown again.",
    rights: {
      github: "A fine-grained token for this one repository. It needs: Contents, read and write; Pull requests, read and write.",
      app: "An app that is installed for this repository. It needs: Contents, read and write; Pull requests, read and write.",
      forgejo: "An access token of that host. It needs: repository, read and write (write:repository).",
      none: "A token or password of an app that your host takes for git over https, with the right to write to this repository.",
    },
    makeToken: "Make a token on GitHub",
    makeApp: "Make an app on GitHub",
    anotherToken: "Another token",
    saveToken: "Save token",
    disconnect: "Disconnect",
    disconnectSure: "The address and the token are forgotten here. What was pushed stays where it is.",
    disconnectFailed: "Still connected.",
  },
  device: {
    title: "Connect by a code",
    hint: "A repository on github.com. No token is typed here: you agree at GitHub. It may then write to all repositories that you may.",
    begin: "Sign in at GitHub",
    type: "Open GitHub, and type this code there:",
    waiting: "Waiting until you have agreed ...",
    open: "Open GitHub",
    orToken: "Or with a token",
  },
  state: {
    repository: "Repository",
    app: "GitHub App",
    token: "Token",
    tokenEnd: (end: string) => `ends in ${end}`,
    base: "Default branch",
    noBranch: "none yet: the repository is empty",
    untold: "not told by the host",
    lastPush: "Last pushed",
    never: "never",
    unpushed: (count: number) => (count === 1 ? "1 revision is not there yet." : `${count} revisions are not there yet.`),
    allThere: "Every revision is there.",
    asking: "Asking the host ...",
    askFailed: "The host could not be asked.",
    again: "Ask again",
  },
  push: {
    branch: "Branch",
    branchHint: "Left empty, each push gets a branch of its own; an empty repository gets main.",
    push: "Push",
    pushing: "Pushing ...",
    offer: "Open a pull request",
    offering: "Opening ...",
    failed: "Not pushed.",
    offerFailed: "No pull request.",
    pushed: (count: number, branch: string) => (count === 0 ? `${branch} had everything already.` : `Pushed ${count === 1 ? "1 revision" : `${count} revisions`} to ${branch}.`),
    opened: (number: number, created: boolean) => (created ? `Pull request #${number} is open.` : `Pull request #${number} has the new revisions.`),
    noForge: "For pull requests disconnect, and connect again with the kind of host.",
  },
  pull: {
    text: "What others did on the default branch comes back as a proposal: you review it before anything changes.",
    pull: "Pull changes",
    pulling: "Pulling ...",
    failed: "Nothing was pulled.",
    nothing: "The app has everything already.",
    proposed: "There is a proposal to review.",
    takeApp: "Take the app's files there",
    takeTheirs: "Take the repository's files there",
  },
  request: {
    title: (number: number) => `Pull request #${number}`,
    states: { open: "Open", merged: "Merged", closed: "Closed without a merge" },
    into: (branch: string, base: string) => `${branch} into ${base}`,
    failed: "The pull request could not be read.",
    checks: "Checks",
    noChecks: "No checks ran.",
    hidden: "This token may not see the checks. Add: Commit statuses, read.",
    check: { running: "running", passed: "passed", failed: "failed", skipped: "skipped" },
    more: (count: number) => `and ${count} more`,
  },
  away: {
    title: "Take it with you",
    zip: "Files",
    zipText: "The draft as it is now. Unpack it, then: npm ci and npm run dev.",
    download: "Download zip",
    clone: "Clone",
    cloneText: "Every revision is a commit. Git asks for a user name (any) and a password: an API key that may read apps.",
    key: "Make an API key",
    pull: "git pull fetches what came since. A push to this address is refused; push to a repository of your own.",
    bundle: "History as a file",
    bundleText: (file: string) => `For where git cannot reach this server: git clone ${file}`,
    getBundle: "Download bundle",
    preparing: "Preparing ...",
    failed: "The file could not be made. Nothing is lost.",
  },
};

export type GitWords = typeof en;
