import type { TaskWords } from "@/messages/planning/tasks/en";

export const de: TaskWords = {
  inOrder: "In der Reihenfolge der Arbeit: Worauf anderes wartet, kommt zuerst. Der Autopilot hält sich daran.",
  ofNoPart: "Zu keinem Teil des Plans",
  badges: {
    kind: "Welche Art von Arbeit es ist. Die meisten Aufgaben ändern, was man von der App sieht; nur eine andere Art wird genannt.",
    effort: "Wie viel Arbeit sie beim Schreiben zu sein schien.",
    risk: "Beim Schreiben schien es wahrscheinlich, dass etwas schiefgeht: Sieh dir genau an, was daraus wird.",
    ready: "Nichts, worauf sie wartet, fehlt.",
    unproven: "Jemand hat sie erledigt genannt, und kein gebauter Stand der App zeigt es.",
    stale: "Dein Text sagt dort etwas anderes, seit sie geschrieben wurde.",
  },
  edit: "Ändern",
  editTitle: "Aufgabe ändern",
  whatMissing: "Sie braucht Worte.",
  waitsNow: "Sie muss warten: Worauf sie aufbaut, ist noch nicht da.",
  atWork: "An ihr wird gerade gearbeitet.",
  askAnyway: "Trotzdem dem Agenten geben",
  evidence: "Was es zeigt",
  noEvidence: "Noch nichts. Wenn der Agent sie erledigt hat und die App damit gebaut ist, steht dieser Stand der App hier.",
  revision: (id) => `Stand ${id}`,
  run: "Der Lauf",
  passed: (kinds) => `Bestanden: ${kinds}`,
  about: "Prüfungen und Tests dieser Aufgabe",
};
