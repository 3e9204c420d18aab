import type { TimeGrain } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../src/checks/catalog.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { ModelError } from '../../src/errors.ts';
import type { Calendar } from '../../src/plan/calendar.ts';
import { PLAIN_CALENDAR } from '../../src/plan/calendar.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { planQuery } from '../../src/planner/query.ts';
import { planRollup } from '../../src/rollups/plan-rollup.ts';
import { RollupRewriter } from '../../src/rollups/rewrite.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { semanticQuery } from '@rise/contract';
import { guideExamples } from '../support/model-guide.ts';

const [yaml] = guideExamples('Time of day', 'yaml');
const [DOCUMENTED, MEASURES] = yaml
  .replaceAll(/^ {2}- \{ /gm, '      - { title: { en: T }, ')
  .replaceAll(', … }', ' }')
  .split(/^\w+:\n/m)
  .slice(1) as [string, string];

const text = ({ dimensions = '', joins = '[]', rest = '', documented = DOCUMENTED } = {}) => `
name: branches
title: { en: Branches }
description: { en: D }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: D }
    owner: Operations
    table: branch
    joins: ${joins}
    dimensions:
      - { name: id, type: integer, title: { en: I }, column: { table: branch, column: id } }
      - { name: day, type: date, title: { en: D }, column: { table: branch, column: day } }
${documented}
${dimensions}
    measures:
      - { name: bookings, kind: count, title: { en: B }, definition: { en: D }, format: { unit: count } }
${MEASURES.replaceAll('title: { en: T }', 'title: { en: T }, definition: { en: D }, format: { unit: count }')}
${rest}`;
const line = (name: string, type: string, expression: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: T }, expression: "${expression}" }`;
const PARTS = [
  line('minute_of_hour', 'integer', 'MINUTE(booked_at)'),
  line('hour_of_cast', 'integer', "HOUR(CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp))"),
  line('local_day', 'date', 'CAST(booked_at AS date)'),
  line('local_month', 'date', "DATE_TRUNC('month', booked_at)"),
  line('part_month', 'integer', 'MONTH(booked_at)'),
  line('part_week', 'integer', 'ISO_WEEK(booked_at)'),
  line('part_of_day', 'integer', 'DAY(day)'),
  line('next_day', 'date', "DATE_ADD(booked_at, 1, 'day')"),
  line('before_april', 'boolean', "booked_at < DATE '2025-03-30'"),
].join('\n');

/**
 * Every 20 minutes around the days on which clocks change in Chicago and Istanbul's former zone, and around new year.
 */
const TIMES = ['2025-03-08', '2025-03-29', '2025-11-01', '2024-12-31']
  .flatMap((day) =>
    Array.from({ length: 150 }, (_, index) => new Date(Date.parse(`${day}T00:00:00Z`) + index * 1_200_000)),
  )
  .map((time, id) => ({ id, stored: time.toISOString().slice(0, 19), day: time.toISOString().slice(0, 10) }));
const TABLES = [
  'CREATE TABLE branch (tenant_id VARCHAR, id BIGINT, booked_at TIMESTAMP, day DATE)',
  `INSERT INTO branch VALUES ${TIMES.map(({ id, stored, day }) => `('alder', ${id}, '${stored.replace('T', ' ')}', '${day}')`).join(', ')}`,
  "INSERT INTO branch VALUES ('alder', 9999, NULL, '2025-01-01')",
];
const CALENDARS: Calendar[] = ['UTC', 'America/Chicago', 'Europe/Berlin', 'Asia/Kathmandu'].map((timeZone) => ({
  ...PLAIN_CALENDAR,
  timeZone,
}));

const model = compileModel(parseModel(text({ dimensions: PARTS }), 'branches.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());
const rowsOf = async (query: object, scope: Partial<Scope>, of = model) =>
  numbers((await warehouse.runQuery(of, { dataset: 'bookings', limit: 1000, ...query }, scope)).rows);

/** A stored time as JavaScript shows it in a zone. */
function localOf(stored: string, timeZone: string) {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(`${stored}Z`),
  );
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 604_800_000) + 1;
  const next = new Date(date.getTime() + 86_400_000).toISOString().slice(0, 10);
  return { day, hour: Number(text.slice(11, 13)), minute: Number(text.slice(14, 16)), weekday, week, next };
}

describe.each(CALENDARS)('a time of day in $timeZone', (calendar) => {
  const scope = { calendar };
  const { timeZone } = calendar;

  it('is local time, as are all parts of the date', async () => {
    const dimensions = ['id', 'hour_of_day', 'minute_of_hour', 'weekday', 'local_day', 'local_month', 'part_month'];
    const rows = await rowsOf({ dimensions: [...dimensions, 'part_week', 'next_day', 'before_april'] }, scope);
    const expected = TIMES.map(({ id, stored }) => {
      const { day, hour, minute, weekday, week, next } = localOf(stored, timeZone);
      const [month, early] = [Number(day.slice(5, 7)), day < '2025-03-30'];
      return [id, hour, minute, weekday, day, `${day.slice(0, 8)}01`, month, week, next, early];
    });
    expect(rows).toEqual([...expected, [9999, ...Array.from({ length: 9 }, () => null)]]);
  });

  it('agrees with the grains of its dimension', async () => {
    for (const grain of ['hour', 'day', 'month'] as TimeGrain[]) {
      const dimensions = [{ field: 'moment', grain }, 'hour_of_day', 'weekday', 'local_day', 'local_month'];
      for (const [period, hour, weekday, day, month] of await rowsOf({ dimensions }, scope)) {
        if (period === null) continue;
        const start = String(period);
        if (grain === 'hour') expect(hour).toBe(Number(start.slice(11, 13)));
        if (grain === 'month') expect(month).toBe(start);
        else {
          expect(day).toBe(start.slice(0, 10));
          expect(weekday).toBe(new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7);
        }
      }
    }
  });

  it('restricts measures, filters and row rules', async () => {
    const late = TIMES.filter(({ stored }) => {
      const { hour, weekday } = localOf(stored, timeZone);
      return hour >= 18 || weekday > 5;
    });
    const filter = { field: 'hour_of_day', op: 'in', values: [23, 0] };
    const night = TIMES.filter(({ stored }) => [23, 0].includes(localOf(stored, timeZone).hour));
    const measures = ['bookings', 'after_hours'];
    expect(await rowsOf({ measures }, scope)).toEqual([[TIMES.length + 1, late.length]]);
    expect(await rowsOf({ measures: ['bookings'], filter }, scope)).toEqual([[night.length]]);
    const rest = `    rules: [{ name: office, title: { en: O }, where: HOUR(booked_at) BETWEEN 9 AND 16 AND DAY(booked_at) > 0 }]`;
    const ruled = compileModel(parseModel(text({ rest }), 'branches.yaml'));
    const office = TIMES.filter(({ stored }) => {
      const { hour } = localOf(stored, timeZone);
      return hour >= 9 && hour <= 16;
    });
    expect(await rowsOf({ measures: ['bookings'] }, scope, ruled)).toEqual([[office.length]]);
  });

  it('does not affect dates, which have no time zone', async () => {
    const rows = await rowsOf({ dimensions: ['id', 'part_of_day', 'hour_of_cast'] }, scope);
    expect(rows.map(([, day]) => day)).toEqual([...TIMES.map(({ day }) => Number(day.slice(8))), 1]);
    const shown = TIMES.map(({ day }) => localOf(`${day}T23:30:00`, timeZone).hour);
    expect(rows.slice(0, -1).map(([, , hour]) => hour)).toEqual(shown);
  });
});

it('depends on the time zone in the plan, and so in caches and rollups', () => {
  const query = semanticQuery.parse({ dataset: 'bookings', dimensions: ['hour_of_day'], measures: ['after_hours'] });
  const plans = CALENDARS.map((calendar) => JSON.stringify(planQuery(model, { tenant: 'alder', calendar }, query)));
  expect(new Set(plans).size).toBe(CALENDARS.length);
  const rollup = { name: 'hours', dimensions: [{ field: 'moment', grain: 'hour' as const }], measures: ['bookings'] };
  const [utc, chicago] = CALENDARS.map((calendar) =>
    planRollup(model, { tenant: 'alder', calendar }, { dataset: 'bookings', rollup }),
  );
  const hourIn = (calendar: Calendar) => planQuery(model, { tenant: 'alder', calendar }, query).facts[0]!.fields[0]!;
  const chicagos = hourIn(CALENDARS[1]!);
  expect(new RollupRewriter(chicago!, new Set()).field(chicagos)).not.toBeNull();
  expect(new RollupRewriter(utc!, new Set()).field(chicagos)).toBeNull();
});

describe('a model', () => {
  const types = { branch: { id: 'integer', booked_at: 'timestamp', day: 'date' } } as const;
  const issuesIn = (parts: Parameters<typeof text>[0]): string[] => {
    try {
      return checkCatalog(parseModel(text(parts), 'branches.yaml'), types).map(({ message }) => message);
    } catch (error) {
      return (error as ModelError).issues.map(({ message }) => message);
    }
  };

  it('allows a time of day for timestamps only', () => {
    expect(issuesIn({ dimensions: PARTS })).toEqual([]);
    expect(issuesIn({ dimensions: line('odd', 'integer', 'HOUR(day)') })).toEqual([
      'At character 6: This is a day, but a time is required.',
    ]);
  });

  it('has to declare which columns are timestamps if their date is used', () => {
    const documented = '';
    const rejected = expect.stringContaining('Write CAST(… AS timestamp), or declare it as a dimension of the type');
    for (const expression of ['WEEKDAY(booked_at)', 'YEAR(booked_at)', "DATE_DIFF('day', day, booked_at)"])
      expect(issuesIn({ documented, dimensions: line('odd', 'integer', expression) })).toContainEqual(rejected);
    expect(issuesIn({ documented, dimensions: line('odd', 'date', 'CAST(booked_at AS date)') })).toContainEqual(
      rejected,
    );
    const known = [
      line('hour', 'integer', 'HOUR(booked_at)'),
      line('known', 'integer', 'WEEKDAY(CAST(booked_at AS timestamp))'),
    ].join('\n');
    // The documented measure takes the weekday of the column, too.
    expect(issuesIn({ documented, dimensions: known })).toEqual([rejected]);
  });

  it('rejects a time of day in a join’s condition', () => {
    const join = (where: string) =>
      `[{ table: branch, as: other, on: [{ column: id, key: id }], where: "${where}", relationship: one_to_one }]`;
    expect(issuesIn({ joins: join('HOUR(booked_at) > 8') })).toContainEqual(
      expect.stringContaining('no time of day, which change after its keys were checked'),
    );
    expect(issuesIn({ joins: join('WEEKDAY(booked_at) > 5') })).toContainEqual(
      expect.stringContaining("the days of times depend on the tenant's time zone"),
    );
  });
});
