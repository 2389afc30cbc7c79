const ADDRESS = /^(?:https?:\/\/)?([^\s/?#]+\.[^\s/?#.]{2,})(?:[/?#]\S*)?$/iu;

/** The host that a link really leads to, where its words look like another address; else null. Look-alike letters are shown as they are sent. */
export function otherHost(words: string, href: string): string | null {
  const named = ADDRESS.exec(words.trim())?.[1];
  if (!named || !/^https?:/i.test(href)) return null;
  try {
    const { host } = new URL(href);
    return host === named.toLowerCase() || host === `www.${named.toLowerCase()}` ? null : host;
  } catch {
    return null;
  }
}
