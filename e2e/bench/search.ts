import type { SearchSet } from '@rise/contract';
import type { Caller } from './portal.ts';
import { ms, quantile, timed, type Measured } from './project.ts';

/** Tenants with searchable content, and the number of entries of each. */
export const SEARCHED = { tenants: 10, entries: 10_000 } as const;
const ROUNDS = 10;

/** Queries as people type them: two letters, prefixes, full names, codes, both languages, typos, nothing. */
const TYPED = [
  'lo',
  'loa',
  'loans',
  'mort',
  'mortgage',
  'mortgage loans',
  'net vehicle',
  'early delinq',
  'delinquency denver',
  'K4711',
  'k 4711',
  '4711',
  'ISTANBUL',
  'ısparta',
  'igdir raporu',
  'raporu 77',
  'stand beside the peers',
  'quency',
  'delinquincy',
  'mortage',
  'commercal bridge',
  'zebra crossing',
  'xy',
  '%_%',
];
/** Entries that must be found: an empty result must not count as a fast one. */
const FOUND = 20;

/** Searches one tenant's entries among those of all, over HTTP. */
export async function search(caller: Caller): Promise<Measured> {
  const sample: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    let finding = 0;
    for (const query of TYPED) {
      let text = '';
      const spent = await timed(async () => {
        text = await caller.post('/api/common/search', { query });
      });
      const sets = JSON.parse(text) as SearchSet[];
      if (sets.some(({ id }) => id === 'reports')) finding += 1;
      if (round >= 0) sample.push(spent);
    }
    if (finding < FOUND) throw new Error(`Only ${finding} of ${TYPED.length} searches found a report`);
  }
  const p95 = quantile(sample, 0.95);
  const among = (SEARCHED.tenants * SEARCHED.entries).toLocaleString('en-US');
  return {
    what: `Search over HTTP among ${among} entries of ${SEARCHED.tenants} tenants, p95`,
    measured: `${ms(p95)} (p50 ${ms(quantile(sample, 0.5))})`,
    budget: '≤ 50 ms',
    held: p95 <= 50,
  };
}
