/** A defect for the log: its kind, its code and where it was met. Its words may quote the project: they are left out. */
export function told(cause) {
  if (!(cause instanceof Error)) return "something that is no error was thrown";
  const [words, stack] = [String(cause.message), String(cause.stack ?? "")];
  const behind = stack.indexOf(words);
  const frames = behind < 0 ? [] : stack.slice(behind + words.length).split("\n").filter(isFrame);
  return [typeof cause.code === "string" ? `${cause.name} (${cause.code})` : cause.name, ...frames].join("\n");
}

const isFrame = (line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line);
