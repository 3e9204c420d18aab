import type { KeptStore } from '../simulation/store/kept-store.ts';

/** Names the suite's database, and the channel between its tabs. */
const NAME = 'rise-demo';
/** Every visitor begins with the same data. */
const SEED = 'rise';

/** Where the page's calls are answered. */
export interface Answers {
  readonly store: KeptStore;
  readonly fetch: typeof fetch;
}

let started: Promise<Answers> | null = null;
let tellRunning: (answers: Answers) => void;
const running = new Promise<Answers>((resolve) => (tellRunning = resolve));

/** Resolves when the simulation runs, whoever asked for it; asks for nothing itself. */
export const whenRunning = (): Promise<Answers> => running;

/** Starts the simulation with the first one who asks; its code is loaded beside the first screen's. */
export function answers(): Promise<Answers> {
  started ??= start();
  return started;
}

async function start(): Promise<Answers> {
  const { startSimulation } = await import('../simulation/start.ts');
  const store = await startSimulation({ name: NAME, seed: SEED });
  const answering = { store, fetch: store.fetch };
  tellRunning(answering);
  return answering;
}
