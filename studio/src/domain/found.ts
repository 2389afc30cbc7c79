export interface Found {
  path: string;
  line: number;
  text: string;
}

const LINE = /^(.+?):(\d+): (.*)$/;

/** The lines of a search's answer ("src/App.tsx:12: text") that stand in files that there are. */
export function foundIn(answer: string, paths: ReadonlySet<string>): Found[] {
  return answer.split("\n").flatMap((said) => {
    const [, path, line, text] = LINE.exec(said) ?? [];
    return path && paths.has(path) ? [{ path, line: Number(line), text: text ?? "" }] : [];
  });
}

/** The same, file by file. */
export function byFile(found: readonly Found[]): [string, Found[]][] {
  const files = new Map<string, Found[]>();
  for (const one of found) files.set(one.path, [...(files.get(one.path) ?? []), one]);
  return [...files];
}
