/** Levenshtein, or Infinity for what differs by more than `most` in length or is longer than a name. */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most || a.length > 100) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** The one of `names` that is nearest to `name` and at most `most` slips away, else undefined. */
export function nearest(name, names, most = slips(name)) {
  let [best, least] = [undefined, most + 1];
  for (const other of names) {
    const found = other.toLowerCase() === name.toLowerCase() ? 0.5 : distance(name, other, Math.min(most, least));
    if (found < least) [best, least] = [other, found];
  }
  return best;
}

/** How many slips still leave a name recognisable. */
const slips = ({ length }) => (length < 4 ? 1 : length < 9 ? 2 : 3);
