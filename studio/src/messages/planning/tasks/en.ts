export const en = {
  inOrder: "In the order of work: what others wait for comes first. The autopilot goes by it.",
  ofNoPart: "Of no part of the plan",
  badges: {
    kind: "What kind of work it is. Most tasks change what one sees of the app; only another kind is named.",
    effort: "How much work it was thought to be when it was written.",
    risk: "It was thought likely to go wrong when it was written: look at what comes of it with care.",
    ready: "Nothing that it waits for is missing.",
    unproven: "Somebody called it done, and no built version of the app shows that.",
    stale: "Your text says something else there since this was written.",
  },
  edit: "Change it",
  editTitle: "Change the task",
  whatMissing: "It needs words.",
  waitsNow: "It has to wait: what it builds on is not there yet.",
  atWork: "It is at work now.",
  askAnyway: "Give it to the agent all the same",
  evidence: "What shows it",
  noEvidence: "Nothing yet. Once the agent has done it and the app was built with it, that version of the app stands here.",
  revision: (id: string) => `Revision ${id}`,
  run: "The run",
  passed: (kinds: string) => `Passed: ${kinds}`,
  about: "Checks and tests of this task",
};

export type TaskWords = typeof en;
