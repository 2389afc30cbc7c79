/** A declared package and its version on another line; null where it is not there. */
export interface VersionChange {
  name: string;
  version: string;
  to: string | null;
}

const major = (version: string) => /\d+/.exec(version)?.[0];

/** What a person should know before: what is not there, and what has another major version. */
export const weighty = (changes: readonly VersionChange[]): readonly VersionChange[] =>
  changes.filter(({ version, to }) => to === null || major(version) !== major(to)).toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null));
