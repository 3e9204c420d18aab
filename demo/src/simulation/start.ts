import { newId } from './generate/new-id.ts';
import { GROUPS } from './groups/index.ts';
import type { Delay } from './group.ts';
import { SIMULATED_HEADER, Simulation } from './simulation.ts';
import { type DurableStore, PersistedStore } from './store/persisted-store.ts';
import type { Channel } from './store/tabs.ts';
import { type HandleRequest, startWorker } from './worker.ts';

export interface StartOptions {
  /** Names the database and the channel between tabs. */
  readonly name: string;
  readonly seed: string;
  readonly now?: () => Date;
  readonly wait?: (delay: Delay) => Promise<void>;
}

export interface StartedSimulation {
  readonly store: DurableStore;
  /** Whether requests go through the service worker or directly to the simulation. */
  readonly via: 'worker' | 'page';
  /** Calls the API either way. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Starts the simulation for this page. Resolves when the first call can be made.
 */
export async function startSimulation(options: StartOptions): Promise<StartedSimulation> {
  const { name, seed, now = () => new Date(), wait } = options;
  const opening = PersistedStore.open({ groups: GROUPS, seed, name, now, channel: between(name), tab: newId() });
  const simulation = opening.then((store) => new Simulation({ groups: GROUPS, store, now, ...(wait && { wait }) }));
  const handle: HandleRequest = async (request) => {
    const response = await (await simulation).handle(request);
    // What is said to be saved is stored: a reload may follow at once.
    if (request.method !== 'GET') await (await opening).flush();
    return response;
  };
  const [store, worker] = await Promise.all([opening, startWorker(handle)]);
  // Pending writes would be lost with the page.
  addEventListener('pagehide', () => void store.flush());
  return {
    store,
    via: worker ? ('worker' as const) : ('page' as const),
    fetch: createFetch(handle, worker ? globalThis.fetch.bind(globalThis) : null),
  };
}

/** A `fetch` handled by the simulation: through the service worker if `network` is given, directly otherwise. */
export function createFetch(handle: HandleRequest, network: typeof fetch | null): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (!network) return unlessAborted(request.signal, handle(request));
    const response = await network(request.clone());
    // The browser may have stopped the worker; the response then comes from the host, which has no API.
    return response.headers.has(SIMULATED_HEADER) ? response : unlessAborted(request.signal, handle(request));
  };
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([aborted, work]);
}

function between(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin only
    send: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
    close: () => channel.close(),
  };
}
