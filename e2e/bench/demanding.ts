import { join } from 'node:path';
import type { Session } from '@rise/contract';
import { scriptWith } from './command.ts';
import { openFile, PreparingConnection } from './duckdb.ts';
import { callerOf, type Caller } from './portal.ts';
import { median, ms, ROOT, timed, type Measured } from './project.ts';

/** Queries that need more than one pass over the rows, compared with simpler ones on the same rows. */
const ROUNDS = 12;
const WARM_UP = 2;
export const DEMANDING = ['balances', 'visits'] as const;

/** Creates a tenant for each of these samples in `e2e/bench/samples`, unless it exists. */
export async function makeSamples(dataDirectory: string, samples: readonly string[]): Promise<void> {
  for (const sample of samples)
    await scriptWith(
      { RISE_DATA: dataDirectory },
      'server/src/testing/plant-sample.ts',
      join(ROOT, 'e2e/bench/samples'),
      sample,
    ).catch((error: Error) => {
      if (!error.message.includes('is there already')) throw error;
    });
}

interface Opened {
  caller: Caller;
  direct: PreparingConnection;
  close(): void;
}

async function open(url: string, dataDirectory: string, token: string): Promise<Opened> {
  const caller = callerOf(url, token, 1);
  const { tenant } = JSON.parse(await caller.get('/api/v1/session')) as Session;
  const instance = await openFile(join(dataDirectory, 'warehouse', tenant!.id, '1.duckdb'));
  return { caller, direct: new PreparingConnection(await instance.connect()), close: () => instance.closeSync() };
}

let last = 0;
/** A filter value that no query has used yet. */
const unused = () => (last += 1);

/** The medians of two ways, run in turns. */
async function inTurns(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const both = [await timed(one), await timed(other)] as const;
    if (round < 0) continue;
    spent[0].push(both[0]);
    spent[1].push(both[1]);
  }
  return [median(spent[0]), median(spent[1])];
}

function row(what: string, [one, other]: [number, number], most: number): Measured {
  const ratio = one / other;
  return {
    what,
    measured: `${ratio.toFixed(2)} (${ms(one)} ÷ ${ms(other)})`,
    budget: `≤ ${most}`,
    held: ratio <= most,
  };
}

const post = (caller: Caller, query: object) => async () => {
  const text = await caller.post('/api/v1/query', query);
  if (!text.includes('"cache":"miss"')) throw new Error('The answer came from the cache; nothing was measured.');
};

/** The ratios of last known balances, of a filter on measures, and of a table of cohorts. */
export async function demanding(
  url: string,
  dataDirectory: string,
  [balancesToken, visitsToken]: readonly string[],
): Promise<Measured[]> {
  const balances = await open(url, dataDirectory, balancesToken!);
  const monthEnds = await inTurns(
    () =>
      post(balances.caller, {
        dataset: 'balances',
        dimensions: [{ field: 'day', grain: 'month' }],
        measures: ['closing'],
        filter: { field: 'account', op: 'gte', values: [unused()] },
      })(),
    () =>
      balances.direct.run(
        "SELECT date_trunc('month', day) AS month, SUM(amount) FROM balance WHERE account >= $1 GROUP BY month ORDER BY month",
        [unused()],
      ),
  );
  balances.close();

  const visits = await open(url, dataDirectory, visitsToken!);
  const byMember = (more: object) =>
    post(visits.caller, {
      dataset: 'visits',
      dimensions: ['member'],
      measures: ['amount'],
      filter: { field: 'visit', op: 'gte', values: [unused()] },
      order: [{ field: 'amount', direction: 'desc' }],
      limit: 1000,
      ...more,
    });
  const having = { measure: 'amount', op: 'gte', values: ['4000'] };
  const filtered = await inTurns(
    () => byMember({ having })(),
    () => byMember({})(),
  );
  const cohorts = await inTurns(
    () =>
      post(visits.caller, {
        dataset: 'visits',
        dimensions: [{ field: 'joined', grain: 'month' }, 'months_since'],
        measures: ['members'],
        filter: { field: 'visit', op: 'gte', values: [unused()] },
      })(),
    () =>
      visits.direct.run(
        `WITH first AS (SELECT member, date_trunc('month', MIN(day)) AS joined FROM visit GROUP BY member)
         SELECT joined, date_diff('month', joined, day) AS months_since, COUNT(DISTINCT member)
         FROM visit JOIN first USING (member) WHERE visit_id >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
        [unused()],
      ),
  );
  visits.close();
  return [
    row('Last known balances of 1 M accounts at 36 month ends over HTTP ÷ a plain scan of the rows, p50', monthEnds, 3),
    row('A filter on measures, 200,000 groups of 5 M rows, over HTTP ÷ the query without it, p50', filtered, 1.1),
    row('A table of cohorts of 5 M events over HTTP ÷ hand-written SQL, p50', cohorts, 2),
  ];
}
