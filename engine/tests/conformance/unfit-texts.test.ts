import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';

const MODEL = compileModel(
  parseModel(
    `
name: visits
title: { en: Visits }
description: { en: D }
datasets:
  - name: visits
    title: { en: Visits }
    description: { en: D }
    owner: Finance
    table: visit
    dimensions:
      - { name: code, type: integer, title: { en: C }, column: { table: visit, column: code } }
      - { name: answer, type: boolean, title: { en: A }, column: { table: visit, column: answer } }
      - { name: empty, type: integer, title: { en: E }, column: { table: visit, column: empty } }
      - { name: fitting, type: integer, title: { en: F }, column: { table: visit, column: fitting } }
    measures:
      - { name: visits, kind: count, title: { en: V }, definition: { en: D }, format: { unit: count } }`,
    'visits.yaml',
  ),
);

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse([
    'CREATE TABLE visit (tenant_id VARCHAR NOT NULL, code VARCHAR NOT NULL, answer VARCHAR NOT NULL, empty VARCHAR NOT NULL, fitting VARCHAR NOT NULL)',
    "INSERT INTO visit VALUES ('alder', '7', 'true', '1', '1'), ('alder', 'x7', 'maybe', '', '2')",
  ]);
});
afterAll(() => warehouse.close());

it('a text that does not match its dimension’s type fails with the remedy', async () => {
  for (const version of Object.values(warehouse.versions))
    for (const name of ['code', 'answer', 'empty']) {
      const query = semanticQuery.parse({ dataset: 'visits', dimensions: [name], measures: ['visits'] });
      await expect(
        warehouse.engine.queries.run({ model: MODEL, version, scope: { tenant: 'alder' }, query }),
      ).rejects.toMatchObject({ name: 'UnfitText', message: expect.stringContaining('CAST the text') as string });
    }
  const { rows } = await warehouse.runQuery(MODEL, { dataset: 'visits', dimensions: ['fitting'] });
  expect(rows).toEqual([[1], [2]]);
});
