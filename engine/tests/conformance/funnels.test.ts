import type { Cell } from '@rise/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';

import type { Scope } from '../../src/plan/scope.ts';
import { numbers } from '../support/engine-pair.ts';
import { EVENT_MODEL, EVENTS, EVENT_TABLES, MICROSECONDS_OF_A_DAY } from '../support/events.ts';
import type { Event } from '../support/events.ts';
import { funnelOf } from '../support/funnel-reference.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { randomCases } from '../support/random-cases.ts';

const model = compileModel(parseModel(EVENT_MODEL, 'events.yaml'));
const AUDITOR = { roles: ['auditor'], groups: [], attributes: {} };
const CLERK = { roles: [], groups: [], attributes: { branch: ['north', 'south'] } };

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(EVENT_TABLES, '2025-03-31');
});
afterAll(() => warehouse.close());

const ask = (query: object, scope: Partial<Scope> = {}) =>
  warehouse.ask(model, { kind: 'funnel', dataset: 'events', ...query }, { reader: AUDITOR, ...scope });
const rowsOf = async (query: object, scope: Partial<Scope> = {}) => numbers((await ask(query, scope)).rows);
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
  it('have the figures of plain JavaScript on every engine, with equal times, repeated steps and gaps', async () => {
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
      { numRuns: randomCases(180).length, seed: Number(process.env['RISE_SEED'] ?? 20_261_123) },
    );
    expect(keys).toBeGreaterThan(300);
  });
});

/** Bands are ordered as they are declared: the reference has names in that order. */
const named = (row: Cell[]): Cell[] => row.map((cell) => (cell === 'a small' ? 'small' : cell));

// 2025-01-01 is a Wednesday.
const STEPS = [
  { name: 'Visit', filter: kind('visit') },
  { name: 'Apply', filter: kind('apply') },
  { name: 'Fund', filter: kind('fund') },
];
const client = (...values: number[]) => ({ field: 'client', op: 'in', values });

describe('a funnel', () => {
  it('has a row for each step, with its title and format', async () => {
    const { columns, rows, meta } = await ask({ key: 'client', time: 'day', steps: STEPS, filter: client(901, 902) });
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
});
