const TITLE = 100;

/** What a text begins with, as a title: its first sentence, cut between words with an ellipsis where that is long. */
export function firstSentence(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const sentence = /^.{8,}?[.!?](?=\s)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= TITLE) return sentence.replace(/\.$/, "");
  const cut = sentence.slice(0, TITLE);
  const space = cut.lastIndexOf(" ");
  return `${space > TITLE / 2 ? cut.slice(0, space) : cut} ...`;
}
