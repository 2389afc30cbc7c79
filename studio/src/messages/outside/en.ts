/** What a change touches besides what was asked for, and whom it or its page contacts. */
export const en = {
  files: "Touched, though the request does not speak of it:",
  checks: (titles: string) => `Changes what earlier acceptance checks hold: ${titles}`,
  contacts: (host: string) => `This change contacts ${host}.`,
  wants: (host: string) => `This page wants to reach ${host}. Nobody has allowed that yet.`,
  more: (count: number) => (count === 1 ? "It wants to reach 1 more host." : `It wants to reach ${count} more hosts.`),
  allow: (host: string) => `Allow ${host}`,
};

export type Outside = typeof en;
