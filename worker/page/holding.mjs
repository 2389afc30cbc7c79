// The results of an acceptance check: whether what should be there is, and else what is there.

import { elements, missing, waitFor } from './stepping.mjs';

/** Nothing where the result holds within its time; else what was there. */
export async function holds(result, page) {
  const kind = result.text !== null ? text : result.url !== null ? url : result.value !== null ? value : shown;
  try {
    return await kind(result, page.send);
  } catch (error) {
    return `The page did not answer: ${error.message}`;
  }
}

async function text({ text: asked, count }, send) {
  const wanted = plain(asked);
  const look = async () => {
    const words = plain(await inPage('document.body?.innerText ?? ""', send));
    return { words, times: words.split(wanted).length - 1 };
  };
  const { words, times } = await waitFor(look, ({ times }) => enough(times, count));
  if (enough(times, count)) return '';
  if (times > 0) return `The text is there ${times} times.`;
  return `The page says: ${JSON.stringify(words.slice(0, 300))}`;
}

async function shown(result, send) {
  const found = await waitFor(() => elements(result, send), (nodes) => enough(nodes.length, result.count));
  if (enough(found.length, result.count)) return '';
  if (found.length === 0) return missing(result, send);
  const names = found.slice(0, 6).map((node) => JSON.stringify(String(node.name?.value ?? '').slice(0, 60)));
  return `There are ${found.length}: ${names.join(', ')}.`;
}

async function value(result, send) {
  const [node] = await waitFor(() => elements(result, send), ([first]) => first && plain(valueOf(first)) === plain(result.value));
  if (!node) return missing(result, send);
  return plain(valueOf(node)) === plain(result.value) ? '' : `Its value is ${JSON.stringify(valueOf(node).slice(0, 200))}.`;
}

async function url({ url: asked }, send) {
  const look = () => inPage('location.pathname + location.search + location.hash', send);
  const fits = (at) => at === asked || (at.startsWith(asked) && (/[?#]/.test(at[asked.length]) || at === `${asked}/`));
  const at = await waitFor(look, fits);
  return fits(at) ? '' : `The address is ${at.slice(0, 200)}.`;
}

function enough(times, count) {
  return count === null ? times > 0 : times === count;
}

/** What a field holds; of what can be switched, how it stands. */
function valueOf(node) {
  const state = (name) => node.properties?.find((one) => one.name === name)?.value?.value;
  for (const [name, on, off] of [['checked', 'checked', 'unchecked'], ['pressed', 'pressed', 'not pressed'], ['selected', 'selected', 'not selected']]) {
    if (state(name) !== undefined) return [true, 'true'].includes(state(name)) ? on : off;
  }
  return String(node.value?.value ?? '');
}

async function inPage(expression, send) {
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
  return String(result.value);
}

/** Words as they are compared: neither capitals nor spaces count, since styles change both. */
function plain(words) {
  return words.toLowerCase().replace(/\s+/g, ' ').trim();
}
