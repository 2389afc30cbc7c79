/** A message as the person wrote it, and the elements that they pointed at. */
export interface Said {
  words: string;
  pointed: string[];
}

const ELEMENT = /^### (.+)\ntag: [\w-]+(?:\n|$)/;

/** The parts of a message: what went along for the agent about an element is no words of the person. */
export function saidIn(message: string): Said {
  const [words = "", ...parts] = message.split(/\n\n(?=### )/);
  const own = [words];
  const pointed: string[] = [];
  for (const part of parts) {
    const label = ELEMENT.exec(part)?.[1];
    if (label) pointed.push(label);
    else own.push(part);
  }
  return { words: own.join("\n\n"), pointed };
}
