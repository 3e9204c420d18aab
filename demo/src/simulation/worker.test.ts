import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
  const network = vi.fn<(address: unknown) => Promise<Response>>(async () => new Response('from the network'));
  const stored = new Map<string, Response>();
  const cache = {
    match: async (address: string) => stored.get(String(address))?.clone(),
    put: async (address: string, response: Response) => void stored.set(String(address), response),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    delete: async (address: string) => stored.delete(address),
  };
  const self = {
    registration: { scope: SCOPE },
    addEventListener: (type: string, listener: (event: FetchEvent) => void) => listeners.set(type, listener),
    clients: { get: async () => (page && isOpen() ? { postMessage: page } : undefined) },
  };
  const caches = { open: async () => cache };
  runInNewContext(SCRIPT, { self, fetch: network, caches, URL, Response, MessageChannel, setTimeout, clearTimeout });
  const send = async (path: string, init: RequestInit = {}, mode = 'cors') => {
    const request = new Request(new URL(path, SCOPE), init);
    Object.defineProperty(request, 'mode', { value: mode });
    let response: Promise<Response> | null = null;
    listeners.get('fetch')!({ request, clientId: page ? 'page' : '', respondWith: (promise) => (response = promise) });
    return (await response) as Response | null;
  };
  /** Asks for the files to be stored; resolves when they are. */
  const store = async () => {
    let work: Promise<void> | undefined;
    listeners.get('message')!({
      data: { type: 'store-files' },
      waitUntil: (promise: Promise<void>) => (work = promise),
    } as never);
    await work;
    return [...stored.keys()].map((address) => address.replace(SCOPE, './')).toSorted();
  };
  return { send, network, store };
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

test('leaves other folders to the browser, and takes files from the network where none is stored', async () => {
  const { send } = startScript(await startPage(async () => new Response('from the page')));
  expect(await (await send('index.html'))!.text()).toBe('from the network');
  expect(await send('https://host.example/api/v1/session')).toBeNull();
  expect(await send('api/common/user', {}, 'navigate')).toBeNull();
});

describe('stored files', () => {
  const host = (version: string, files: readonly string[]) => async (address: unknown) => {
    const url = String(address instanceof Request ? address.url : address);
    if (url.endsWith('offline-files.json')) return Response.json({ version, files });
    return new Response(`${version}: ${url.replace(SCOPE, './')}`);
  };
  const offline = async () => {
    throw new TypeError('Failed to fetch');
  };
  const text = async (response: Promise<Response | null>) => (await response)!.text();

  test('open every file and the page without a network', async () => {
    const { send, network, store } = startScript(null);
    network.mockImplementation(host('1', ['index.html', 'assets/a-1.js', 'icons/feather.json']));
    expect(await store()).toEqual(['./', './assets/a-1.js', './icons/feather.json', './offline-version']);
    network.mockImplementation(offline);
    expect(await text(send('assets/a-1.js'))).toBe('1: ./assets/a-1.js');
    expect(await text(send('icons/feather.json'))).toBe('1: ./icons/feather.json');
    expect(await text(send('?layout=thin', {}, 'navigate'))).toBe('1: ./');
    await expect(send('assets/unknown.js')).rejects.toThrow('Failed to fetch');
  });

  test('are replaced by those of another build, and assets are loaded once', async () => {
    const { send, network, store } = startScript(null);
    network.mockImplementation(host('1', ['index.html', 'assets/a-1.js', 'assets/b-1.js']));
    await store();
    network.mockClear();
    await store();
    expect(network).toHaveBeenCalledOnce();
    network.mockImplementation(host('2', ['index.html', 'assets/a-2.js', 'assets/b-1.js']));
    expect(await store()).toEqual(['./', './assets/a-2.js', './assets/b-1.js', './offline-version']);
    network.mockImplementation(offline);
    expect(await text(send('assets/b-1.js'))).toBe('1: ./assets/b-1.js');
    expect(await text(send('', {}, 'navigate'))).toBe('2: ./');
  });

  test('stay as they are where one of a new build cannot be loaded', async () => {
    const { send, network, store } = startScript(null);
    network.mockImplementation(host('1', ['index.html', 'assets/a-1.js']));
    await store();
    const second = host('2', ['index.html', 'assets/a-2.js']);
    network.mockImplementation(async (address) =>
      String(address).endsWith('a-2.js') ? new Response('', { status: 503 }) : second(address),
    );
    await store();
    network.mockImplementation(offline);
    expect(await text(send('', {}, 'navigate'))).toBe('1: ./');
    expect(await text(send('assets/a-1.js'))).toBe('1: ./assets/a-1.js');
  });
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
