import { join } from 'node:path';
import type { Filter, ReportEvent, SemanticQuery } from '@rise/contract';
import { scriptWith } from './command.ts';
import type { Caller } from './portal.ts';
import { median, ms, ROOT, timed, type Measured } from './project.ts';

const ROUNDS = 12;
const TITLE = 'Board pack';
interface ReportList {
  reports: { id: string; title: { en: string } }[];
}
type Tile = Extract<ReportEvent, { type: 'tile' }>;

/** Creates the measured report of twelve tiles for a tenant. */
export const plantReport = (dataDirectory: string, tenant: string): Promise<string> =>
  scriptWith(
    { RISE_DATA: dataDirectory },
    'server/src/testing/plant-report.ts',
    tenant,
    join(ROOT, 'e2e/bench/board-pack.yaml'),
  );

/** The uncached report of twelve tiles compared with its slowest tile run alone. */
export async function reportRun(caller: Caller): Promise<Measured> {
  const { reports } = JSON.parse(await caller.get('/api/v1/reports')) as ReportList;
  const path = `/api/v1/reports/${reports.find(({ title }) => title.en === TITLE)!.id}/run`;
  const first = tilesOf(await caller.post(path, {}));
  const states = statesOf(first);
  const choices = pairsLeftOut(states);
  const created = (): string[] => {
    const { value } = choices.next();
    if (!value) throw new Error('All filters have been used.');
    return value;
  };

  const whole: number[] = [];
  const alone = new Map(first.map(({ tile }) => [tile, [] as number[]]));
  for (let round = -2; round < ROUNDS; round++) {
    const state = created();
    let answer = '';
    const spent = await timed(async () => {
      answer = await caller.post(path, { filters: { state } });
    });
    const tiles = tilesOf(answer);
    assertUncached(tiles);
    if (round >= 0) whole.push(spent);
    for (const { tile, results } of tiles) {
      const filter = stateFilter(created());
      const queries = Object.values(results).map(({ query }) => filtered(query, filter));
      const took = await timed(() => Promise.all(queries.map((query) => caller.post('/api/v1/query', query))));
      if (round >= 0) alone.get(tile)!.push(took);
    }
  }
  const slowest = Math.max(...[...alone.values()].map(median));
  const ratio = median(whole) / slowest;
  return {
    what: `Report of ${first.length} tiles, cold ÷ its slowest tile alone, p50`,
    measured: `${ratio.toFixed(2)} (${ms(median(whole))} ÷ ${ms(slowest)})`,
    budget: '≤ 1.5',
    held: ratio <= 1.5,
  };
}

function tilesOf(answer: string): Tile[] {
  const events = answer
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  return events.filter((event) => event.type === 'tile');
}

function statesOf(tiles: readonly Tile[]): string[] {
  const { table } = tiles.find(({ tile }) => tile === 'by-state')!.results;
  return table!.result.rows.map((row) => String(row[0]));
}

/** Every list of states without two of them: nearly all rows, and each a different query. */
function* pairsLeftOut(states: readonly string[]): Generator<string[]> {
  for (let first = 0; first < states.length; first++)
    for (let second = first + 1; second < states.length; second++)
      yield states.filter((_, index) => index !== first && index !== second);
}

const stateFilter = (values: string[]): Filter => ({ all: [{ field: 'state', op: 'in', values }] });

/** A tile's query with another filter; a member's condition in a mix stays. */
function filtered(query: SemanticQuery, filter: Filter): SemanticQuery {
  const own = query.kind === 'aggregate' && JSON.stringify(query.filter ?? {}).includes('"charter"');
  return own ? { ...query, filter: { all: [query.filter!, filter] } } : { ...query, filter };
}

function assertUncached(tiles: readonly Tile[]): void {
  // Tiles with the same query share its result within a run, which is no cache hit.
  const cached = tiles.flatMap(({ tile, results }) =>
    Object.entries(results)
      .filter(([slot, { result }]) => result.meta.cache === 'hit' && slot !== 'subject')
      .map(([slot]) => `${tile}.${slot}`),
  );
  if (cached.length > 0) throw new Error(`Not cold: ${cached.join(', ')} came from the cache`);
}
