import type { DurableStore } from '../simulation/store/persisted-store.ts';

/** Name of the demo's database and of the channel between its tabs. */
const NAME = 'rise-demo';
/** Every visitor starts with the same data. */
const SEED = 'rise';

/** The running simulation: its store and a `fetch` that reaches it. */
export interface RunningSimulation {
  readonly store: DurableStore;
  readonly fetch: typeof fetch;
}

let started: Promise<RunningSimulation> | null = null;
let publishRunning: (simulation: RunningSimulation) => void;
const running = new Promise<RunningSimulation>((resolve) => (publishRunning = resolve));

/** Resolves once the simulation runs; does not start it. */
export const whenRunning = (): Promise<RunningSimulation> => running;

/** Starts the simulation on the first call. Its code is loaded in parallel with the first screen's. */
export function getSimulation(): Promise<RunningSimulation> {
  started ??= start();
  return started;
}

async function start(): Promise<RunningSimulation> {
  const { startSimulation } = await import('../simulation/start.ts');
  const simulation = await startSimulation({ name: NAME, seed: SEED });
  publishRunning(simulation);
  return simulation;
}
