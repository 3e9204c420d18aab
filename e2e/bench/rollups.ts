import type { AggregateQuery, Explanation } from '@rise/contract';
import { rise } from './command.ts';
import type { Caller } from './portal.ts';
import { median, ms, ROWS, timed, type Measured } from './project.ts';
import { TENANT_QUERY } from './transactions.ts';

/** The tenant whose model declares a rollup; it has the same rows as the other. */
export const ROLLED_UP = 'rolled-up';
const PAIRS = 40;
const WARM_UP = 5;
const MODEL = `extends: core
datasets:
  - name: transactions
    rollups:
      - { name: by_branch_month, dimensions: [branch, product, { field: booked_on, grain: month }], measures: [amount, transactions, fees] }
`;

/** Creates the tenant unless it exists. */
export async function makeRolledUp(dataDirectory: string): Promise<void> {
  const options = ['--slug', ROLLED_UP, '--name', ROLLED_UP, '--sample', 'core', '--rows', String(ROWS)];
  await rise(dataDirectory, 'tenant', 'create', ...options).catch((error: Error) => {
    if (!error.message.includes('is there already')) throw error;
  });
}

let last = 0;
/** An uncached sum by branch of every row. */
function unseen(): AggregateQuery {
  last += 1;
  return { ...TENANT_QUERY, filter: { field: 'branch', op: 'notIn', values: [`none ${last}`] } };
}

async function rollupOf(caller: Caller): Promise<string | null> {
  const text = await caller.post('/api/v1/query/explanation', { query: TENANT_QUERY, measure: 'amount' });
  return (JSON.parse(text) as Explanation).tables[0]!.rollup?.name ?? null;
}

/** Adds a rollup to the tenant's model and waits until it is built. */
async function rollUp(caller: Caller): Promise<void> {
  await caller.put('/api/v1/model', { document: MODEL });
  for (let tries = 0; tries < 600; tries++) {
    await caller.post('/api/v1/query', unseen());
    if ((await rollupOf(caller)) !== null) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('The rollup was not built within two minutes; nothing was measured.');
}

/** The same query on the same rows with and without a rollup, in turns, so that both meet the same load. */
export async function rollups(plain: Caller, rolledUp: Caller): Promise<Measured> {
  await rollUp(rolledUp);
  if ((await rollupOf(plain)) !== null) throw new Error('The other tenant has a rollup too; nothing was measured.');
  const answers = new Set<string>();
  const timeQuery = async (caller: Caller) => {
    const query = unseen();
    let text = '';
    const spent = await timed(async () => {
      text = await caller.post('/api/v1/query', query);
    });
    if (!text.includes('"cache":"miss"')) throw new Error('The answer came from the cache; nothing was measured.');
    answers.add(text.slice(0, text.indexOf('"meta"')));
    return spent;
  };
  const [without, withOne]: [number[], number[]] = [[], []];
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const spent = [await timeQuery(plain), await timeQuery(rolledUp)] as const;
    if (pair < 0) continue;
    without.push(spent[0]);
    withOne.push(spent[1]);
  }
  if (answers.size !== 1) throw new Error('The answers with and without the rollup differ.');
  const ratio = median(withOne) / median(without);
  return {
    what: 'Sum by branch of 10 M rows over HTTP, uncached: read from a rollup ÷ from the rows, p50',
    measured: `${ratio.toFixed(3)} (${ms(median(withOne))} ÷ ${ms(median(without))})`,
    budget: '≤ 0.5',
    held: ratio <= 0.5,
  };
}
