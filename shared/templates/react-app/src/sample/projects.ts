// Sample content: replace `src/sample` and the pages with what the app is for.
import { dayFromNow, daysUntil, isDay } from "../lib/dates";
import { persistentList } from "../lib/storage";

export const statuses = [
  { value: "planned", label: "Planned", tone: "neutral" },
  { value: "active", label: "Active", tone: "accent" },
  { value: "waiting", label: "Waiting", tone: "highlight" },
  { value: "done", label: "Done", tone: "neutral" },
] as const;

export type Status = (typeof statuses)[number]["value"];
export type Draft = { name: string; client: string; status: Status; due: string };
export type Project = Draft & { id: string };
export type Problems = Partial<Record<keyof Draft, string>>;

export const projects = persistentList<Project>({
  key: "starter.projects",
  version: 1,
  initial: sampleProjects,
  isEntry: isProject,
});

export function sampleProjects(): Project[] {
  return [
    { id: "1", name: "Harbour walking guide", client: "Port Museum", status: "active", due: dayFromNow(4) },
    { id: "2", name: "Autumn menu", client: "Lindgren Bakery", status: "waiting", due: dayFromNow(-2) },
    { id: "3", name: "Signs for the new wing", client: "City Library", status: "planned", due: dayFromNow(26) },
    { id: "4", name: "Season ticket leaflet", client: "Northside Theatre", status: "active", due: dayFromNow(11) },
    { id: "5", name: "Annual report", client: "Rowan Energy Co-op", status: "done", due: dayFromNow(-20) },
  ];
}

export function saveProject(draft: Draft, id?: string): void {
  const all = projects.get();
  const texts = { name: draft.name.trim(), client: draft.client.trim() };
  const saved = { ...draft, ...texts, id: id ?? `${Date.now().toString(36)}-${all.length}` };
  projects.set(id ? all.map((project) => (project.id === id ? saved : project)) : [saved, ...all]);
}

/** What it returns puts the project back where it was. */
export function removeProject(removed: Project): () => void {
  const at = projects.get().findIndex(({ id }) => id === removed.id);
  projects.set(projects.get().filter(({ id }) => id !== removed.id));
  return () => projects.set(projects.get().toSpliced(at, 0, removed));
}

export function newDraft(): Draft {
  return { name: "", client: "", status: "planned", due: dayFromNow(14) };
}

export function problemsOf(draft: Draft): Problems {
  const problems: Problems = {};
  if (!draft.name.trim()) problems.name = "Give the project a name.";
  if (draft.name.length > 80) problems.name = "Keep the name below 80 letters.";
  if (!draft.client.trim()) problems.client = "Say who it is for.";
  if (!isDay(draft.due)) problems.due = "Choose a day.";
  return problems;
}

export function findProjects(all: Project[], text: string, status: string): Project[] {
  const wanted = text.trim().toLowerCase();
  return all.filter(
    (project) =>
      (!status || project.status === status) && `${project.name} ${project.client}`.toLowerCase().includes(wanted),
  );
}

export function statusOf(project: Project) {
  return statuses.find(({ value }) => value === project.status) ?? statuses[0];
}

export function isLate(project: Project): boolean {
  return project.status !== "done" && daysUntil(project.due) < 0;
}

/** Open projects, the most urgent first. */
export function openProjects(all: Project[]): Project[] {
  return all.filter(({ status }) => status !== "done").toSorted((one, other) => one.due.localeCompare(other.due));
}

function isProject(data: unknown): data is Project {
  if (typeof data !== "object" || data === null) return false;
  const { id, name, client, status, due } = data as Record<string, unknown>;
  const texts = [id, name, client].every((value) => typeof value === "string");
  return texts && statuses.some(({ value }) => value === status) && isDay(due);
}
