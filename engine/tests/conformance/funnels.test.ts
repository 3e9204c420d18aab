import { funnelQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { QueryError } from '../../src/errors.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { numbers } from '../support/engine-pair.ts';
import { EVENT_MODEL, EVENTS, EVENT_TABLES, MICROSECONDS_OF_A_DAY } from '../support/events.ts';
import type { Event } from '../support/events.ts';
import { funnelOf } from '../support/funnel-reference.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { BOOK_MODEL } from '../support/loan-book.ts';
import { randomCases } from '../support/random-cases.ts';

const model = compileModel(parseModel(EVENT_MODEL, 'events.yaml'));
const AUDITOR = { roles: ['auditor'], groups: [], attributes: {} };
const CLERK = { roles: [], groups: [], attributes: { branch: ['north', 'south'] } };

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(EVENT_TABLES, '2025-03-31');
});
afterAll(() => warehouse.close());

const runQuery = (query: object, scope: Partial<Scope> = {}) =>
  warehouse.runQuery(model, { kind: 'funnel', dataset: 'events', ...query }, { reader: AUDITOR, ...scope });
const rowsOf = async (query: object, scope: Partial<Scope> = {}) => numbers((await runQuery(query, scope)).rows);
const kind = (...values: string[]) => ({ field: 'kind', op: 'in', values });

const CONDITIONS = [
  { filter: kind('visit'), is: (event: Event) => event.kind === 'visit' },
  { filter: kind('apply'), is: (event: Event) => event.kind === 'apply' },
  { filter: kind('fund'), is: (event: Event) => event.kind === 'fund' },
  { filter: kind('visit', 'fund'), is: ({ kind: of }: Event) => of === 'visit' || of === 'fund' },
  {
    filter: { field: 'amount', op: 'gt', values: ['50'] },
    is: ({ amount }: Event) => amount !== null && amount > 50,
  },
  { filter: { field: 'region', op: 'in', values: ['hills'] }, is: ({ branch }: Event) => branch === 'north' },
  { filter: undefined, is: () => true },
] as const;
const MEMBERS = [
  { by: undefined, of: () => null },
  { by: 'branch', of: ({ branch }: Event) => branch },
  { by: 'large', of: ({ amount }: Event) => (amount === null ? null : amount > 50) },
  { by: { field: 'moment', grain: 'month' }, of: ({ at }: Event) => `${at.slice(0, 7)}-01` },
  { by: 'size', of: ({ amount }: Event) => (amount === null ? null : amount < 30 ? 'a small' : 'big') },
] as const;
const FILTERS = [
  { filter: undefined, starts: () => true, passes: () => true },
  {
    filter: { field: 'branch', op: 'in', values: ['north', 'east'] },
    starts: () => true,
    passes: ({ branch }: Event) => branch === 'north' || branch === 'east',
  },
  {
    filter: { field: 'TIME', during: { since: '2025-01-10', until: '2025-02-05' } },
    starts: ({ at }: Event) => at >= '2025-01-10' && at < '2025-02-06',
    passes: () => true,
  },
  {
    filter: {
      all: [
        {
          any: [
            { field: 'TIME', during: { until: '2025-01-15' } },
            { field: 'TIME', during: { since: '2025-02-10' } },
          ],
        },
        { all: [{ field: 'kind', op: 'notIn', values: ['other'] }] },
      ],
    },
    starts: ({ at }: Event) => at < '2025-01-16' || at >= '2025-02-10',
    passes: ({ kind: of }: Event) => of !== 'other',
  },
] as const;
const randomFunnel = fc.record({
  time: fc.constantFrom('moment', 'day'),
  steps: fc.array(fc.nat(CONDITIONS.length - 1), { minLength: 2, maxLength: 4 }),
  within: fc.constantFrom(null, 1, 3, 20),
  sameTime: fc.boolean(),
  member: fc.constantFrom(...MEMBERS),
  filter: fc.constantFrom(...FILTERS),
  isClerk: fc.boolean(),
});

describe('random funnels', { timeout: 180_000 }, () => {
  it('equal plain JavaScript on every engine, with equal times, repeated steps and nulls', async () => {
    const cases = randomCases(180).length;
    let keys = 0;
    await fc.assert(
      fc.asyncProperty(randomFunnel, async ({ time, steps, within, sameTime, member, filter, isClerk }) => {
        const conditions = steps.map((place) => CONDITIONS[place]!);
        const repeats = steps.some((place, index) => place === steps[index - 1]);
        fc.pre(!(sameTime && repeats));
        const query = {
          key: 'client',
          time,
          steps: conditions.map((step, place) => ({ name: `step ${place}`, ...(step.filter && { filter: step.filter }) })), // prettier-ignore
          sameTime,
          ...(within !== null && { within: { days: within } }),
          ...(member.by && { by: member.by }),
          ...(filter.filter && {
            filter: JSON.parse(JSON.stringify(filter.filter).replaceAll('TIME', time)) as object,
          }),
        };
        const seen = EVENTS.filter(
          (event) =>
            event.tenant === 'alder' && filter.passes(event) && (!isClerk || CLERK.attributes.branch.includes(event.branch ?? '')), // prettier-ignore
        );
        const days = time === 'day';
        const expected = funnelOf(
          seen.map((event) => ({
            key: event.client,
            time: days ? Math.floor(event.micros / MICROSECONDS_OF_A_DAY) : event.micros,
            member: member.of(event),
            steps: conditions.map(({ is }) => is(event)),
            starts: filter.starts(event),
          })),
          {
            steps: steps.length,
            within: within === null ? null : days ? within : within * MICROSECONDS_OF_A_DAY,
            sameTime,
            unitsOfADay: days ? 1 : MICROSECONDS_OF_A_DAY,
          },
          member.by !== undefined,
        );
        keys += Number(expected[0]?.at(-4) ?? 0);
        expect(await rowsOf(query, { reader: isClerk ? CLERK : AUDITOR })).toEqual(numbers(expected).map(named));
      }),
      { numRuns: cases, seed: Number(process.env['RISE_SEED'] ?? 20_261_123) },
    );
    expect(keys).toBeGreaterThan(5 * cases);
  });
});

/** Bands are ordered as they are declared: the reference has names in that order. */
const named = (row: Cell[]): Cell[] => row.map((cell) => (cell === 'a small' ? 'small' : cell));

const STEPS = [
  { name: 'Visit', filter: kind('visit') },
  { name: 'Apply', filter: kind('apply') },
  { name: 'Fund', filter: kind('fund') },
];
const client = (...values: number[]) => ({ field: 'client', op: 'in', values });
const of = (values: number[], query: object = {}) => ({
  key: 'client',
  time: 'moment',
  steps: STEPS,
  filter: client(...values),
  ...query,
});
/** How many keys reached each step. */
const reached = async (query: object, scope: Partial<Scope> = {}) =>
  (await rowsOf(query, scope)).map((row) => row.at(-4));

describe('a funnel', () => {
  it('has a row for each step, with titles and formats', async () => {
    const { columns, rows, meta } = await runQuery(of([901, 902]));
    expect(columns.map(({ name, role, type, format }) => [name, role, type, format?.unit])).toEqual([
      ['step', 'statistic', 'string', undefined],
      ['reached', 'statistic', 'integer', 'count'],
      ['share_of_first', 'statistic', 'number', 'percent'],
      ['share_of_previous', 'statistic', 'number', 'percent'],
      ['median_days', 'statistic', 'number', 'number'],
    ]);
    expect([rows, meta.truncated]).toEqual([
      [
        ['Visit', 2, 1, null, null],
        ['Apply', 2, 1, 1, 3],
        ['Fund', 1, 0.5, 0.5, 4],
      ],
      false,
    ]);
  });

  it('counts a key once, with its furthest attempt, or the first of several such', async () => {
    expect(await rowsOf(of([903]))).toEqual([
      ['Visit', 1, 1, null, null],
      ['Apply', 1, 1, 1, 10],
      ['Fund', 1, 1, 1, 10],
    ]);
    const within = { within: { days: 7 }, by: 'branch' };
    expect(await rowsOf(of([903], within))).toEqual([
      ['south', 'Visit', 1, 1, null, null],
      ['south', 'Apply', 1, 1, 1, 1],
      ['south', 'Fund', 1, 1, 1, 1],
    ]);
  });

  it('requires steps at different times unless `sameTime` is set', async () => {
    expect(await reached(of([904]))).toEqual([1, 0, 0]);
    expect(await reached(of([904], { sameTime: true }))).toEqual([1, 1, 1]);
    expect(await rowsOf(of([904], { sameTime: true, by: 'branch' }))).toEqual([
      ['east', 'Visit', 1, 1, null, null],
      ['east', 'Apply', 1, 1, 1, 0],
      ['east', 'Fund', 1, 1, 1, 1],
    ]);
    // On the same day, as dates are.
    expect(await reached(of([905], { time: 'day' }))).toEqual([1, 1, 0]);
    expect(await reached(of([905], { time: 'day', sameTime: true }))).toEqual([1, 1, 1]);
  });

  it('has an inclusive window in days of 24 hours or in hours', async () => {
    expect(await reached(of([905], { within: { days: 7 } }))).toEqual([1, 1, 0]);
    expect(await reached(of([905], { within: { hours: 168 } }))).toEqual([1, 1, 0]);
    expect(await reached(of([905], { within: { hours: 167 } }))).toEqual([1, 0, 0]);
    expect(await reached(of([905], { time: 'day', within: { days: 7 }, sameTime: true }))).toEqual([1, 1, 1]);
  });

  it('filters by the time of the first step only; later steps may be after the period', async () => {
    const during = (since: string, until: string) => ({
      filter: { all: [client(901, 903), { field: 'moment', during: { since, until } }] },
    });
    expect(await reached(of([], during('2025-01-02', '2025-01-02')))).toEqual([2, 2, 2]);
    expect(await reached(of([], during('2025-01-03', '2025-01-05')))).toEqual([1, 1, 1]);
    expect(await reached(of([], during('2025-01-03', '2025-01-20')))).toEqual([2, 2, 2]);
    const { meta } = await runQuery(of([], during('2025-01-03', '2025-01-20')));
    expect(meta.periods).toEqual([{ field: 'moment', from: '2025-01-03', to: '2025-01-20' }]);
  });

  it('without any key has zeros and no shares', async () => {
    expect(await rowsOf(of([12345]))).toEqual([
      ['Visit', 0, null, null, null],
      ['Apply', 0, null, null, null],
      ['Fund', 0, null, null, null],
    ]);
    expect(await rowsOf(of([12345], { by: 'branch' }))).toEqual([]);
  });

  it('returns up to `limit` members, each with all steps, and reports truncation', async () => {
    const all = await runQuery(of([901, 903, 904], { by: 'client' }));
    expect([all.rows.length, all.meta.truncated]).toEqual([9, false]);
    const some = await runQuery(of([901, 903, 904], { by: 'client', limit: 2 }));
    expect([some.rows, some.meta.truncated]).toEqual([all.rows.slice(0, 6), true]);
    const members = await rowsOf({ key: 'client', time: 'day', steps: STEPS, by: 'branch', within: { days: 9 } });
    const together = await rowsOf({ key: 'client', time: 'day', steps: STEPS, within: { days: 9 } });
    for (const [place, [step, count]] of together.entries()) {
      const parts = members.filter((row) => row[1] === step).map((row) => Number(row[2]));
      expect([place, parts.reduce((sum, part) => sum + part, 0)]).toEqual([place, count]);
    }
  });

  it('orders by stored time, and groups by periods in the tenant’s time zone', async () => {
    const calendar = { timeZone: 'America/Chicago', weekStart: 1, fiscalYearStart: 1 } as const;
    const query = of([905], { by: { field: 'moment', grain: 'day' } });
    const night = of([901], { by: { field: 'moment', grain: 'day' } });
    expect((await rowsOf(query, { calendar })).map(([day]) => day)).toEqual(Array(3).fill('2025-01-01'));
    // Midnight in UTC is the evening before.
    expect((await rowsOf(night, { calendar })).map(([day]) => day)).toEqual(Array(3).fill('2025-01-01'));
    expect((await rowsOf(night)).map(([day]) => day)).toEqual(Array(3).fill('2025-01-02'));
  });

  it('supports values per key, which include rows outside the filter', async () => {
    const many = { field: 'events_of_client', op: 'gt', values: [5] };
    const steps = [{ name: 'many', filter: { all: [kind('visit'), many] } }, STEPS[1]];
    expect(await reached(of([901, 902, 903], { steps }))).toEqual([2, 2]);
  });
});

describe('invalid funnels', () => {
  it.each([
    [{ key: undefined }, 'key', "'events' has no entity"],
    [{ key: 'cleint' }, 'key', "Did you mean 'client'?"],
    [{ key: 'total' }, 'key', "'total' is a measure"],
    [{ time: 'kind' }, 'time', "'kind' is not a date or time"],
    [{ time: 'day', within: { hours: 3 } }, 'within.hours', "Take 'days'"],
    [{ steps: [STEPS[0], STEPS[0]] }, 'steps.1.name', "Two steps are named 'Visit'. Rename one."],
    [{ sameTime: true, steps: [STEPS[0], { ...STEPS[0], name: 'Again' }] }, 'steps.1.filter', "Leave 'sameTime' out"],
    [{ steps: [STEPS[0], { name: 'x', filter: { field: 'kindd', op: 'in', values: ['a'] } }] }, 'steps.1.filter.field', "Did you mean 'kind'?"], // prettier-ignore
    [{ steps: [STEPS[0], { name: 'x', filter: { field: 'total', op: 'gt', values: [1] } }] }, 'steps.1.filter.field', "'total' is a measure"], // prettier-ignore
    [{ by: 'step' }, 'by', "Every funnel has a column 'step'"],
    [{ by: { field: 'kind', grain: 'month' } }, 'by.grain', 'Leave the grain out'],
    [{ filter: { all: [client(1), { field: 'moment', during: { since: '2025-02-01', until: '2025-01-01' } }] } }, 'filter.all.1.during', 'Swap its dates'], // prettier-ignore
  ])('%j at %s', async (query, field, remedy) => {
    const error = await runQuery(of([901], query)).catch((issue: unknown) => issue);
    expect(error).toBeInstanceOf(QueryError);
    const detail = (error as QueryError).details.find((item) => item.field === field);
    expect(detail?.message).toContain(remedy);
  });

  it.each([
    { measures: ['events'] },
    { totals: true },
    { currency: 'EUR' },
    { steps: [STEPS[0]] },
    { steps: Array.from({ length: 11 }, (_, place) => ({ name: `step ${place}` })) },
    { steps: [{ name: ' ' }, STEPS[0]] },
    { within: { days: 0 } },
    { within: { days: 1, hours: 1 } },
  ])('%j, by its schema', (query) => {
    expect(funnelQuery.safeParse({ kind: 'funnel', dataset: 'events', ...of([1]) }).success).toBe(true);
    expect(funnelQuery.safeParse({ kind: 'funnel', dataset: 'events', ...of([1]), ...query }).success).toBe(false);
  });

  it('several facts, whose rows have no common order', async () => {
    const book = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
    const query = { kind: 'funnel', dataset: 'book', key: 'branch', time: 'day', steps: STEPS };
    const error = await warehouse.runQuery(book, query).catch((issue: unknown) => issue);
    expect((error as QueryError).details).toEqual([
      { field: 'dataset', message: expect.stringContaining("one of them: 'loans', 'shares'.") as string },
    ]);
  });
});
