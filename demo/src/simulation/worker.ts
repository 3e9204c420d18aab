/** Answers a request of this page's API. */
export type Answer = (request: Request) => Promise<Response>;

/** How long a worker may take to come up before the page goes on without it. */
const PATIENCE_MS = 3000;
/** Browsers end a worker that hears nothing for half a minute, and it forgets then whom it works for. */
const REMINDER_MS = 5000;

/** What MSW's worker sends: a call of this page, to be answered over the port that comes with it. */
interface Message {
  readonly type: string;
  readonly payload: RequestInit & { readonly url: string; readonly method: string };
}

/**
 * Has MSW's service worker hand this page's calls to `answer`, and says whether it does. Speaks to the worker itself:
 * MSW's own client is larger than the rest of the simulation, reloads a page that was loaded past its worker, and
 * takes the worker away with the last page, so that each visit would begin with waiting for it.
 */
export async function startWorker(script: string, answer: Answer): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  const controls = () => serviceWorker.controller?.scriptURL === script;
  const remind = () => serviceWorker.controller?.postMessage('MOCK_ACTIVATE');
  let enabled = () => {};
  const active = new Promise<true>((resolve) => {
    enabled = () => resolve(true);
  });
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Message>) => {
    if (data.type === 'MOCKING_ENABLED') enabled();
    if (data.type === 'REQUEST') void hand(data.payload, ports[0]!, answer);
  });
  serviceWorker.startMessages();
  try {
    const registration = await serviceWorker.register(script);
    // Loaded past its worker, as by a hard reload: it stays so until the next load.
    if (!controls() && registration.active) return false;
    serviceWorker.addEventListener('controllerchange', remind);
    setInterval(remind, REMINDER_MS);
    remind();
    return await Promise.race([active, new Promise<false>((end) => void setTimeout(() => end(false), PATIENCE_MS))]);
  } catch {
    // Blocked, or the host has no such script.
    return false;
  }
}

async function hand({ url, body, ...init }: Message['payload'], port: MessagePort, answer: Answer): Promise<void> {
  if (!new URL(url).pathname.includes('/api/')) return port.postMessage({ type: 'PASSTHROUGH' });
  const bare = init.method === 'GET' || init.method === 'HEAD';
  const response = await answer(new Request(url, { ...init, ...(!bare && { body: body ?? null }) })).catch(() =>
    Response.error(),
  );
  const { status, statusText, headers } = response;
  const data = { status, statusText, headers: [...headers], body: await response.arrayBuffer() };
  port.postMessage({ type: 'MOCK_RESPONSE', data }, [data.body]);
}
