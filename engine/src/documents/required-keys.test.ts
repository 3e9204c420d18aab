import * as contract from '@rise/contract';
import type { z } from 'zod';
import { expect, it } from 'vitest';
import { guideSection } from '../../tests/support/model-guide.ts';

const rows = guideSection('Required keys')
  .split('\n')
  .filter((line) => line.startsWith('| '));

const keysIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, key]) => key!);
/** The keys listed in the rows whose first cell has the word. */
const documented = (word: string) =>
  rows.filter((row) => row.split('|')[1]!.includes(word)).flatMap((row) => keysIn(row.split('|')[2]!));
/** The keys that a schema misses in an otherwise empty value. */
const required = (schema: z.ZodType, value: object = {}) =>
  schema
    .safeParse(value)
    .error!.issues.flatMap(({ code, path }) =>
      (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union') && path.length === 1
        ? [String(path[0])]
        : [],
    );

const { dataset, model } = contract;
const PARTS: [string, z.ZodType, object?][] = [
  ['model ', model],
  ['`datasets`', dataset],
  ['`joins`', contract.datasetJoin],
  ['`dimensions`', contract.dimension],
  ['`hierarchies`', contract.hierarchy],
  ['`rules`', contract.rowRule],
  ['`masks`', contract.columnMask],
  ['`rollups`', contract.rollup],
  ['`combined`', contract.combinedDataset],
  ['`parameters`', contract.modelParameter],
  ['`mappings`', contract.codeMapping],
  ['`tests`', model.shape.tests.unwrap().element],
  ['`accounts`', model.shape.accounts.unwrap()],
  ['`asOf`', contract.columnRef],
  ['`entity`', dataset.in.shape.entity.unwrap()],
];

it.each(PARTS)('the required keys of %s are documented', (word, schema, value) => {
  const keys = required(schema, value);
  expect(keys.length).toBeGreaterThan(0);
  expect(documented(word)).toEqual(expect.arrayContaining(keys));
});

it.each([
  'sum',
  'count',
  'count_distinct',
  'average',
  'min',
  'max',
  'median',
  'percentile',
  'average_balance',
  'combine',
  'ratio',
  'derived',
])(
  // prettier-ignore
  'the required keys of a measure of the kind %s are documented',
  (kind) => {
    const keys = required(contract.measure, { kind });
    expect([...documented('`measures`'), ...documented(`\`${kind}\``)]).toEqual(expect.arrayContaining(keys));
  },
);
