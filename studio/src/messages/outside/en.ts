/** What a change touches besides what was asked for. */
export const en = {
  files: "Touched, though the request does not speak of it:",
  checks: (titles: string) => `Changes what earlier acceptance checks hold: ${titles}`,
};

export type Outside = typeof en;
