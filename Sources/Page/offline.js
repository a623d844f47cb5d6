// The service worker of a page that comes from a server: keeps the page, and serves it when there
// is no network.
'use strict';

const shelf = 'wuliu';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(Promise.all([keepOpenPages(), self.clients.claim()])));

// Keeps the pages that are open. They were loaded before this worker could keep them.
async function keepOpenPages() {
  const kept = await caches.open(shelf);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(pages.map(page => kept.add(page.url.replace(/[?#].*/, ''))));
}

// Returns the newest page available: the server's, otherwise the kept one.
async function newest(request) {
  const kept = await caches.open(shelf);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const page = await kept.match(request, { ignoreSearch: true });
    if (page) return page;
    throw error;
  }
}

self.addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') event.respondWith(newest(event.request));
});
