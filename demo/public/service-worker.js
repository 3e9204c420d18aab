/**
 * Hands the API calls of a page to that page, which answers them from its simulation; all else goes to the network.
 * The worker keeps no state: browsers end idle workers and start them again, so for each call it checks with the page
 * whether the page handles it. Its counterpart is `src/simulation/worker.ts`, which registers it; raise the number in
 * its address there when the messages change.
 *
 * Messages over one port for each call: the worker sends `offer`; the page replies `accept`; the worker sends `call`;
 * the page replies `response` or `failure`. A page that does not accept in time never receives the call, so that no
 * call is answered twice.
 */

/**
 * Milliseconds that a page, which may be drawing its first screen, has to accept a call before it goes to the network.
 */
const ACCEPT_WITHIN_MS = 10_000;
const API = new URL('api/', self.registration.scope).href;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' && event.request.url.startsWith(API)) event.respondWith(respond(event));
});

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
