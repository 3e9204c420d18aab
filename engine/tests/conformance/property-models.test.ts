import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../support/random-cases.ts';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { checkResults, checkLists } from '../property-models/check-results.ts';
import { checkDerived } from '../property-models/check-derived.ts';
import type { Corruption } from '../property-models/check-results.ts';
import type { PlanFact } from '../../src/plan/plan.ts';
import type { BaseAggregate } from '../../src/plan/measures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** A classic mistake: facts are joined before they are aggregated. Without joins of their own, so that the SQL is valid. */
function joinedFirst(facts: PlanFact[]): PlanFact[] {
  if (facts.some(({ source }) => source.known || source.joins.length > 0)) return facts;
  const [first, ...others] = facts;
  const joins = others.map(({ source: { table } }) => ({
    name: table,
    table,
    to: first!.source.table,
    on: [{ column: 'code', key: 'code' }],
    where: null,
  }));
  return [
    {
      ...first!,
      source: { ...first!.source, joins: [...first!.source.joins, ...joins] },
      aggregates: [first!, ...others].flatMap(({ aggregates }) => aggregates),
      snapshotDates: [first!, ...others].flatMap(({ snapshotDates }) => snapshotDates),
    },
  ];
}
const LONG = { days: 5000 };
const last = <T>(list: T[], change: (item: T) => T) => [...list.slice(0, -1), change(list.at(-1)!)];
/** A classic mistake: what a joined row says is added up for each row that shares it. */
const repeated = (aggregate: BaseAggregate): BaseAggregate =>
  aggregate.kind === 'nested' && aggregate.of.kind === 'max' && aggregate.take.kind !== 'quantile'
    ? { ...aggregate.of, kind: 'sum' }
    : aggregate;
/** The plan with each part that a change is for replaced. */
function replaced<T>(part: T, change: (item: object) => unknown): T {
  if (Array.isArray(part)) return part.map((item) => replaced(item, change)) as T;
  if (part === null || typeof part !== 'object' || part instanceof Map) return part;
  const changed = change(part);
  if (changed !== part) return replaced(changed as T, change);
  return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, replaced(item as unknown, change)])) as T;
}
const ofKind = <K extends string>(item: object, kind: K): item is { kind: K } & Record<string, unknown> =>
  'kind' in item && item.kind === kind;

const FAULTS: Record<string, Corruption> = {
  'facts joined before they are aggregated': { plan: (plan) => ({ ...plan, facts: joinedFirst(plan.facts) }) },
  'figures of joined rows that are repeated': {
    plan: (plan) => ({
      ...plan,
      facts: plan.facts.map((fact) => ({ ...fact, aggregates: fact.aggregates.map(repeated) })),
    }),
  },
  'known values that no later one ends': {
    plan: (plan) => ({
      ...plan,
      facts: plan.facts.map(({ source, ...fact }) => {
        const known = source.known && { ...source.known, key: [...source.known.key, source.known.day] };
        return { ...fact, source: { ...source, ...(known && { known }) } };
      }),
    }),
  },
  'values per key of rows that the reader may not see': {
    plan: (plan) => ({
      ...plan,
      facts: plan.facts.map((fact) => {
        const perKey = fact.source.perKey?.map((item) => ({ ...item, source: { ...item.source, rules: null } }));
        return { ...fact, source: { ...fact.source, ...(perKey && { perKey }) } };
      }),
    }),
  },
  'rows that are valid beyond their ends': {
    plan: (plan) => ({
      ...plan,
      facts: plan.facts.map((fact) => {
        const joins = fact.source.joins.map(({ validity, ...join }) => {
          if (!validity) return join;
          const until = validity.until && { ...validity.until, inclusive: false };
          return { ...join, validity: { ...validity, until, carryDays: null } };
        });
        return { ...fact, source: { ...fact.source, joins } };
      }),
    }),
  },
  'amounts without a rate that are left out': {
    plan: (plan) => replaced(plan, (item) => (ofKind(item, 'checked') ? item['of'] : item)),
  },
  'rates that hold until the next one, however old': {
    plan: (plan) =>
      replaced(plan, (item) => ('carry' in item && item.carry !== LONG ? { ...item, carry: LONG } : item)),
  },
  'gaps that are not filled': {
    plan: (plan) => (plan.kind === 'aggregate' ? { ...plan, fill: null } : plan),
  },
  'a condition on measures that is left out': {
    plan: (plan) => (plan.kind === 'aggregate' ? { ...plan, having: null } : plan),
  },
  'retention as a share of all periods': {
    plan: (plan) =>
      replaced(plan, (item) => (ofKind(item, 'retention') ? { ...item, kind: 'share', within: [] } : item)),
  },
  'measures of a query over all rows': {
    plan: (plan) =>
      replaced(plan, (item) =>
        'name' in item && item.name === 'filtered' && 'where' in item && item.where !== null
          ? { ...item, where: null }
          : item,
      ),
  },
  'rules that one fact forgets': {
    plan: (plan) => ({
      ...plan,
      facts: last(plan.facts, (fact) => ({ ...fact, source: { ...fact.source, rules: null } })),
    }),
  },
  'a total that is the average of ratios': {
    answer({ rows, totals }, plan) {
      if (plan.kind !== 'aggregate' || !totals) return { rows, totals };
      const average = (place: number) => {
        const values = rows.map((row) => row[place]).filter((value) => value !== null);
        return values.length === 0
          ? null
          : values.reduce<number>((all, value) => all + Number(value), 0) / values.length;
      };
      const isRatio = (place: number) => plan.measures[place - plan.fields.length]?.kind === 'ratio';
      return { rows, totals: totals.map((value, place) => (isRatio(place) ? average(place) : value)) };
    },
  },
};

/** Seeds of which an early query shows the fault. */
const NOTICED_EARLY = new Map([
  ['a total that is the average of ratios', 3],
  ['rules that one fact forgets', 3],
  ['rows that are valid beyond their ends', 2],
]);

const LIST_FAULTS: Record<string, Corruption> = {
  'rows that the reader may not see': {
    plan: (plan) => ({
      ...plan,
      facts: plan.facts.map((fact) => ({ ...fact, source: { ...fact.source, rules: null } })),
    }),
  },
  'pages of rows in no order': {
    plan: (plan) => (plan.kind === 'list' ? { ...plan, ties: false, order: [] } : plan),
  },
  'rows that do not satisfy the filter': {
    plan: (plan) => ({ ...plan, facts: plan.facts.map((fact) => ({ ...fact, filter: null })) }),
  },
};

describe('generated lists on generated models', { timeout: 600_000 }, () => {
  it('have the rows of the reference evaluator in its order on DuckDB and PostgreSQL', async () => {
    const cases = randomCases(320).length;
    const { rows } = await checkLists(database, { cases, seed: 20_261_123 });
    expect(rows).toBeGreaterThan(cases);
  });

  it.each(Object.entries(LIST_FAULTS))('would fail with %s', async (_name, spoiled) => {
    const noticed = { cause: { message: expect.stringMatching(/differs/) as string } };
    await expect(checkLists(database, { cases: 400, seed: 7, corruption: spoiled })).rejects.toMatchObject(noticed);
  });
});

describe('generated queries on generated models', { timeout: 600_000 }, () => {
  it('return the results of the reference evaluator on DuckDB and PostgreSQL', async () => {
    const cases = randomCases(320).length;
    const { rows } = await checkResults(database, { cases, seed: 20_261_121 });
    expect(rows).toBeGreaterThan(3 * cases);
  });

  it('return the statistics of groups that are the rows of a derived dataset', async () => {
    const cases = randomCases(160).length;
    const { rows } = await checkDerived(database, { cases, seed: 20_261_123 });
    expect(rows).toBeGreaterThan(cases);
  });

  it('would fail with a derived dataset whose rows are those of another reader', async () => {
    const unruled = (fact: PlanFact): PlanFact => ({ ...fact, source: { ...fact.source, rules: null } });
    const spoiled: Corruption = {
      plan: (plan) => ({
        ...plan,
        facts: plan.facts.map(({ source, ...fact }) => {
          const rows = source.rows && { ...source.rows, facts: source.rows.facts.map(unruled) };
          return { ...fact, source: { ...source, ...(rows && { rows }) } };
        }),
      }),
    };
    const noticed = { cause: { message: expect.stringMatching(/differs/) as string } };
    await expect(checkDerived(database, { cases: 200, seed: 7, corruption: spoiled })).rejects.toMatchObject(noticed);
  });

  it.each(Object.entries(FAULTS))('would fail with %s', async (name, spoiled) => {
    const noticed = { cause: { message: expect.stringMatching(/differs/) as string } };
    await expect(
      checkResults(database, { cases: 400, seed: NOTICED_EARLY.get(name) ?? 5, corruption: spoiled }),
    ).rejects.toMatchObject(noticed);
  });
});
