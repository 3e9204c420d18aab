import { explanation, semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { QueryError } from '../../src/errors.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';

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
  const scope = { tenant: 'alder', reader: of, parameters };
  const request = semanticQuery.parse({ dataset: 'book', measures: [measure], ...query });
  const result = await engine.explanations.explain({ model, version, scope, query: request, measure });
  expect(explanation.safeParse({ ...result, loadedAt: '2026-01-01T00:00:00Z' }).error).toBeUndefined();
  return result;
}

describe('the lineage of a figure', () => {
  it('is a tree from the measure over its parts to the columns', async () => {
    const { lineage, tables, rules, masks, calculation } = await explain('gap', {});
    const outline = ({ measure, as, factor, kind, parts }: typeof lineage): unknown => [
      measure,
      kind,
      as,
      factor,
      ...parts.map(outline),
    ];
    expect(outline(lineage)).toEqual([
      'gap',
      'derived',
      null,
      1,
      ['rich', 'sum', 'part', 1],
      ['kept', 'combine', 'part', 1, ['worth', 'sum', 'term', 1], ['lost', 'sum', 'term', -0.5]],
    ]);
    expect([lineage.expression, lineage.dataset]).toEqual(['rich - kept', null]);
    const [rich, stored] = lineage.parts;
    expect(rich).toMatchObject({ expression: 'balance.assets', where: 'balance.assets >= :limit', dataset: 'book' });
    expect(rich!.columns).toEqual([
      { table: 'balance', join: null, column: 'assets', account: 'assets', name: null, masked: false },
    ]);
    expect(stored!.parts[0]!.columns.map(({ column }) => column)).toEqual(['worth', 'worth_before']);
    expect([tables, rules, masks, calculation]).toEqual([
      [{ dataset: 'book', table: 'branch', joins: ['balance'], roles: [], rollup: null }],
      [],
      [],
      null,
    ]);
  });

  it('lists exactly the parameters it uses, with their values', async () => {
    expect((await explain('gap', {})).settings).toEqual([{ name: 'limit', title: { en: 'Limit' }, value: '0.5' }]);
    const { settings, sql } = await explain('rich', {}, reader('auditor'), { limit: 250, other: 'y' });
    expect(settings).toMatchObject([{ value: 250 }]);
    expect(sql).toContain('250');
    expect((await explain('assets', {})).settings).toEqual([]);
  });

  it('names the rules and masks that applied, without their content', async () => {
    const result = await explain('worth', { dimensions: ['id'] }, reader('clerk'));
    expect(result.rules).toEqual([{ name: 'own', title: { en: 'Own branches' } }]);
    expect(result.masks).toEqual([{ name: 'worths', title: { en: 'Net worth' } }]);
    expect(result.lineage.columns.map(({ column, masked }) => [column, masked])).toEqual([
      ['worth', true],
      ['worth_before', false],
    ]);
    expect(result.sql).toContain('"row rule: Own branches"');
    expect(JSON.stringify(result)).not.toMatch(/secret branch|confidential word/);
    const named = await explain('assets', { filter: { field: 'name', op: 'isNull' } }, reader('clerk'));
    expect(named.masks.map(({ name }) => name)).toEqual(['names']);
  });
});

describe('a calculation', () => {
  it('is explained in words, with the measure it is computed from', async () => {
    const calculations = [
      { name: 'part', kind: 'share', measure: 'worth', within: ['grade'] },
      { name: 'place', kind: 'rank', measure: 'assets' },
    ];
    const query = { dimensions: ['grade', 'id'], measures: ['lost'], calculations, order: [{ field: 'place' }] };
    const result = await explain('part', query);
    expect([result.measure, result.lineage.measure]).toEqual(['worth', 'worth']);
    expect(result.calculation).toEqual({
      name: 'part',
      title: { en: 'Worth (share)', tr: 'Worth (pay)' },
      kind: 'share',
      text: {
        en: 'Its part of the sum over all rows of the same Grade.',
        tr: 'Grade aynı olan tüm satırların toplamındaki payı.',
      },
    });
    expect(result.sql).toContain('OVER (PARTITION BY');
    expect(result.sql).not.toContain('RANK()');
    const none = explain('place', { ...query, calculations: [] });
    await expect(none).rejects.toBeInstanceOf(QueryError);
  });
});
