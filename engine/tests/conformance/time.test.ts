import { semanticQuery } from '@rise/contract';
import type { Cell, TimeGrain } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServers } from '../support/test-servers.ts';
import type { TestServers } from '../support/test-servers.ts';
import { openTiny, tinyStatements } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { QueryError } from '../../src/errors.ts';
import { addDays, PLAIN_CALENDAR, startOfPeriod } from '../../src/plan/calendar.ts';
import type { Calendar } from '../../src/plan/calendar.ts';
import type { Scope } from '../../src/plan/scope.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';

/** Three branches with a row for most days of two years; times are around midnight in Chicago. */
const ROWS = Array.from({ length: 730 }, (_, index) => {
  const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
  return { tenant: 'alder', id: String(index), name: `n${index % 3}`, grade: index % 24, day, assets: index + 0.25 };
}).filter(({ day }) => !day.startsWith('2024-06') && day !== '2025-03-12');

const FIELDS = {
  dimensions: `
      - { name: moment, type: timestamp, expression: "CAST(CONCAT(CAST(day AS string), ' ', SUBSTRING(CONCAT('0', CAST(grade AS string)), LENGTH(CAST(grade AS string)), 2), ':30:00') AS timestamp)" }`,
};
const CHICAGO: Calendar = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 };
const GRAINS: TimeGrain[] = ['day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'];

let tiny: TinyWarehouse;
let servers: TestServers;
let versions: WarehouseVersion[];
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, FIELDS);
  const asOf = '2025-12-30';
  servers = await openServers(tinyStatements(ROWS), asOf);
  versions = [{ ...tiny.version, asOf }, ...Object.values(servers.versions)];
});
afterAll(async () => {
  await tiny.close();
  await servers.close();
});

async function runQuery(version: WarehouseVersion, query: object, scope: Partial<Scope> = {}) {
  const answer = await tiny.engine.queries.run({
    model: tiny.model,
    version,
    scope: { tenant: 'alder', ...scope },
    query: semanticQuery.parse({ dataset: 'book', ...query }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
}
/** The result, which must be the same on every engine. */
async function askBoth(query: object, scope: Partial<Scope> = {}) {
  const [embedded, ...served] = await Promise.all(versions.map((version) => runQuery(version, query, scope)));
  for (const { rows, totals } of served)
    expect({ rows, totals }).toEqual({ rows: embedded!.rows, totals: embedded!.totals });
  return embedded!;
}

/** The expected figures, counted from the rows. */
function counted(keyOf: (row: (typeof ROWS)[number]) => string): Cell[][] {
  const groups = new Map<string, { rows: number; cents: bigint }>();
  for (const row of ROWS) {
    const group = groups.get(keyOf(row)) ?? { rows: 0, cents: 0n };
    groups.set(keyOf(row), { rows: group.rows + 1, cents: group.cents + BigInt(Math.round(row.assets * 100)) });
  }
  const money = (cents: bigint) => String(Number(cents) / 100);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { rows, cents }]) => [key, rows, money(cents)]);
}
const localTime = ({ day, grade }: (typeof ROWS)[number]) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago', dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(`${day}T${String(grade).padStart(2, '0')}:30:00Z`))
    .replace(' ', 'T');
const measures = ['branches', 'assets'];

describe('periods', () => {
  it.each(GRAINS)('of a date by %s follow the calendar', async (grain) => {
    const { rows } = await askBoth({ dimensions: [{ field: 'day', grain }], measures }, { calendar: CHICAGO });
    expect(rows).toEqual(counted(({ day }) => startOfPeriod(day, grain, CHICAGO)));
  });

  it.each(GRAINS)('of a timestamp by %s follow the tenant’s time zone', async (grain) => {
    const { rows } = await askBoth({ dimensions: [{ field: 'moment', grain }], measures }, { calendar: CHICAGO });
    expect(rows).toEqual(counted((row) => startOfPeriod(localTime(row).slice(0, 10), grain, CHICAGO)));
  });

  it('by hour are local hours, also across daylight saving changes', async () => {
    const { rows, columns } = await askBoth(
      { dimensions: [{ field: 'moment', grain: 'hour' }], measures },
      { calendar: CHICAGO },
    );
    expect(rows).toEqual(counted((row) => `${localTime(row).slice(0, 13)}:00:00`));
    expect(columns[0]).toMatchObject({ name: 'moment_hour', type: 'timestamp', period: { grain: 'hour' } });
  });

  it('state from which one on they are incomplete', async () => {
    const columnOf = async (grain: TimeGrain) =>
      (await askBoth({ dimensions: [{ field: 'day', grain }], measures: ['branches'] })).columns[0];
    expect(await columnOf('month')).toMatchObject({
      name: 'day_month',
      period: { grain: 'month', incompleteFrom: '2025-12-01' },
    });
    expect(await columnOf('day')).toMatchObject({ period: { incompleteFrom: '2025-12-31' } });
  });

  it('without rows are filled in on request, for each combination of the other dimensions', async () => {
    const filter = { field: 'day', during: { since: '2024-05-30', until: '2024-07-02' } };
    const fill = { field: 'day', grain: 'month', fill: true };
    const whole = await askBoth({ dimensions: [fill], measures, filter, totals: true });
    expect(whole.rows).toEqual([
      ['2024-05-01', 2, '301.5'],
      ['2024-06-01', 0, null],
      ['2024-07-01', 2, '365.5'],
    ]);
    expect(whole.totals).toEqual([null, 4, '667']);
    const split = await askBoth({ dimensions: [fill, 'name'], measures: ['branches'], filter });
    expect(split.rows).toHaveLength(9);
    expect(split.rows.filter(([month]) => month === '2024-06-01').map((row) => row[2])).toEqual([0, 0, 0]);
    expect(split.meta.rowCount).toBe(9);
    const downward = await askBoth({ dimensions: [fill], order: [{ field: 'day_month', direction: 'desc' }], filter });
    expect(downward.rows).toEqual([['2024-07-01'], ['2024-06-01'], ['2024-05-01']]);
    expect(await askBoth({ dimensions: [{ field: 'day', grain: 'month' }], filter })).toMatchObject({
      rows: [['2024-05-01'], ['2024-07-01']],
    });
  });
});

describe('filled periods', () => {
  const fill = { field: 'day', grain: 'month', fill: true };

  it('cover the whole filtered range, even without any rows', async () => {
    const filter = { field: 'day', during: { since: '2024-06-10', until: '2024-08-20' } };
    const { rows } = await askBoth({ dimensions: [fill], measures, filter: { all: [filter] } });
    expect(rows.map(([month, count]) => [month, count])).toEqual([
      ['2024-06-01', 0],
      ['2024-07-01', 31],
      ['2024-08-01', 20],
    ]);
    const none = {
      all: [
        { field: 'day', op: 'gte', values: ['2024-06-01'] },
        { field: 'day', op: 'lt', values: ['2024-07-01'] },
      ],
    };
    expect((await askBoth({ dimensions: [fill], measures, filter: none })).rows).toEqual([['2024-06-01', 0, null]]);
  });

  it('have values to date, of the previous period and of a rolling window', async () => {
    const filter = { field: 'day', during: { since: '2024-05-01', until: '2024-07-31' } };
    const calculations = [
      { name: 'to_date', kind: 'accumulate', measure: 'branches', over: 'year' },
      { name: 'window', kind: 'accumulate', measure: 'branches', over: { last: 2 } },
      { name: 'before', kind: 'compare', measure: 'branches', with: 'previous_period' },
    ];
    const { rows } = await askBoth({ dimensions: [fill], measures: ['branches'], calculations, filter });
    expect(rows).toEqual([
      ['2024-05-01', 31, 152, 61, 30],
      ['2024-06-01', 0, 152, 31, 31],
      ['2024-07-01', 31, 183, 31, 0],
    ]);
  });

  it('count toward the limit, and truncation is reported', async () => {
    const days = { field: 'day', grain: 'day', fill: true };
    const filter = { field: 'day', during: { since: '2024-05-30', until: '2024-07-02' } };
    const runQuery = (limit: number) => askBoth({ dimensions: [days], measures: ['branches'], filter, limit });
    const cut = await runQuery(10);
    expect(cut.rows.at(-1)).toEqual(['2024-06-08', 0]);
    expect(cut.meta).toMatchObject({ rowCount: 10, truncated: true });
    expect((await runQuery(34)).meta).toMatchObject({ rowCount: 34, truncated: false });
  });
});

describe('weeks', () => {
  /** A week is of the year or month of its fourth day, as in ISO 8601. */
  const ownerOf = (week: string, length: number) => addDays(week, 3).slice(0, length);

  it.each([
    ['year', 4, PLAIN_CALENDAR],
    ['year', 4, CHICAGO],
    ['month', 7, PLAIN_CALENDAR],
    ['month', 7, CHICAGO],
  ] as const)('add up whole within a %s, with the seams where most days lie', async (over, length, calendar) => {
    const calculations = [{ name: 'to_date', kind: 'accumulate', measure: 'branches', over }];
    const week = { field: 'day', grain: 'week' };
    const { rows } = await askBoth({ dimensions: [week], measures: ['branches'], calculations }, { calendar });
    const weeks = counted(({ day }) => startOfPeriod(day, 'week', calendar)).map(
      ([start, count]) => [String(start), Number(count)] as const,
    );
    expect(rows).toEqual(
      weeks.map(([start, count]) => {
        const same = weeks.filter(([other]) => other <= start && ownerOf(other, length) === ownerOf(start, length));
        return [start, count, same.reduce((sum, [, own]) => sum + own, 0)];
      }),
    );
  });

  it('are compared with the last week of the prior year, by the same rule', async () => {
    const calculations = [{ name: 'before', kind: 'compare', measure: 'branches', with: 'prior_year_end' }];
    const week = { field: 'day', grain: 'week' };
    const { rows } = await askBoth({ dimensions: [week], measures: ['branches'], calculations });
    const before = new Map(rows.map(([start, , count]) => [start, count]));
    // 30 December 2024 starts the first week of 2025, whose year before ends with the week of the 23rd.
    expect(before.get('2024-12-30')).toBe(7);
    expect(before.get('2025-12-29')).toBe(7);
    expect(before.get('2024-12-23')).toBeNull();
  });
});

describe('date ranges', () => {
  const count = async (during: object, scope: Partial<Scope> = {}, field = 'day') =>
    Number((await askBoth({ measures: ['branches'], filter: { field, during } }, scope)).rows[0]![0]);
  const between = (from: string, to: string) => ROWS.filter(({ day }) => day >= from && day <= to).length;

  it('move with the as-of date', async () => {
    expect(await count({ last: 3, unit: 'month' })).toBe(between('2025-09-01', '2025-11-30'));
    expect(await count({ last: 1, unit: 'year', including: true })).toBe(between('2024-01-01', '2025-12-30'));
    expect(await count({ current: 'fiscal_year' }, { calendar: CHICAGO })).toBe(between('2025-07-01', '2025-12-30'));
    expect(await count({ last: 2, unit: 'week', from: 'today' }, { today: '2025-01-01' })).toBe(
      between('2024-12-16', '2024-12-29'),
    );
    expect(await count({ since: '2025-03-12', until: '2025-03-13' })).toBe(1);
  });

  it('are reported in the result as dates', async () => {
    const during = { last: 1, unit: 'quarter' };
    const filter = { all: [{ field: 'day', during }, { not: { field: 'moment', during: { since: '2026-01-01' } } }] };
    const closed = versions.map((version) => ({ ...version, asOf: '2025-12-31' }));
    for (const [version, from, to] of [
      [versions[0]!, '2025-07-01', '2025-09-30'],
      ...closed.map((version) => [version, '2025-10-01', '2025-12-31'] as const),
    ] as const) {
      const { rows, meta } = await runQuery(version, { measures: ['branches'], filter });
      expect(rows).toEqual([[between(from, to)]]);
      expect(meta.periods).toEqual([
        { field: 'day', from, to },
        { field: 'moment', from: '2026-01-01', to: null },
      ]);
    }
  });

  it('include timestamps up to the end of the tenant’s day', async () => {
    const on = ROWS.filter((row) => localTime(row).startsWith('2025-07-0')).length;
    expect(await count({ since: '2025-07-01', until: '2025-07-09' }, { calendar: CHICAGO }, 'moment')).toBe(on);
  });

  it('can be compared with times', async () => {
    const filter = { field: 'moment', op: 'gte', values: ['2025-12-29T12:30'] };
    const { rows } = await askBoth({ measures: ['branches'], filter }, { calendar: CHICAGO });
    expect(rows).toEqual([[ROWS.filter((row) => localTime(row) >= '2025-12-29T12:30').length]]);
  });
});

describe('invalid date queries', () => {
  const fill = { field: 'day', grain: 'month', fill: true };
  it.each([
    [{ dimensions: [{ field: 'name', grain: 'month' }] }, 'dimensions.0.grain', /is not a date/],
    [{ dimensions: [{ field: 'day', grain: 'hour' }] }, 'dimensions.0.grain', /has days and no hours/],
    [{ dimensions: ['name', fill] }, 'dimensions.1.fill', /ordered by 'day_month' first/],
    [{ dimensions: [fill], offset: 5 }, 'dimensions.0.fill', /Leave the offset out/],
    [{ dimensions: ['day'], filter: { field: 'name', during: { current: 'year' } } }, 'filter.field', /is not a date/],
    [
      { dimensions: ['day'], filter: { field: 'day', during: { since: '2025-02-30' } } },
      'filter.during.since',
      /not a day of the calendar/,
    ],
    [
      { dimensions: ['day'], filter: { field: 'day', during: { since: '2025-02-03', until: '2025-02-01' } } },
      'filter.during',
      /ends before it starts/,
    ],
    [{ dimensions: ['day'], filter: { field: 'moment', op: 'gt', values: ['noon'] } }, 'filter.values', /a time as/],
  ])('%j', async (query, field, message) => {
    const refused = await runQuery(versions[0]!, query).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueryError);
    expect((refused as QueryError).details[0]).toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
  });
});
