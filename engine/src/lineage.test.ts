import { explanation, semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { QueryError } from './errors.ts';
import type { ReaderOf } from './plan/scope.ts';

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(
    [{ tenant: 'alder', id: '1', grade: 1, assets: 10, worth: 1 }],
    {},
    {
      measures: `
      - { name: rich, kind: sum, expression: balance.assets, where: "balance.assets >= :limit" }
      - { name: gap, kind: derived, expression: "rich - kept" }`,
      parameters:
        '[{ name: limit, type: number, default: "0.5", title: { en: Limit } }, { name: other, type: string, default: x, title: { en: Other } }]',
      rules: `
      - { name: own, title: { en: Own branches }, exceptFor: { roles: [auditor] }, where: "branch_id IN (:user_branch) OR name = 'confidential word'" }`,
      masks: `
      - { name: worths, title: { en: Net worth }, appliesTo: { roles: [clerk] }, columns: [{ table: balance, column: worth }] }
      - { name: names, title: { en: Names }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }] }`,
    },
  );
});
afterAll(() => tiny.close());

const reader = (...roles: string[]): ReaderOf => ({ roles, groups: [], attributes: { branch: ['secret branch'] } });
async function explain(measure: string, query: object, of = reader('auditor'), parameters = {}) {
  const { engine, model, version } = tiny;
  const scope = { tenant: 'alder', policyHash: '', predicates: [], reader: of, parameters };
  const asked = semanticQuery.parse({ dataset: 'book', measures: [measure], ...query });
  const found = await engine.explain({ model, version, scope, query: asked, measure });
  expect(explanation.safeParse({ ...found, loadedAt: '2026-01-01T00:00:00Z' }).error).toBeUndefined();
  return found;
}

describe('where a figure comes from', () => {
  it('is a tree from the measure over its parts to the columns', async () => {
    const { lineage, tables, rules, masks, calculation } = await explain('gap', {});
    const outline = ({ measure, as, factor, kind, parts }: typeof lineage): unknown => [
      measure,
      kind,
      as,
      factor,
      ...parts.map(outline),
    ];
    expect(outline(lineage)).toEqual(['gap', 'derived', null, 1,
      ['rich', 'sum', 'part', 1],
      ['kept', 'combine', 'part', 1, ['worth', 'sum', 'term', 1], ['lost', 'sum', 'term', -0.5]],
    ]); // prettier-ignore
    expect([lineage.expression, lineage.dataset]).toEqual(['rich - kept', null]);
    const [rich, kept] = lineage.parts;
    expect(rich).toMatchObject({ expression: 'balance.assets', where: 'balance.assets >= :limit', dataset: 'book' });
    expect(rich!.columns).toEqual([
      { table: 'balance', column: 'assets', account: 'assets', name: null, masked: false },
    ]);
    expect(kept!.parts[0]!.columns.map(({ column }) => column)).toEqual(['worth', 'worth_before']);
    expect([tables, rules, masks, calculation]).toEqual([[{ dataset: 'book', table: 'branch', joins: ['balance'], rollup: null }], [], [], null]); // prettier-ignore
  });

  it('names the parameters that it has, with the values they had, and no others', async () => {
    expect((await explain('gap', {})).settings).toEqual([{ name: 'limit', title: { en: 'Limit' }, value: '0.5' }]);
    const { settings, sql } = await explain('rich', {}, reader('auditor'), { limit: 250, other: 'y' });
    expect(settings).toMatchObject([{ value: 250 }]);
    expect(sql).toContain('250');
    expect((await explain('assets', {})).settings).toEqual([]);
  });

  it('tells a reader which rules and masks held for them, by name, and nothing of what they say', async () => {
    const found = await explain('worth', { dimensions: ['id'] }, reader('clerk'));
    expect(found.rules).toEqual([{ name: 'own', title: { en: 'Own branches' } }]);
    expect(found.masks).toEqual([{ name: 'worths', title: { en: 'Net worth' } }]);
    expect(found.lineage.columns.map(({ column, masked }) => [column, masked])).toEqual([['worth', true], ['worth_before', false]]); // prettier-ignore
    expect(found.sql).toContain('"row rule: Own branches"');
    expect(JSON.stringify(found)).not.toMatch(/secret branch|confidential word/);
    const named = await explain('assets', { filter: { field: 'name', op: 'isNull' } }, reader('clerk'));
    expect(named.masks.map(({ name }) => name)).toEqual(['names']);
  });
});

describe('a calculation', () => {
  it('is explained by what it does and by the measure that it does it with', async () => {
    const calculations = [
      { name: 'part', kind: 'share', measure: 'worth', within: ['grade'] },
      { name: 'place', kind: 'rank', measure: 'assets' },
    ];
    const query = { dimensions: ['grade', 'id'], measures: ['lost'], calculations, order: [{ field: 'place' }] };
    const found = await explain('part', query);
    expect([found.measure, found.lineage.measure]).toEqual(['worth', 'worth']);
    expect(found.calculation).toEqual({
      name: 'part',
      title: { en: 'Worth (share)', tr: 'Worth (pay)' },
      kind: 'share',
      text: {
        en: 'Its part of the sum over all rows of the same Grade.',
        tr: 'Grade aynı olan tüm satırların toplamındaki payı.',
      },
    });
    expect(found.sql).toContain('OVER (PARTITION BY');
    expect(found.sql).not.toContain('RANK()');
    const none = explain('place', { ...query, calculations: [] });
    await expect(none).rejects.toBeInstanceOf(QueryError);
  });
});
