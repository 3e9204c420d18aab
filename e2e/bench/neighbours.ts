import { rise } from './command.ts';
import { callerOf, type Caller } from './portal.ts';
import { median, ms, quantile, timed, type Measured } from './project.ts';
import { freshQuery } from './transactions.ts';

const TENANTS = ['north', 'east', 'south', 'west'];
const ROWS = 1_000_000;
const ROUNDS = 5;
/** Queries of each neighbour in a round. */
const QUERIES = 30;
/** What a tenant asks at the same time that asks ten times its part. */
const FLOOD = 10;

/** Makes the tenants, where they are not there yet, each with transactions of its own. */
export async function makeNeighbours(dataDirectory: string): Promise<readonly string[]> {
  for (const slug of TENANTS) {
    const wanted = ['--slug', slug, '--name', slug, '--sample', 'core', '--rows', String(ROWS)];
    await rise(dataDirectory, 'tenant', 'create', ...wanted).catch((error: Error) => {
      if (!error.message.includes('is there already')) throw error;
    });
  }
  return TENANTS;
}

/**
 * Four tenants that each ask one question after the other, all of them uncached; then the first asks ten at a time. In
 * turns, so that both meet the same weather. What its neighbours notice is how long the slow ones of their queries take.
 */
export async function neighbours(url: string, tokens: readonly string[]): Promise<Measured> {
  const [loud, ...quiet] = tokens.map((token) => callerOf(url, token, FLOOD)) as [Caller, ...Caller[]];
  const p95 = { calm: [] as number[], flooded: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const calm = await slowOf(quiet, loud, 1);
    const flooded = await slowOf(quiet, loud, FLOOD);
    if (round < 0) continue;
    p95.calm.push(calm);
    p95.flooded.push(flooded);
  }
  const [before, after] = [median(p95.calm), median(p95.flooded)];
  return {
    what: `One tenant asks ${FLOOD} times its part: p95 of its three neighbours ÷ the same before, uncached, 1 M rows each`,
    measured: `${(after / before).toFixed(2)} (${ms(after)} ÷ ${ms(before)})`,
    budget: '≤ 1.2',
    held: after / before <= 1.2,
  };
}

/** The p95 of the quiet tenants' queries while the loud one asks so many at a time. */
async function slowOf(quiet: readonly Caller[], loud: Caller, atOnce: number): Promise<number> {
  const spent: number[] = [];
  const over = new AbortController();
  const noise = Array.from({ length: atOnce }, async () => {
    while (!over.signal.aborted) await loud.post('/api/v1/query', freshQuery());
  });
  await Promise.all(
    quiet.map(async (caller) => {
      for (let index = 0; index < QUERIES; index++)
        spent.push(await timed(() => caller.post('/api/v1/query', freshQuery())));
    }),
  );
  over.abort();
  await Promise.all(noise);
  return quantile(spent, 0.95);
}
