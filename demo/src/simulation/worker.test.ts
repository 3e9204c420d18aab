import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { type HandleRequest, startWorker } from './worker.ts';

const SCOPE = 'https://host.example/demo/';
const SCRIPT = await readFile(new URL('../../public/service-worker.js', import.meta.url), 'utf8');

interface FetchEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string };
  readonly clientId: string;
  readonly respondWith: (response: Promise<Response>) => void;
}

/** Runs the service worker's script with a fresh state, as browsers start it; without a page there is no client. */
function startScript(page: ((message: unknown, ports: MessagePort[]) => void) | null, isOpen = () => true) {
  const listeners = new Map<string, (event: FetchEvent) => void>();
  const network = vi.fn<() => Promise<Response>>(async () => new Response('from the network'));
  const self = {
    registration: { scope: SCOPE },
    addEventListener: (type: string, listener: (event: FetchEvent) => void) => listeners.set(type, listener),
    clients: { get: async () => (page && isOpen() ? { postMessage: page } : undefined) },
  };
  runInNewContext(SCRIPT, { self, fetch: network, URL, Response, MessageChannel, setTimeout, clearTimeout });
  const send = async (path: string, init: RequestInit = {}, mode = 'cors') => {
    const request = new Request(new URL(path, SCOPE), init);
    Object.defineProperty(request, 'mode', { value: mode });
    let response: Promise<Response> | null = null;
    listeners.get('fetch')!({ request, clientId: page ? 'page' : '', respondWith: (promise) => (response = promise) });
    return (await response) as Response | null;
  };
  return { send, network };
}

/** A page whose service worker container receives the script's messages. */
async function startPage(handle: HandleRequest) {
  let receive: (event: { data: unknown; ports: MessagePort[] }) => void = () => {};
  const script = `${SCOPE}service-worker.js?messages=1`;
  vi.stubGlobal('document', { baseURI: SCOPE });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: { scriptURL: script },
      register: async () => ({ active: {} }),
      startMessages: () => {},
      addEventListener: (type: string, listener: typeof receive) => {
        if (type === 'message') receive = listener;
      },
    },
  });
  expect(await startWorker(handle)).toBe(true);
  return (data: unknown, ports: MessagePort[]) => receive({ data, ports });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('hands a call with its headers and body to the page, and returns the page’s response', async () => {
  const page = await startPage(async (request) =>
    Response.json(
      { method: request.method, language: request.headers.get('accept-language'), body: await request.json() },
      { status: 201, headers: { 'x-simulated': '1' } },
    ),
  );
  const { send, network } = startScript(page);
  const headers = { 'accept-language': 'tr', 'content-type': 'application/json' };
  const response = await send('api/apps/tasks/task', { method: 'POST', headers, body: '{"title":"One"}' });
  expect([response!.status, response!.headers.get('x-simulated')]).toEqual([201, '1']);
  expect(await response!.json()).toEqual({ method: 'POST', language: 'tr', body: { title: 'One' } });
  expect(network).not.toHaveBeenCalled();
});

test('preserves a response without a body', async () => {
  const { send } = startScript(await startPage(async () => new Response(null, { status: 204 })));
  expect((await send('api/common/user'))!.status).toBe(204);
});

test('reports a page that throws as a network error', async () => {
  const { send } = startScript(
    await startPage(async () => {
      throw new Error('Broken');
    }),
  );
  expect((await send('api/common/user'))!.type).toBe('error');
});

test('leaves pages, files and other folders to the browser', async () => {
  const { send } = startScript(await startPage(async () => new Response('from the page')));
  expect(await send('index.html')).toBeNull();
  expect(await send('https://host.example/api/v1/session')).toBeNull();
  expect(await send('api/common/user', {}, 'navigate')).toBeNull();
});

test('uses the network if there is no page', async () => {
  const { send } = startScript(null);
  expect(await (await send('api/common/user'))!.text()).toBe('from the network');
});

test('uses the network if the page does not accept in time, and never sends it the call', async () => {
  vi.useFakeTimers();
  const received: unknown[] = [];
  const late = vi.fn<(message: unknown, ports: MessagePort[]) => void>((_message, [port]) => {
    port!.addEventListener('message', ({ data }) => received.push(data));
    port!.start();
  });
  const { send } = startScript(late);
  const response = send('api/common/user');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await response)!.text()).toBe('from the network');
  expect(late).toHaveBeenCalledOnce();
  expect(received).toEqual([]);
});

test('does not use the network for a page that was left before it accepted or was offered the call', async () => {
  vi.useFakeTimers();
  let open = true;
  const leaving = startScript(
    () => (open = false),
    () => open,
  );
  const left = leaving.send('api/common/user');
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await left)!.type).toBe('error');
  expect((await leaving.send('api/common/user'))!.type).toBe('error');
  expect(leaving.network).not.toHaveBeenCalled();
});

test('works without a worker if there is none, or if the page was loaded bypassing it', async () => {
  vi.stubGlobal('navigator', {});
  const handle: HandleRequest = async () => new Response();
  expect(await startWorker(handle)).toBe(false);
  vi.stubGlobal('document', { baseURI: SCOPE });
  const container = { controller: null, startMessages: () => {}, addEventListener: () => {} };
  vi.stubGlobal('navigator', { serviceWorker: { ...container, register: async () => ({ active: {} }) } });
  expect(await startWorker(handle)).toBe(false);
  const blocked = async () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  vi.stubGlobal('navigator', { serviceWorker: { ...container, register: blocked } });
  expect(await startWorker(handle)).toBe(false);
});
