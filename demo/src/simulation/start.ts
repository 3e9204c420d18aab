import { setupWorker } from 'msw/browser';
import { GROUPS } from './groups/index.ts';
import { handlersOf } from './handlers.ts';
import type { Delay } from './group.ts';
import { createSimulation } from './simulation.ts';
import { openKeptStore, type KeptStore } from './store/kept-store.ts';
import type { Channel } from './store/tabs.ts';

export interface StartOptions {
  /** Names the database and the channel between tabs. */
  readonly name: string;
  readonly seed: string;
  readonly now?: () => Date;
  readonly wait?: (delay: Delay) => Promise<void>;
}

/**
 * Starts to answer this page's calls. The worker's script lies beside the page; its scope is that folder. Resolves
 * when the first call can be made; rejects where the browser allows no service worker.
 */
export async function startSimulation(options: StartOptions): Promise<KeptStore> {
  const { name, seed, now = () => new Date(), wait } = options;
  const store = await openKeptStore({
    groups: GROUPS,
    seed,
    name,
    now,
    channel: between(name),
    tab: crypto.randomUUID(),
  });
  const simulation = createSimulation({ groups: GROUPS, store, now, ...(wait && { wait }) });
  const worker = setupWorker(...handlersOf(simulation));
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).href },
  });
  // What waits to be stored would be lost with the page.
  addEventListener('pagehide', () => void store.flushed());
  return store;
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
