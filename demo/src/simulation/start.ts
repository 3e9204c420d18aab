import { newId } from './generate/new-id.ts';
import { GROUPS } from './groups/index.ts';
import type { Delay } from './group.ts';
import { ANSWERED, createSimulation } from './simulation.ts';
import { openKeptStore, type KeptStore } from './store/kept-store.ts';
import type { Channel } from './store/tabs.ts';
import { type Answer, startWorker } from './worker.ts';

export interface StartOptions {
  /** Names the database and the channel between tabs. */
  readonly name: string;
  readonly seed: string;
  readonly now?: () => Date;
  readonly wait?: (delay: Delay) => Promise<void>;
}

export interface Started extends KeptStore {
  /** Whether a service worker hands over what this page asks, or the page asks the simulation itself. */
  readonly via: 'worker' | 'page';
  /** Asks the API, whichever way there is. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Starts to answer this page's calls. The worker's script lies beside the page; its scope is that folder. Resolves
 * when the first call can be made.
 */
export async function startSimulation(options: StartOptions): Promise<Started> {
  const { name, seed, now = () => new Date(), wait } = options;
  const opening = openKeptStore({ groups: GROUPS, seed, name, now, channel: between(name), tab: newId() });
  const simulation = opening.then((store) => createSimulation({ groups: GROUPS, store, now, ...(wait && { wait }) }));
  const answer: Answer = async (request) => (await simulation).answer(request);
  const script = new URL('mockServiceWorker.js', document.baseURI).href;
  const [store, worker] = await Promise.all([opening, startWorker(script, answer)]);
  // What waits to be stored would be lost with the page.
  addEventListener('pagehide', () => void store.flushed());
  return Object.assign(store, {
    via: worker ? ('worker' as const) : ('page' as const),
    fetch: asking(answer, worker ? globalThis.fetch.bind(globalThis) : null),
  });
}

/** A `fetch` that the simulation answers: over the network where a worker listens there, else at once. */
export function asking(answer: Answer, network: typeof fetch | null): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (!network) return unlessAborted(request.signal, answer(request));
    const response = await network(request.clone());
    // The worker may have been ended meanwhile, and then the host answers, who knows nothing of the API.
    return response.headers.has(ANSWERED) ? response : unlessAborted(request.signal, answer(request));
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
