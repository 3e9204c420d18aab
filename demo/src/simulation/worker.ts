/** Handles a request to this page's API. */
export type HandleRequest = (request: Request) => Promise<Response>;

/** The number is the version of the messages between page and worker: a page only uses a worker of the same version. */
const SCRIPT = 'service-worker.js?messages=1';
/** How long a worker may take to start before the page continues without it. */
const START_WITHIN_MS = 3000;

/** What the worker sends over the port of one call once the page has accepted it. */
interface Call {
  readonly type: 'call';
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

type Reply =
  | {
      readonly type: 'response';
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      /** Null also if the status allows no body. */
      readonly body: ArrayBuffer | null;
    }
  | { readonly type: 'failure' };

/**
 * Makes our service worker (`public/service-worker.js`, next to the page; its scope is that folder) hand this page's
 * API calls to `answer`. Returns false where workers are blocked, the host lacks the script, or the page was loaded
 * past its worker, as by a hard reload.
 */
export async function startWorker(handle: HandleRequest): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  const script = new URL(SCRIPT, document.baseURI).href;
  const isControlled = () => serviceWorker.controller?.scriptURL === script;
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ readonly type: string }>) => {
    if (data.type === 'offer') acceptCall(ports[0]!, handle);
  });
  serviceWorker.startMessages();
  try {
    const controlled = new Promise<true>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => isControlled() && resolve(true));
    });
    const registration = await serviceWorker.register(script);
    if (isControlled()) return true;
    if (registration.active) return false;
    return await Promise.race([controlled, new Promise<false>((end) => setTimeout(() => end(false), START_WITHIN_MS))]);
  } catch {
    return false;
  }
}

/** Asks the worker, if there is one, to store all files of the demo, so that every screen opens without a network. */
export function storeFiles(): void {
  if (!('serviceWorker' in navigator)) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin only
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'store-files' }));
}

/** Accepts a call offered by the worker, which sends it only then: a page that is too slow never receives it. */
function acceptCall(port: MessagePort, handle: HandleRequest): void {
  port.addEventListener('message', ({ data }: MessageEvent<Call>) => void replyTo(data, port, handle), { once: true });
  port.start();
  port.postMessage({ type: 'accept' });
}

async function replyTo({ url, method, headers, body }: Call, port: MessagePort, handle: HandleRequest): Promise<void> {
  let reply: Reply;
  try {
    reply = await serialize(await handle(new Request(url, { method, headers, body })));
  } catch {
    reply = { type: 'failure' };
  }
  port.postMessage(reply, reply.type === 'response' && reply.body ? [reply.body] : []);
}

async function serialize(response: Response): Promise<Reply> {
  const { status, statusText, headers } = response;
  const body = response.body === null ? null : await response.arrayBuffer();
  return { type: 'response', status, statusText, headers: [...headers], body };
}
