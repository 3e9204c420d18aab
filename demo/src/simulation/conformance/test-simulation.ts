import { getResponse } from 'msw';
import { GROUPS } from '../groups/index.ts';
import type { Delay } from '../group.ts';
import { NOW, SEED } from './fixed.ts';
import { handlersOf } from '../handlers.ts';
import { createSimulation, type Simulation } from '../simulation.ts';
import { createStore, seedAll, type Store } from '../store/store.ts';

const seeded = await seedAll(GROUPS, SEED, NOW);

/** Groups that begin as they did before, so that no test makes its mails anew; each begins when it is asked for. */
const groups = GROUPS.map((group) => ({
  ...group,
  load: async () => ({ ...(await group.load()), seed: () => seeded[group.name] }),
}));

export interface Asked {
  readonly method: string;
  /** From the first slash on. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestSimulation {
  readonly simulation: Simulation;
  readonly store: Store;
  /** How long each call was to take, in order; no test waits. */
  readonly waited: Delay[];
  fetch(asked: Asked): Promise<Response>;
}

/** The simulation over a store in memory, asked through the handlers that the service worker uses. */
export function simulate(
  store: Store = createStore({ groups, seed: SEED, now: () => NOW }),
  now: Date = NOW,
): TestSimulation {
  const waited: Delay[] = [];
  const simulation = createSimulation({
    groups: GROUPS,
    store,
    now: () => now,
    wait: async (delay) => void waited.push(delay),
  });
  const handlers = handlersOf(simulation);
  return {
    simulation,
    store,
    waited,
    async fetch({ method, path, body, headers }) {
      const request = new Request(`http://demo.example${path}`, {
        method,
        // A form says itself what it is.
        headers: { ...(!(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const response = await getResponse(handlers, request);
      if (!response) throw new Error(`Nothing answers ${method} ${path}`);
      return response;
    },
  };
}
