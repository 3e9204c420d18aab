import type { Caller } from './portal.ts';
import { ms, quantile, timed, type Measured } from './project.ts';

/** Members of the measured tenant, in 500 groups. */
export const PEOPLE = { tenant: 'people', members: 10_000, administrator: 'admin@birch.example' } as const;
const ROUNDS = 12;

/** Queries of the list as its screen sends them, with how many they must find: an empty list must not count as a fast one. */
const LISTS: readonly (readonly [query: string, least: number])[] = [
  ['limit=50', PEOPLE.members],
  ['offset=5000&limit=50', PEOPLE.members],
  ['offset=9950&limit=50', PEOPLE.members],
  ['q=00042&limit=50', 1],
  ['q=person&limit=50', PEOPLE.members],
  ['q=planted.77&limit=50', 100],
  ['group=branch-77&limit=50', 20],
  ['role=tenant.user&limit=50', PEOPLE.members],
  ['state=active&group=branch-7&q=00&limit=50', 1],
  ['q=nobody&limit=50', 0],
];

/** The list of a tenant's people: pages, searches, filters. */
export async function people(caller: Caller): Promise<Measured> {
  const sample: number[] = [];
  for (let round = -1; round < ROUNDS; round++)
    for (const [query, least] of LISTS) {
      let text = '';
      const spent = await timed(async () => {
        text = await caller.get(`/api/v1/users?${query}`);
      });
      const { total } = JSON.parse(text) as { total: number };
      if (total < least) throw new Error(`'${query}' found only ${total} people`);
      if (round >= 0) sample.push(spent);
    }
  const p95 = quantile(sample, 0.95);
  return {
    what: `People of a tenant with ${PEOPLE.members.toLocaleString('en-US')} members in 500 groups: list, search and filter over HTTP, p95`,
    measured: `${ms(p95)} (p50 ${ms(quantile(sample, 0.5))})`,
    budget: '≤ 100 ms',
    held: p95 <= 100,
  };
}
