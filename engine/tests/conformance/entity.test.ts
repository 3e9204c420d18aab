import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import type { ModelError } from '../../src/errors.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { shapeOf } from '../../src/rollups/suggestions/query-shape.ts';
import { benchmarkQuery } from '@rise/contract';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';

const text = ({ entity = 'entity: { key: charter, name: name }', asOf = true, rest = '' } = {}) => `
name: unions
title: { en: Unions }
description: { en: D }
datasets:
  - name: reports
    title: { en: Reports }
    description: { en: D }
    owner: Finance
    table: report
    ${asOf ? 'asOf: { table: report, column: day }' : ''}
    ${entity}
    dimensions:
      - { name: charter, type: integer, title: { en: Charter }, column: { table: report, column: charter } }
      - { name: name, type: string, title: { en: Credit union, tr: Kredi birliği }, column: { table: report, column: name } }
      - { name: state, type: string, title: { en: State }, column: { table: report, column: state } }
      - { name: day, type: date, title: { en: Day }, column: { table: report, column: day } }
      - { name: size, type: string, title: { en: Size }, column: { table: report, column: assets }, bands: [{ value: any, from: null, title: { en: Any } }] }
      - { name: first_day, type: date, title: { en: F }, expression: day, per: { key: charter, take: min } }
    measures:
      - { name: assets, kind: sum, expression: assets, title: { en: A }, definition: { en: D }, format: { unit: currency } }
      - { name: last, kind: sum, expression: assets, over: { time: day, take: last, per: charter }, title: { en: A }, definition: { en: D }, format: { unit: currency } }
${rest}`;
const COMBINED = `  - name: others
    title: { en: Others }
    description: { en: D }
    owner: Finance
    table: report
    dimensions: [{ name: charter, type: integer, title: { en: Charter }, column: { table: report, column: charter } }]
    measures: [{ name: rows, kind: count, title: { en: R }, definition: { en: D }, format: { unit: count } }]
combined:
  - { name: all, title: { en: All }, description: { en: D }, owner: Finance, facts: [reports, others], shared: [charter] }`;

/** Zebra was renamed to Alder; Nameless never had a name, and Latest lost it. */
const TABLES = [
  'CREATE TABLE report (tenant_id VARCHAR, charter BIGINT, name VARCHAR, state VARCHAR, day DATE, assets DECIMAL(12, 2))',
  `INSERT INTO report VALUES
    ('alder', 1, 'Zebra', 'TX', '2024-12-31', 100), ('alder', 1, 'Alder', 'TX', '2025-12-31', 150),
    ('alder', 2, 'Birch', 'TX', '2025-12-31', 70), ('alder', 3, 'Çınar', 'CA', '2025-12-31', 40),
    ('alder', 4, NULL, 'CA', '2025-12-31', 10), ('alder', 5, 'Latest', 'CA', '2024-12-31', 1),
    ('alder', 5, NULL, 'CA', '2025-12-31', 2), ('birch', 1, 'Foreign', 'TX', '2026-12-31', 9)`,
];

const model = compileModel(parseModel(text({ rest: COMBINED }), 'unions.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES, '2025-12-31');
});
afterAll(() => warehouse.close());
const runQuery = (query: object, scope: Partial<Scope> = {}, of = model) =>
  warehouse.runQuery(of, { kind: 'benchmark', dataset: 'reports', measures: ['assets'], ...query }, scope);
const nameOf = async (query: object, scope: Partial<Scope> = {}, of = model) => {
  const { columns, rows } = await runQuery(query, scope, of);
  return rows.map((row) => row[columns.findIndex(({ name }) => name === 'member_name')]);
};

describe('a comparison of members of an entity', () => {
  it('takes the key as its dimension, and shows the member’s name', async () => {
    const { columns, rows } = await runQuery({ member: 2 });
    expect(columns.at(-1)).toEqual({
      name: 'member_name',
      title: { en: 'Credit union', tr: 'Kredi birliği' },
      role: 'statistic',
      type: 'string',
    });
    expect(numbers(rows)[0]!.slice(0, 3)).toEqual(['assets', 70, 5]);
    expect(rows[0]!.at(-1)).toBe('Birch');
    expect(await runQuery({ member: 2, by: 'charter' })).toMatchObject({ columns, rows });
    expect(await nameOf({ member: 3, measures: ['assets', 'last'] })).toEqual(['Çınar', 'Çınar']);
    expect(await nameOf({ member: 3, measures: ['last'] })).toEqual(['Çınar']);
  });

  it('shows the name of the last as-of date among the rows that count', async () => {
    expect(await nameOf({ member: 1 })).toEqual(['Alder']);
    const filter = { field: 'day', op: 'in', values: ['2024-12-31'] };
    expect(await nameOf({ member: 1, filter })).toEqual(['Zebra']);
    expect(await nameOf({ member: 4 })).toEqual([null]);
    expect(await nameOf({ member: 5 })).toEqual(['Latest']);
    expect(await nameOf({ member: 99 })).toEqual([null]);
    const undated = compileModel(parseModel(text({ asOf: false }), 'unions.yaml'));
    expect(await nameOf({ member: 1 }, {}, undated)).toEqual(['Zebra']);
  });

  it('shows the name of a member outside the peers too, and none for other dimensions', async () => {
    const peers = { field: 'state', op: 'in', values: ['CA'] };
    expect(await nameOf({ member: 1, peers })).toEqual(['Alder']);
    const { columns } = await runQuery({ member: 'TX', by: 'state' });
    expect(columns.map(({ name }) => name)).not.toContain('member_name');
  });

  it('shows no masked name, and none from hidden rows', async () => {
    const rest = `
    rules: [{ name: texas, title: { en: T }, appliesTo: { roles: [texan] }, where: "state = 'TX' AND name <> 'Alder'" }]
    masks: [{ name: names, title: { en: N }, appliesTo: { roles: [guest] }, columns: [{ table: report, column: name }] }]`;
    const guarded = compileModel(parseModel(text({ rest }), 'unions.yaml'));
    const seenBy = (role: string) => ({ reader: { roles: [role], groups: [], attributes: {} } });
    expect(await nameOf({ member: 1 }, seenBy('texan'), guarded)).toEqual(['Zebra']);
    expect(await nameOf({ member: 3 }, seenBy('texan'), guarded)).toEqual([null]);
    expect(await nameOf({ member: 2 }, seenBy('guest'), guarded)).toEqual([null]);
  });

  it('counts members in a distribution', async () => {
    const query = { kind: 'distribution', measure: 'assets', member: 1, buckets: 2 };
    const { rows } = await warehouse.runQuery(model, { dataset: 'reports', ...query });
    expect(rows.map(([, , members]) => members)).toEqual([4, 1]);
    expect(rows.map((row) => row[3])).toEqual([false, true]);
  });

  it('is logged as a query by its key', () => {
    const query = benchmarkQuery.parse({ kind: 'benchmark', dataset: 'reports', member: 2, measures: ['assets'] });
    expect(shapeOf(query, model, { tenant: 'alder' }, null).dimensions).toEqual(['charter']);
  });

  it('requires a dimension if there is no entity', async () => {
    const plain = compileModel(parseModel(text({ entity: '' }), 'unions.yaml'));
    const none = (dataset: string) => ({
      details: [{ field: 'by', message: `Name the dimension whose members are compared: '${dataset}' has no entity.` }],
    });
    await expect(runQuery({ member: 2 }, {}, plain)).rejects.toMatchObject(none('reports'));
    await expect(runQuery({ dataset: 'all', member: 2 })).rejects.toMatchObject(none('all'));
    const distribution = { kind: 'distribution', dataset: 'reports', measure: 'assets' };
    await expect(warehouse.runQuery(plain, distribution)).rejects.toMatchObject(none('reports'));
    expect(numbers((await runQuery({ dataset: 'all', by: 'charter', member: 2 })).rows)[0]![1]).toBe(70);
  });
});

describe('a model', () => {
  const issuesOf = (read: () => unknown): string[] => {
    try {
      read();
      return [];
    } catch (error) {
      return (error as ModelError).issues.map(({ path, message }) => `${path}: ${message}`);
    }
  };
  const issuesWith = (entity: string) => issuesOf(() => parseModel(text({ entity: `entity: ${entity}` }), 'u.yaml'));

  it.each([
    ['{ key: chartr, name: nam }', "key: There is no dimension 'chartr' in 'reports'. Did you mean 'charter'?"],
    ['{ key: chartr, name: nam }', "name: There is no dimension 'nam' in 'reports'. Did you mean 'name'?"],
    ['{ key: size, name: name }', "key: 'size' is computed and identifies nothing. Name the dimension of a key."],
    ['{ key: first_day, name: name }', "key: 'first_day' is computed and identifies nothing."],
    ['{ key: charter, name: size }', "name: 'size' is not the text of a row. Name a text dimension of the rows."],
    ['{ key: charter, name: day }', "name: 'day' is not the text of a row."],
    ['{ key: charter }', 'name: '],
  ])('rejects the entity %s: %s', (entity, issue) => {
    expect(issuesWith(entity)).toContainEqual(expect.stringContaining(`datasets.0.entity.${issue}`));
  });

  it('can use the key as display name', () => {
    expect(issuesWith('{ key: name, name: name }')).toEqual([]);
  });

  it('inherits its template’s entity, and cannot hide its dimensions', () => {
    const read = (own: string) =>
      readModel({ text: `extends: unions\ndatasets: [{ name: reports, ${own} }]`, file: 'own.yaml', template: text() });
    expect(read('title: { en: Own }').datasets[0]!.entity).toEqual({ key: 'charter', name: 'name' });
    expect(issuesOf(() => read('hide: [name]'))).toContainEqual(expect.stringContaining("no dimension 'name'"));
    expect(issuesOf(() => read('entity: { key: state, name: state }'))).toContainEqual(
      expect.stringContaining("'entity' of 'reports' is defined by the template."),
    );
  });
});
