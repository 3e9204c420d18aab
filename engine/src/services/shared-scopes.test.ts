import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dice } from '../../tests/support/random-queries.ts';
import { openTiny, tinyModel } from '../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../tests/support/tiny-warehouse.ts';
import { compileModel, Engine, parseModel } from '../index.ts';
import type { Scope } from '../index.ts';
import { SharedScopes } from './shared-scopes.ts';

const FULL: Scope = {
  tenant: 'alder',
  person: 'ada',
  predicates: [{ dataset: 'book', filter: { field: 'grade', op: 'in', values: [1] } }],
  reader: { roles: ['tenant.user'], groups: ['clerks'], attributes: { branch: ['north'] } },
  onBehalfOf: { roles: ['tenant.admin'], groups: [], attributes: {} },
  parameters: { rich: 500 },
  mappings: { hash: 'one', codes: new Map() },
  calendar: { weekStart: 1, fiscalYearStart: 1, timeZone: 'UTC' },
  currency: 'USD',
  today: '2026-01-02',
};

describe('a shared scope', () => {
  it('stands for all of equal content', () => {
    const scopes = new SharedScopes();
    const shared = scopes.of(FULL);
    expect(shared).toEqual(FULL);
    expect(scopes.of({ ...FULL, reader: structuredClone(FULL.reader!) })).toBe(shared);
  });

  it.each<[string, Partial<Scope>]>([
    ['tenant', { tenant: 'birch' }],
    ['person', { person: 'bob' }],
    ['rows of the host', { predicates: [{ dataset: 'book', filter: { field: 'grade', op: 'in', values: [2] } }] }],
    ['role', { reader: { roles: ['tenant.admin'], groups: ['clerks'], attributes: { branch: ['north'] } } }],
    ['group', { reader: { roles: ['tenant.user'], groups: [], attributes: { branch: ['north'] } } }],
    ['attribute', { reader: { roles: ['tenant.user'], groups: ['clerks'], attributes: { branch: ['south'] } } }],
    ['lack of a name', { reader: { roles: ['tenant.user'], groups: ['clerks'], attributes: {}, unnamed: true } }],
    ['system', { reader: 'system' }],
    ['viewer', { onBehalfOf: { roles: [], groups: [], attributes: {} } }],
    ['parameter', { parameters: { rich: 501 } }],
    ['mappings', { mappings: { hash: 'other', codes: new Map() } }],
    ['calendar', { calendar: { weekStart: 7, fiscalYearStart: 1, timeZone: 'UTC' } }],
    ['currency', { currency: 'EUR' }],
    ['day', { today: '2026-01-03' }],
  ])('stands for no other %s', (_, other) => {
    const scopes = new SharedScopes();
    const changed = { ...FULL, ...other };
    scopes.of(FULL);
    expect(scopes.of(changed)).toEqual(changed);
  });

  it('stays as it is when a caller changes the rights that it was made of', () => {
    const scopes = new SharedScopes();
    const groups = ['clerks'];
    const scope = (): Scope => ({ tenant: 'alder', reader: { roles: [], groups, attributes: {} } });
    scopes.of(scope());
    groups.push('managers');
    expect(scopes.of(scope())).toMatchObject({ reader: { groups: ['clerks', 'managers'] } });
    groups.pop();
    expect(scopes.of(scope())).toMatchObject({ reader: { groups: ['clerks'] } });
  });
});

/** Rows of two tenants; models that differ in their rights and in what a measure means. */
const ROWS = ['alder', 'birch'].flatMap((tenant, place) =>
  [1, 2, 3, 4].map((grade) => ({ tenant, id: `${tenant}${grade}`, grade, assets: 100 * grade + place, worth: grade })),
);
const PARAMETERS = '[{ name: rich, type: number, title: { en: R }, description: { en: D }, default: 150 }]';
const MEASURES = (than: string) => `
  - { name: rich_ones, kind: count, where: "balance.assets ${than} :rich" }`;
const RULES = "[{ name: own, title: { en: R }, appliesTo: { groups: [clerks] }, where: 'grade <= 2' }]";
const MASKS =
  '[{ name: worth, title: { en: M }, appliesTo: { groups: [clerks] }, columns: [{ table: balance, column: worth }] }]';

describe('an engine that has served other readers', () => {
  let tiny: TinyWarehouse;
  beforeAll(async () => {
    tiny = await openTiny(ROWS);
  });
  afterAll(() => tiny.close());

  it('answers as a new one does, after changes of rights, model, parameters, tenant, day and version', async () => {
    const { roll, pick } = dice(151);
    const models = [
      { rules: RULES, masks: MASKS, measures: MEASURES('>='), parameters: PARAMETERS },
      { rules: '[]', masks: '[]', measures: MEASURES('>='), parameters: PARAMETERS },
      { rules: RULES, masks: '[]', measures: MEASURES('<'), parameters: PARAMETERS },
    ].map((fields) => compileModel(parseModel(tinyModel(fields), 'tiny.yaml')));
    const contexts = Array.from({ length: 40 }, (_, index) => ({
      model: pick(models),
      // A version of its own, so that no result comes from the cache.
      version: { ...tiny.version, number: index + 1 },
      scope: {
        tenant: pick(['alder', 'birch']),
        reader: { roles: [], groups: roll(2) === 0 ? ['clerks'] : [], attributes: {} },
        parameters: { rich: pick([150, 250, 350]) },
        today: pick(['2026-01-01', '2026-01-02']),
        ...(roll(3) === 0 && {
          predicates: [{ dataset: 'book', filter: { field: 'grade', op: 'in' as const, values: [pick([1, 2, 3])] } }],
        }),
      },
    }));
    const queries = [
      { dimensions: ['grade'], measures: ['branches', 'assets', 'worth', 'rich_ones'], totals: true },
      { dimensions: ['id'], measures: ['worth_ratio'] },
      { kind: 'benchmark', by: 'id', member: 'alder2', measures: ['assets', 'worth'] },
      { kind: 'distribution', by: 'id', member: 'alder2', measure: 'worth', buckets: 3 },
    ].map((query) => semanticQuery.parse({ dataset: 'book', ...query }));
    const answersOf = async (engine: Engine, context: (typeof contexts)[number]) =>
      (await Promise.all(engine.queries.runAll(queries.map((query) => ({ ...context, query }))))).map(
        ({ body, rowCount, read }) => ({ body: body.toString(), rowCount, read }),
      );
    const distinct = new Set<string>();
    for (const context of contexts) {
      const planned = new Engine({ maxProcesses: 1 });
      try {
        const [known, expected] = [await answersOf(tiny.engine, context), await answersOf(planned, context)];
        expect(known).toEqual(expected);
        distinct.add(JSON.stringify(expected));
      } finally {
        await planned.close();
      }
    }
    expect(distinct.size).toBeGreaterThan(12);
  }, 60_000);
});
