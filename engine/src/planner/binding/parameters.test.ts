import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bindScope } from './bound.ts';
import { branches, FIELDS } from '../../../tests/support/random-queries.ts';
import { openTiny } from '../../../tests/support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../../../tests/support/tiny-warehouse.ts';
import { affectedMeasures, compileModel, parameterIssue, parameterUsage, parseModel } from '../../index.ts';
import type { ParameterSetting } from '../../index.ts';
import { tinyModel } from '../../../tests/support/tiny-warehouse.ts';

const PARAMETERS = `
  - { name: rich, type: number, default: 500, minimum: 0, maximum: 100000, unit: { en: $ }, title: { en: Rich } }
  - { name: share, type: percent, default: '0.1', minimum: 0, maximum: 1, title: { en: Share } }
  - { name: ids, type: list, default: [a1, a2], title: { en: Branches } }
  - { name: size, type: string, default: small, options: [{ value: small }, { value: big }], title: { en: Size } }
  - { name: since, type: date, default: '2025-06-30', minimum: '2020-01-01', title: { en: Since } }
`;
const MEASURES = `
  - { name: rich_ones, kind: count, where: "balance.assets >= :rich" }
  - { name: listed, kind: sum, expression: balance.assets, where: "branch_id IN (:ids)" }
  - { name: unlisted, kind: count, where: "branch_id NOT IN (:ids, 'a3')" }
  - { name: taken, kind: derived, expression: "assets * :share" }
  - { name: late, kind: count, where: "day >= :since" }
`;
const fields = {
  dimensions: `${FIELDS.dimensions ?? ''}\n  - { name: is_rich, type: boolean, expression: "balance.assets >= :rich" }`,
  measures: MEASURES,
  parameters: PARAMETERS,
};
/** Branches whose days are spread over two years. */
const ROWS = branches(7).map((row, index) => ({ ...row, day: index % 3 === 0 ? '2024-12-31' : '2025-12-31' }));
const own = ROWS.filter(({ tenant }) => tenant === 'alder');

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, fields);
});
afterAll(() => tiny.close());

async function figure(measure: string, parameters: Record<string, ParameterSetting> = {}): Promise<number | null> {
  const { rows } = await tiny.runQuery({ measures: [measure] }, { parameters });
  return rows[0]![0] === null ? null : Number(rows[0]![0]);
}
const count = (holds: (row: (typeof own)[number]) => boolean) => own.filter(holds).length;
const sum = (holds: (row: (typeof own)[number]) => boolean) =>
  own.filter(holds).reduce((total, { assets }) => total + Number(assets ?? 0), 0);
const isRich = (least: number) => (row: (typeof own)[number]) => row.assets != null && row.assets >= least;

describe('values', () => {
  it('of each type are used as the model says', async () => {
    expect(await figure('rich_ones')).toBe(count(isRich(500)));
    expect(await figure('rich_ones', { rich: '2000' })).toBe(count(isRich(2000)));
    expect(await figure('taken')).toBeCloseTo(sum(() => true) * 0.1, 6);
    expect(await figure('taken', { share: '0.25' })).toBeCloseTo(sum(() => true) * 0.25, 6);
    expect(await figure('late', { since: '2026-01-01' })).toBe(0);
  });

  it('of a list are all tested; an empty list holds nothing', async () => {
    const within = (...ids: string[]) => sum(({ id }) => ids.includes(id));
    expect(await figure('listed')).toBeCloseTo(within('a1', 'a2'), 6);
    expect(await figure('listed', { ids: ['a4', "a') OR ('1'='1"] })).toBeCloseTo(within('a4'), 6);
    expect(await figure('listed', { ids: [] })).toBeNull();
    expect(await figure('unlisted')).toBe(count(({ id }) => !['a1', 'a2', 'a3'].includes(id)));
  });

  it('that change on a day apply to rows by their day', async () => {
    const rich = { value: null, changes: [{ from: '2025-01-01', value: '2000' }] };
    const holds = (row: (typeof own)[number]) => isRich(row.day! < '2025-01-01' ? 500 : 2000)(row);
    expect(await figure('rich_ones', { rich })).toBe(count(holds));
    const ids = { value: ['a1'], changes: [{ from: '2025-01-01', value: ['a2', 'a3', 'a4'] }] };
    const listed = (row: (typeof own)[number]) =>
      (row.day! < '2025-01-01' ? ['a1'] : ['a2', 'a3', 'a4']).includes(row.id);
    expect(await figure('listed', { ids })).toBeCloseTo(sum(listed), 6);
    const grouped = await tiny.runQuery({ dimensions: ['is_rich'], measures: ['branches'] }, { parameters: { rich } });
    expect(Number(grouped.rows.find(([is]) => is === true)![1])).toBe(count(holds));
  });

  it('of figures are those of the data’s as-of date', async () => {
    const share = (from: string) => ({ value: '0.5', changes: [{ from, value: '0.2' }] });
    expect(await figure('taken', { share: share('2025-12-31') })).toBeCloseTo(sum(() => true) * 0.2, 6);
    expect(await figure('taken', { share: share('2026-01-01') })).toBeCloseTo(sum(() => true) * 0.5, 6);
  });

  it('that are not allowed have the reason', () => {
    const issue = (name: string, value: ParameterSetting & (string | number | boolean | string[])) =>
      parameterIssue(
        tiny.model.model.parameters.find((parameter) => parameter.name === name)!,
        value,
      );
    expect(issue('rich', '100000')).toBeNull();
    expect(issue('rich', '100000.01')).toBe("'rich' takes 0 to 100000.");
    expect(issue('rich', ['1'])).toBe("'rich' takes a number such as 0.5.");
    expect(issue('share', '1.5')).toBe("'share' takes 0 to 1.");
    expect(issue('since', '2019-12-31')).toBe("'since' takes at least 2020-01-01.");
    expect(issue('size', 'huge')).toBe("'size' takes 'small', 'big', not 'huge'.");
    expect(issue('ids', 'a1')).toBe("'ids' takes a list of texts.");
  });
});

describe('a model', () => {
  const issuesOf = (parameters: string, measures = '') => {
    try {
      compileModel(parseModel(tinyModel({ parameters, measures }), 'tiny.yaml'));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each([
    ['{ name: a, type: string, default: x, minimum: 1, title: { en: A } }', 'A string has no range'],
    ['{ name: a, type: integer, default: 5, minimum: 9, maximum: 1, title: { en: A } }', 'below its minimum'],
    ['{ name: a, type: integer, default: 5, maximum: 1, title: { en: A } }', 'takes at most 1'],
    ['{ name: a, type: date, default: 2025-01-01, minimum: soon, title: { en: A } }', "The minimum of 'a' is not"],
    ['{ name: a, type: number, default: 5, options: [{ value: x }], title: { en: A } }', 'Only texts and lists'],
    ['{ name: a, type: list, default: [x], options: [{ value: y }], title: { en: A } }', "not 'x'"],
  ])('refuses %s', (parameter, message) => {
    expect(issuesOf(`[${parameter}]`)).toContain(message);
  });

  it('uses a list in IN only', () => {
    const list = '[{ name: a, type: list, default: [x], title: { en: A } }]';
    expect(issuesOf(list, `  - { name: m, kind: count, where: "branch_id = :a" }`)).toContain('Write it as IN (:a)');
    expect(issuesOf(list, `  - { name: m, kind: count, where: "branch_id IN (:a)" }`)).toBe('');
  });

  it('says where each parameter is used', () => {
    const usage = parameterUsage(tiny.model);
    expect(usage.get('rich')).toEqual({
      measures: [{ dataset: 'book', name: 'rich_ones' }],
      dimensions: [{ dataset: 'book', name: 'is_rich' }],
      rules: [],
    });
    expect(usage.get('ids')!.measures.map(({ name }) => name)).toEqual(['listed', 'unlisted']);
    expect(usage.get('size')).toEqual({ measures: [], dimensions: [], rules: [] });
  });
});

it('SQL reads them as a table, with the days they apply on', async () => {
  const { engine, model, version } = tiny;
  const parameters = { rich: { value: '100', changes: [{ from: '2026-01-01', value: '200.5' }] }, ids: ["a'1", 'b'] };
  const scope = { tenant: 'alder', parameters };
  const run = async (sql: string) =>
    (
      JSON.parse(`{${(await engine.adHocSql.run({ model, version, scope, sql, limit: 50 })).body}}`) as {
        rows: unknown[][];
      }
    ).rows;
  expect(
    await run("SELECT value, number, valid_from, valid_until, is_current FROM rise_parameters WHERE name = 'rich'"),
  ).toEqual([
    ['100', '100', null, '2025-12-31', true],
    ['200.5', '200.5', '2026-01-01', null, false],
  ]);
  expect(await run("SELECT value FROM rise_parameters WHERE name = 'ids'")).toEqual([["a'1"], ['b']]);
  const tables = await engine.adHocSql.tables({ model, version, scope });
  expect(tables.find(({ name }) => name === 'rise_parameters')?.columns).toContainEqual({
    name: 'number',
    type: 'decimal',
    masked: false,
  });
});

it('the measures that a change moves are those whose plans differ', async () => {
  const { model, version } = tiny;
  const scope = { tenant: 'alder' };
  const affected = async (parameters: Record<string, ParameterSetting>) => {
    const names: string[] = [];
    for await (const { measure } of affectedMeasures({
      model,
      version,
      before: scope,
      after: { ...scope, parameters },
    }))
      names.push(measure);
    return names;
  };
  expect(await affected({ rich: 500, size: 'big' })).toEqual([]);
  expect(await affected({ rich: 501, share: '0.2' })).toEqual(['rich_ones', 'taken']);
  expect(await affected({ ids: ['a1'] })).toEqual(['listed', 'unlisted']);
});

describe('a scope', () => {
  const factOf = ({ model }: TinyWarehouse) => model.datasets.get('book')!.facts[0]!;
  const condition = () => factOf(tiny).expressions.conditions.get('rich_ones')!;

  it('is bound once for all queries of a run', () => {
    const scope = { tenant: 'alder' };
    const bound = bindScope(tiny.model, factOf(tiny), scope, null);
    expect(bindScope(tiny.model, factOf(tiny), scope, null)).toBe(bound);
    expect(bound.bind(condition())).toBe(bound.bind(condition()));
  });

  it('is bound again for other values, another as-of date, another model and another day', () => {
    const scope = { tenant: 'alder' };
    const bound = bindScope(tiny.model, factOf(tiny), scope, null);
    const rich = bindScope(tiny.model, factOf(tiny), { ...scope, parameters: { rich: '2000' } }, null);
    expect(rich.bind(condition())).not.toEqual(bound.bind(condition()));
    expect(bindScope(tiny.model, factOf(tiny), scope, '2025-12-31').asOf).toBe('2025-12-31');
    expect(bindScope({ ...tiny.model }, factOf(tiny), scope, null)).not.toBe(bound);
    vi.useFakeTimers({ now: Date.parse('2031-05-06') });
    try {
      expect(bindScope(tiny.model, factOf(tiny), scope, null).today).toBe('2031-05-06');
    } finally {
      vi.useRealTimers();
    }
  });
});
