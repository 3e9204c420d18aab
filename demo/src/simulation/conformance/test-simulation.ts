import { GROUPS } from '../groups/index.ts';
import type { Delay } from '../group.ts';
import { NOW, SEED } from './fixed.ts';
import { Simulation } from '../simulation.ts';
import { MemoryStore, seedAll, type Store } from '../store/store.ts';

const seeded = await seedAll(GROUPS, SEED, NOW);

/** Groups whose seed is computed once for all tests; each is still loaded on first use. */
const groups = GROUPS.map((group) => ({
  ...group,
  load: async () => ({ ...(await group.load()), seed: () => seeded[group.name] }),
}));

export interface TestRequest {
  readonly method: string;
  /** Starts with a slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestSimulation {
  readonly simulation: Simulation;
  readonly store: Store;
  /** The delay of each call in milliseconds, in order; tests do not wait. */
  readonly delays: Delay[];
  fetch(request: TestRequest): Promise<Response>;
}

/** The simulation over an in-memory store, called the way the service worker calls it. */
export function simulate(
  store: Store = new MemoryStore({ groups, seed: SEED, now: () => NOW }),
  now: Date = NOW,
): TestSimulation {
  const delays: Delay[] = [];
  const simulation = new Simulation({
    groups: GROUPS,
    store,
    now: () => now,
    wait: async (delay) => void delays.push(delay),
  });
  return {
    simulation,
    store,
    delays: delays,
    async fetch({ method, path, body, headers }) {
      const request = new Request(`http://demo.example${path}`, {
        method,
        // The browser sets a form's content type.
        headers: { ...(!(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      return simulation.handle(request);
    },
  };
}
