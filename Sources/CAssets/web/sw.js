// Keeps what was seen readable when the line is gone: menus, own orders, the bar's queue, and the
// files they need. The network comes first; what changes something is never answered from here.
'use strict';
const PAGES = 'crema-pages-1';
const FILES = 'crema-files-1';
const OFFLINE = '/offline';
const PATIENCE_MS = 5000;
const PAGES_KEPT = 40;

const isKept = (path) => /^\/($|l\/[^/]+\/menu|l\/[^/]+\/items\/|orders|bar\/)/.test(path) && !/\/cart/.test(path);

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const answer = await fetch(OFFLINE, {credentials: 'omit'});
    if (!answer.ok) throw new Error('no offline page: ' + answer.status);
    const page = await answer.clone().text();
    const files = [...new Set(page.match(/\/assets\/[A-Za-z0-9._-]+/g) ?? [])];
    await (await caches.open(PAGES)).put(OFFLINE, answer);
    await (await caches.open(FILES)).addAll(files);
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== PAGES && name !== FILES) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== 'GET') return;
  if (url.pathname === '/events' || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) { event.respondWith(file(request)); return; }
  const isPage = request.mode === 'navigate';
  if (!isPage && !isKept(url.pathname)) return;
  event.respondWith(page(event, request, url, isPage));
});

// Names of files bear their content's fingerprint: what is kept is right.
async function file(request) {
  const cache = await caches.open(FILES);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(event, request, url, isPage) {
  const cache = await caches.open(PAGES);
  const key = url.pathname + url.search;
  const known = await cache.match(key, {ignoreVary: true});
  const arrival = fetch(request);
  if (isKept(url.pathname)) {
    event.waitUntil(arrival.then(async (answer) => {
      if (answer.ok && !answer.redirected) { await cache.put(key, answer.clone()); await trim(cache); }
    }).catch(() => {}));   // a lost line is answered below
  }
  try {
    return await (known ? Promise.race([arrival, late()]) : arrival);
  } catch (error) {
    if (known) return known;
    if (isPage) return (await cache.match(OFFLINE)) ?? Response.error();
    return Response.error();
  }
}

const late = () => new Promise((_, refuse) => setTimeout(() => refuse(new Error('late')), PATIENCE_MS));

async function trim(cache) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PAGES_KEPT))) {
    if (new URL(key.url).pathname !== OFFLINE) await cache.delete(key);
  }
}

// Signing in or out changes what may be read here.
self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(forget());
});

async function forget() {
  const cache = await caches.open(PAGES);
  for (const key of await cache.keys()) {
    if (new URL(key.url).pathname !== OFFLINE) await cache.delete(key);
  }
}
