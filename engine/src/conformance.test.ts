import { semanticQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { openTiny, tinyStatements } from '../support/tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from '../support/tiny-warehouse.ts';
import { toQueryResult } from './answer.ts';
import { QueryTimeout, WarehouseUnavailable } from './errors.ts';
import type { RowRule } from './plan/scope.ts';
import type { WarehouseVersion } from './warehouses/warehouses.ts';

const FIELDS = {
  dimensions: `
      - { name: month, type: date, expression: "DATE_TRUNC('month', day)" }
      - { name: standing, type: string, expression: "CASE WHEN balance.worth < 0 THEN 'under' WHEN balance.worth = 0 THEN 'even' ELSE 'over' END" }`,
  measures: `
      - { name: big_assets, kind: sum, expression: balance.assets, where: "balance.assets >= 500" }
      - { name: grades, kind: count_distinct, expression: grade }
      - { name: mean_worth, kind: average, expression: balance.worth }
      - { name: least, kind: min, expression: balance.worth }
      - { name: middle, kind: median, expression: balance.assets }
      - { name: ninth, kind: percentile, share: 0.9, expression: balance.assets }
      - { name: spread, kind: derived, expression: "mean_worth - least" }`,
};
const DIMENSIONS = ['id', 'name', 'grade', 'open', 'day', 'size', 'month', 'standing'];
const MEASURES = ['branches', 'assets', 'worth', 'lost', 'kept', 'worth_ratio', 'plain_ratio', 'yearly_ratio', 'big_assets', 'grades', 'mean_worth', 'least', 'middle', 'ninth', 'spread']; // prettier-ignore

/** A stream of numbers that a seed decides, so that a failing case can be made again. */
function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: roll(most + 1) }, () => pick(list))),
  ];
  return { roll, pick, some };
}

const NAMES = [
  'Şişli',
  'Éclair',
  'eclair',
  'O\'Hare "X" \\',
  '100% Pure_Gold',
  'Işık',
  'ışık',
  'Zebra',
  'äther',
  '',
  null,
];
const DAYS = ['2024-12-31', '2025-01-31', '2025-02-28', '2025-06-30', '2025-12-31'];

function branches(seed: number): Branch[] {
  const { roll, pick } = dice(seed);
  const money = () => (roll(6) === 0 ? null : (roll(400_000) - 60_000) / 100);
  return ['alder', 'birch'].flatMap((tenant) =>
    Array.from({ length: 60 }, (_, index) => ({
      tenant,
      id: `${tenant[0]!}${index}`,
      name: pick(NAMES),
      grade: pick([null, 1, 2, 3, 4]),
      open: pick([null, true, false]),
      day: pick(DAYS),
      assets: money(),
      worth: money(),
      worthBefore: money(),
      lost: money(),
    })),
  );
}

/** A filter that somebody could ask, three levels deep at most. */
function someFilter({ roll, pick, some }: ReturnType<typeof dice>, depth = 0): object {
  if (depth < 2 && roll(3) === 0) {
    const of = Array.from({ length: 1 + roll(3) }, () => someFilter({ roll, pick, some }, depth + 1));
    return pick([{ all: of }, { any: of }, { not: of[0]! }]);
  }
  const condition = (field: string, op: string, values: unknown[] = []) => ({ field, op, values });
  return pick([
    () => condition('grade', pick(['in', 'notIn']), some([1, 2, 3, 4], 3)),
    () => condition('grade', pick(['gt', 'gte', 'lt', 'lte']), [pick([1, 2, 3])]),
    () => condition('id', 'startsWith', [pick(['a1', 'b', 'A2', 'x'])]),
    () => condition('name', pick(['contains', 'startsWith']), [pick(['ecl', 'ISIK', 'SISLI', '%', '_', '\\', 'ä'])]),
    () =>
      condition(
        'name',
        'in',
        some(
          NAMES.filter((name) => name !== null),
          3,
        ),
      ),
    () => condition('name', pick(['gt', 'lte']), [pick(['Z', 'e', 'ı', 'É'])]),
    () => condition('open', 'in', [pick([true, false])]),
    () => condition(pick(['name', 'grade', 'open', 'size', 'standing']), pick(['isNull', 'isNotNull'])),
    () => condition('day', pick(['gt', 'gte', 'lt', 'lte']), [pick(DAYS)]),
    () => condition('month', 'in', some(['2025-01-01', '2025-02-01', '2024-12-01'], 2)),
    () => condition('size', pick(['in', 'notIn']), some(['small', 'middle', 'big'], 2)),
    () => condition('standing', 'in', some(['under', 'even', 'over'], 2)),
  ])();
}

function someQuery(random: ReturnType<typeof dice>): object {
  const { roll, pick, some } = random;
  const filter = roll(3) === 0 ? {} : { filter: someFilter(random) };
  const kind = roll(6);
  if (kind === 0) {
    const [by, member] = pick([['id', 'a1'], ['name', 'Işık'], ['grade', 2], ['size', 'middle']]); // prettier-ignore
    return { kind: 'benchmark', by, member, measures: [pick(MEASURES)], ...filter };
  }
  if (kind === 1)
    return { kind: 'distribution', by: 'id', member: 'a1', measure: pick(MEASURES), buckets: 2 + roll(10), ...filter };
  const dimensions = some(DIMENSIONS, 3);
  const measures = [...new Set([...some(MEASURES, 4), pick(MEASURES)])];
  const order = some([...dimensions, ...measures], 2).map((field) => ({ field, direction: pick(['asc', 'desc']) }));
  return { dimensions, measures, order, totals: roll(2) === 0, limit: pick([5, 1000]), ...filter };
}

/** Doubles may differ in their last digits from engine to engine; everything else may not. */
function alike(rows: readonly Cell[][] | undefined) {
  return rows?.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(11)) : cell)));
}

let tiny: TinyWarehouse;
let database: TestDatabase;
let server: WarehouseVersion;
beforeAll(async () => {
  const rows = branches(7);
  tiny = await openTiny(rows, { deadlineMs: 15_000 }, FIELDS);
  database = await openDatabase();
  await database.client.query('CREATE SCHEMA "Ware house"; SET search_path = "Ware house"');
  for (const statement of tinyStatements(rows)) await database.client.query(statement);
  server = {
    number: 1,
    asOf: '2025-12-31',
    server: { engine: 'postgres', url: database.url, schema: 'Ware house', connections: 2 },
  };
});
afterAll(async () => {
  await tiny.close();
  await database.close();
});

async function askServer(query: object, rules: RowRule[] = [], signal?: AbortSignal): Promise<QueryResult> {
  const answer = await tiny.engine.answer({
    model: tiny.model,
    version: server,
    scope: { tenant: 'alder', policyHash: JSON.stringify(rules), predicates: rules },
    query: semanticQuery.parse({ dataset: 'book', ...query }),
    ...(signal && { signal }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
}

describe('DuckDB and PostgreSQL', () => {
  it('answer 600 queries of all kinds, under row rules of all kinds, alike', async () => {
    const random = dice(2026);
    let rowsSeen = 0;
    for (let turn = 0; turn < 600; turn += 1) {
      const query = someQuery(random);
      const rules = (random.roll(2) === 0 ? [{ dataset: 'book', filter: someFilter(random) }] : []) as RowRule[];
      const embedded = await tiny.ask(query, { predicates: rules, policyHash: JSON.stringify(rules) });
      const served = await askServer(query, rules);
      const place = JSON.stringify({ turn, query, rules });
      expect(alike(served.rows), place).toEqual(alike(embedded.rows));
      expect(alike(served.totals ? [served.totals] : []), place).toEqual(
        alike(embedded.totals ? [embedded.totals] : []),
      );
      expect(served.meta.truncated, place).toBe(embedded.meta.truncated);
      rowsSeen += served.rows.length;
    }
    expect(rowsSeen).toBeGreaterThan(3000);
  });

  it('know the same tables and columns', async () => {
    expect(await tiny.engine.catalogue(server)).toEqual(await tiny.engine.catalogue(tiny.version));
  });
});

describe('a warehouse in a server', () => {
  it('is never written to', async () => {
    await expect(
      tiny.engine.answer({
        model: tiny.model,
        version: { ...server, server: { engine: 'postgres', url: database.url, schema: 'nowhere', connections: 1 } },
        scope: { tenant: 'alder', policyHash: '', predicates: [] },
        query: semanticQuery.parse({ dataset: 'book', measures: ['branches'] }),
      }),
    ).rejects.toBeInstanceOf(WarehouseUnavailable);
  });

  it('stops a query on the server when its asker leaves, and the connection lives on', async () => {
    const leave = new AbortController();
    await database.client.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
    const asked = askServer({ dimensions: ['id'], measures: ['lost'], limit: 7 }, [], leave.signal);
    const end = asked.catch((error: Error) => error.message);
    await expect.poll(() => waiting()).toBe(1);
    leave.abort(new Error('left'));
    expect(await end).toBe('left');
    await expect.poll(() => waiting()).toBe(0);
    await database.client.query('ROLLBACK');
    expect((await askServer({ dimensions: ['id'], measures: ['lost'], limit: 7 })).rows).toHaveLength(7);
  });

  const waiting = async () =>
    (
      await database.client.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
    ).rows[0]!.count;

  it('gives up at the deadline', async () => {
    const hurried = await openTiny([], { deadlineMs: 300 });
    await database.client.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
    const asked = hurried.engine.answer({
      model: hurried.model,
      version: server,
      scope: { tenant: 'alder', policyHash: '', predicates: [] },
      query: semanticQuery.parse({ dataset: 'book', measures: ['branches'] }),
    });
    await expect(asked).rejects.toBeInstanceOf(QueryTimeout);
    await database.client.query('ROLLBACK');
    await hurried.close();
  });
});
