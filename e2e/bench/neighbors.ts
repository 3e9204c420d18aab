import { rise } from './command.ts';
import { callerOf, type Caller } from './portal.ts';
import { median, ms, quantile, timed, type Measured } from './project.ts';
import { freshQuery } from './transactions.ts';

const TENANTS = ['north', 'east', 'south', 'west'];
const ROWS = 1_000_000;
const ROUNDS = 5;
/** Queries of each neighbor in a round. */
const QUERIES = 30;
/** Concurrent queries of a tenant that sends ten times its share. */
const FLOOD = 10;

/** Creates the tenants that do not exist yet, each with its own transactions. */
export async function makeNeighbors(dataDirectory: string): Promise<readonly string[]> {
  for (const slug of TENANTS) {
    const options = ['--slug', slug, '--name', slug, '--sample', 'core', '--rows', String(ROWS)];
    await rise(dataDirectory, 'tenant', 'create', ...options).catch((error: Error) => {
      if (!error.message.includes('is there already')) throw error;
    });
  }
  return TENANTS;
}

/**
 * Four tenants that each send one uncached query after another; then the first sends ten at a time. In turns, so that
 * both meet the same load. Its neighbors notice it in their slowest queries.
 */
export async function neighbors(url: string, tokens: readonly string[]): Promise<Measured> {
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
    what: `One tenant sends ${FLOOD} times its share: p95 of the three other tenants ÷ the same before, uncached, 1 M rows each`,
    measured: `${(after / before).toFixed(2)} (${ms(after)} ÷ ${ms(before)})`,
    budget: '≤ 1.2',
    held: after / before <= 1.2,
  };
}

/** The p95 of the other tenants' queries while the first runs a number of queries concurrently. */
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
