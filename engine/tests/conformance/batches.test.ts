import { semanticQuery } from '@rise/contract';
import type { SemanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { branches, dice, FIELDS, someFilter } from '../support/random-queries.ts';
import { openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import type { ResultText } from '../../src/results/query-result.ts';
import { EngineBusy, QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';
import { containmentIn, mergeQueries } from '../../src/batches/merge-queries.ts';
import { runBatch } from '../../src/batches/run-batch.ts';

let both: TwoEngines;
beforeAll(async () => {
  both = await openTwoEngines(branches(7), FIELDS);
});
afterAll(() => both.close());

const SCOPE = { tenant: 'alder' };
const parsed = (query: object): SemanticQuery => semanticQuery.parse({ dataset: 'book', ...query });
let request = 0;
/** A new data version each time, so that no result comes from the cache. */
const questionsOf = (version: WarehouseVersion, queries: readonly object[], signal?: AbortSignal) => {
  const { model } = both.tiny;
  const created = { ...version, number: (request += 1) };
  return queries.map((query) => ({
    model,
    version: created,
    scope: SCOPE,
    query: parsed(query),
    ...(signal && { signal }),
  }));
};
const message = ({ body, rowCount, truncated }: ResultText) => ({ body, rowCount, truncated });

const { roll, pick, some } = dice(43);
const MEASURES = [
  'branches',
  'assets',
  'worth',
  'lost',
  'kept',
  'worth_ratio',
  'plain_ratio',
  'yearly_ratio',
  'big_assets',
  'least',
  'mean_worth',
  'middle',
];
/** Tiles as in reports, most of which have something in common. */
function tile(filter: object): object {
  const own = roll(6) === 0 ? {} : filter;
  const measures = some(MEASURES, 4);
  const peers = roll(2) === 0 && { peers: { field: 'grade', op: 'in', values: [1] } };
  if (roll(6) === 0)
    return { kind: 'distribution', by: 'id', member: 'a1', measure: pick(MEASURES), buckets: 4, ...own, ...peers };
  if (roll(4) === 0)
    return {
      kind: 'benchmark',
      by: 'id',
      member: pick(['a1', 'a2']),
      measures: [...measures, 'assets'].slice(0, 1 + roll(4)),
      ...own,
      ...peers,
    };
  const dimensions = [
    ...some(['name', 'grade', 'open', 'size', 'month'], 2),
    ...(roll(4) === 0 ? [{ field: 'day', grain: pick(['month', 'year']), fill: roll(2) === 0 }] : []),
  ];
  const names = dimensions.map((dimension) =>
    typeof dimension === 'string' ? dimension : `${dimension.field}_${dimension.grain}`,
  );
  const order =
    roll(2) === 0
      ? []
      : some([...names, ...names, 'branches'], 1).map((field) => ({ field, direction: pick(['asc', 'asc', 'desc']) }));
  return {
    dimensions,
    measures: ['branches', ...measures],
    order,
    totals: roll(2) === 0,
    limit: pick([3, 1000]),
    ...own,
  };
}

it('return for each query exactly the result that it has alone, on DuckDB and PostgreSQL', async () => {
  let together = 0;
  for (let turn = 0; turn < 24; turn += 1) {
    const filter = roll(2) === 0 ? {} : { filter: someFilter({ roll, pick, some }) };
    const queries = Array.from({ length: 6 }, () => tile(filter)).filter(plannable);
    const version = turn % 4 === 0 ? both.servers[(turn / 4) % both.servers.length]! : both.tiny.version;
    const item = await Promise.all(both.tiny.engine.queries.runAll(questionsOf(version, queries)));
    for (const [place, question] of questionsOf(version, queries).entries()) {
      const alone = await both.tiny.engine.queries.run(question);
      expect(message(item[place]!), JSON.stringify({ turn, query: question.query })).toEqual(message(alone));
    }
    for (const { query, members } of mergeQueries(queries.map(withPlan)).merged) {
      const plan = planQuery(both.tiny.model, SCOPE, query, '2025-12-31');
      if (members.every(containmentIn(plan))) together += members.length;
    }
  }
  expect(together).toBeGreaterThan(40);
});

const withPlan = (query: object) => ({
  query: parsed(query),
  plan: planQuery(both.tiny.model, SCOPE, parsed(query), '2025-12-31'),
});
function plannable(query: object): boolean {
  try {
    return Boolean(withPlan(query));
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

it('merge queries with the same filter and facts, unless that costs more', () => {
  const filter = { field: 'grade', op: 'in', values: [1, 2] };
  const tiles: Record<string, object> = {
    byName: { dimensions: ['name'], measures: ['assets'], totals: true, filter },
    whole: { measures: ['worth', 'lost'], filter },
    byGrade: { dimensions: ['grade'], measures: ['kept'], filter },
    unfiltered: { dimensions: ['name'], measures: ['assets'] },
    byValue: { dimensions: ['name'], measures: ['assets'], order: [{ field: 'assets', direction: 'asc' }], filter },
    page: { dimensions: ['name'], measures: ['assets'], offset: 2, filter },
    median: { dimensions: ['name'], measures: ['middle'], filter },
    capital: { kind: 'benchmark', by: 'id', member: 'a1', measures: ['worth_ratio', 'assets'], filter },
    losses: { kind: 'benchmark', by: 'id', member: 'a1', measures: ['lost', 'assets'], filter },
    other: { kind: 'benchmark', by: 'id', member: 'a2', measures: ['lost'], filter },
    spread: { kind: 'distribution', by: 'id', member: 'a1', measure: 'worth', filter },
    secondSpread: { kind: 'distribution', by: 'id', member: 'a1', measure: 'lost', filter },
    spreadOfAll: { kind: 'distribution', by: 'id', measure: 'worth', filter },
  };
  const names = new Map(Object.entries(tiles).map(([name, query]) => [JSON.stringify(parsed(query)), name]));
  const { merged, alone } = mergeQueries(Object.values(tiles).map(withPlan));
  const named = ({ query }: { query: SemanticQuery }) => names.get(JSON.stringify(query));
  expect(merged.map(({ members }) => members.map(named))).toEqual([
    ['capital', 'losses', 'spread'],
    ['byName', 'whole', 'byGrade'],
  ]);
  expect(alone.map(named)).toEqual(['unfiltered', 'other', 'byValue', 'page', 'median', 'secondSpread', 'spreadOfAll']);
});

it('let one query fail or abort without affecting the others', async () => {
  const queries = [
    { measures: ['assets'] },
    { measures: ['nothing'] },
    { dimensions: ['grade'], measures: ['assets'] },
  ];
  const [first, second, third] = both.tiny.engine.queries.runAll(questionsOf(both.tiny.version, queries));
  await expect(second).rejects.toBeInstanceOf(QueryError);
  expect((await first!).rowCount + (await third!).rowCount).toBeGreaterThan(1);

  const gone = new AbortController();
  const [left] = questionsOf(both.tiny.version, [queries[0]!], gone.signal);
  const [staying] = questionsOf(both.tiny.version, [queries[2]!]);
  const [one, other] = both.tiny.engine.queries.runAll([left!, { ...staying!, version: left!.version }]);
  gone.abort(new Error('gone'));
  await expect(one).rejects.toThrow('gone');
  expect((await other!).rowCount).toBeGreaterThan(1);
});

it('stop when all members abort, retry members alone after a failure, and do not retry when the queue is full', async () => {
  const stage = (failure: Error | null) => {
    const leaving = [new AbortController(), new AbortController()];
    const results: unknown[] = [];
    let stopped: AbortSignal | null = null;
    const members = leaving.map(({ signal }, place) => ({
      place,
      signal,
      resolve: (answer: string) => void (results[place] = answer),
      reject: (error: Error) => void (results[place] = error.message),
    }));
    const done = runBatch(members, {
      together: (signal) =>
        new Promise<string[]>((resolve, reject) => {
          stopped = signal;
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          setImmediate(() => (failure ? reject(failure) : resolve(['a', 'b'])));
        }),
      alone: ({ place }) => (place === 0 ? Promise.reject(new Error('at fault')) : Promise.resolve('alone')),
    });
    return { leaving, results: results, done, stopped: () => stopped!.aborted };
  };
  const left = stage(null);
  left.leaving[0]!.abort(new Error('gone'));
  expect(left.stopped()).toBe(false);
  left.leaving[1]!.abort(new Error('gone too'));
  expect(left.stopped()).toBe(true);
  await left.done;
  expect(left.results).toEqual(['gone', 'gone too']);

  const failing = stage(new Error('broken'));
  await failing.done;
  expect(failing.results).toEqual(['at fault', 'alone']);

  const full = stage(new EngineBusy());
  await full.done;
  expect(full.results[0]).toBe(full.results[1]);
  expect(full.results[0]).toBe(new EngineBusy().message);
});
