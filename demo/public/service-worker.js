/**
 * Hands the API calls of a page to that page, which answers them from its simulation, and stores the demo's files, so
 * that every screen opens without a network.
 * The worker keeps no state: browsers end idle workers and start them again, so for each call it checks with the page
 * whether the page handles it. Its counterpart is `src/simulation/worker.ts`, which registers it; raise the number in
 * its address there when the messages change.
 *
 * Messages over one port for each call: the worker sends `offer`; the page replies `accept`; the worker sends `call`;
 * the page replies `response` or `failure`. A page that does not accept in time never receives the call, so that no
 * call is answered twice. `store-files` asks for the files of this build, once the page has time for it.
 */

/**
 * Milliseconds that a page, which may be drawing its first screen, has to accept a call before it goes to the network.
 */
const ACCEPT_WITHIN_MS = 10_000;
const API = new URL('api/', self.registration.scope).href;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'store-files') event.waitUntil(storeFiles());
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (url.startsWith(API)) {
    if (mode !== 'navigate') event.respondWith(respond(event));
  } else if (method === 'GET' && url.startsWith(PAGE)) event.respondWith(respondWithFile(event.request));
});

/** The page itself, without a fragment. */
const PAGE = new URL('./', self.registration.scope).href;
/** Their names change with their content. */
const ASSETS = new URL('assets/', self.registration.scope).href;
const CACHE = 'rise-demo-files';
/** Stands for the version of what is stored; no file has this name. */
const VERSION = new URL('offline-version', self.registration.scope).href;

/** Assets come from the store, where they never are out of date; other files only where the network fails. */
async function respondWithFile(request) {
  const stored = async (address) => (await caches.open(CACHE)).match(address, { ignoreVary: true });
  if (request.url.startsWith(ASSETS)) return (await stored(request.url)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const file = await stored(request.mode === 'navigate' ? PAGE : request.url);
    if (file) return file;
    throw error;
  }
}

let storing = null;
/** Stores the files of the build that the host serves, unless they are. The page comes last: what it names is there. */
function storeFiles() {
  storing ??= storeBuild()
    // Without a network, or on a host without the list: the next visit tries again.
    .catch(() => undefined)
    .finally(() => (storing = null));
  return storing;
}

async function storeBuild() {
  const list = await fetch(new URL('offline-files.json', PAGE), { cache: 'no-cache' });
  if (!list.ok) return;
  const { version, files } = await list.json();
  const cache = await caches.open(CACHE);
  if ((await (await cache.match(VERSION))?.text()) === version) return;
  const former = new Set((await cache.keys()).map(({ url }) => url));
  const addresses = files.filter((path) => path !== 'index.html').map((path) => new URL(path, PAGE).href);
  const missing = addresses.filter((address) => !address.startsWith(ASSETS) || !former.has(address));
  // A few at a time, so that the page's own requests do not wait.
  while (missing.length > 0) await Promise.all(missing.splice(0, 4).map((address) => storeFile(cache, address)));
  await storeFile(cache, PAGE);
  await cache.put(VERSION, new Response(version));
  const current = new Set([...addresses, PAGE, VERSION]);
  for (const address of former) if (!current.has(address)) await cache.delete(address);
}

async function storeFile(cache, address) {
  const response = await fetch(address, address.startsWith(ASSETS) ? {} : { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} could not be loaded`);
  // A copy, since a navigation refuses a response that was redirected.
  await cache.put(address, new Response(response.body, { headers: response.headers }));
}

async function respond({ request, clientId }) {
  if (!clientId) return fetch(request);
  const page = await self.clients.get(clientId);
  const port = page ? await offer(page) : null;
  // The page was left or reloaded meanwhile: nothing reads the response, and no server has the path.
  if (port === null) return (await self.clients.get(clientId)) ? fetch(request) : Response.error();
  try {
    return await call(port, request);
  } finally {
    port.close();
  }
}

/** The port to a page that answers calls; null where the page does not. */
function offer(page) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      port1.close();
      resolve(null);
    }, ACCEPT_WITHIN_MS);
    port1.addEventListener(
      'message',
      () => {
        clearTimeout(timer);
        resolve(port1);
      },
      { once: true },
    );
    port1.start();
    page.postMessage({ type: 'offer' }, [port2]);
  });
}

async function call(port, request) {
  const { url, method, headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const replied = new Promise((resolve) =>
    port.addEventListener('message', ({ data }) => resolve(data), { once: true }),
  );
  port.postMessage({ type: 'call', url, method, headers: [...headers], body }, body ? [body] : []);
  const reply = await replied;
  if (reply.type === 'failure') return Response.error();
  const { status, statusText } = reply;
  return new Response(reply.body, { status, statusText, headers: reply.headers });
}
