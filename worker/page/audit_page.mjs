// Runs in the page, in a JavaScript world of its own: what it says leaves as text. Each function is sent as its source.

/** Its title, its words, and where its links lead within the app. */
export function read(path, most) {
  const words = (element) => (element.textContent || element.getAttribute('aria-label') || '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const links = new Map();
  const anchors = new Map();
  for (const link of [...document.querySelectorAll('a[href]')].slice(0, most)) {
    const said = link.getAttribute('href');
    if (link.hasAttribute('download') || link.protocol !== location.protocol || link.host !== location.host) continue;
    const to = (link.pathname + link.search).slice(0, 500);
    const here = link.pathname === location.pathname && link.search === location.search;
    if (here && said.includes('#')) {
      if (link.hash.length > 1 && !/^#[/!]/.test(link.hash)) anchors.set(link.hash.slice(0, 200), words(link));
    } else if (!links.has(to)) links.set(to, words(link));
  }
  const list = (found, name) => [...found].slice(0, 200).map(([one, said]) => ({ [name]: one, words: said }));
  const text = (document.body?.innerText ?? '').replaceAll(path, '').replace(/\s+/g, ' ').trim().slice(0, 20_000);
  return JSON.stringify({ at: location.pathname, title: document.title.slice(0, 200), text, links: list(links, 'to'), anchors: list(anchors, 'hash') });
}

/** Which of these addresses within the page lead to no place of it; a page that changes for one has taken it for its own. */
export async function leadNowhere(anchors) {
  const place = (hash) => {
    let id = hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // as it stands
    }
    return id === 'top' || document.getElementById(id) || document.getElementsByName(id)[0];
  };
  const found = [];
  for (const { hash, words } of anchors.filter(({ hash }) => !place(hash)).slice(0, 10)) {
    const before = document.body.innerText;
    location.hash = hash;
    await new Promise((done) => setTimeout(done, 150));
    if (!place(hash) && document.body.innerText === before) found.push({ to: hash, words, why: 'anchor' });
  }
  return JSON.stringify(found);
}

/** axe-core was loaded into this world before. */
export async function violations() {
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations: found } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'], iframes: false });
  const told = found.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? 'minor',
    what: help.slice(0, 300),
    where: String(nodes[0]?.target?.join(' ') ?? '').slice(0, 140),
    count: nodes.length,
  }));
  return JSON.stringify(told);
}
