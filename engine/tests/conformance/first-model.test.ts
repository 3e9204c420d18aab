import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { BOOK_TABLES } from '../support/loan-book.ts';
import { guideExamples } from '../support/model-guide.ts';

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(BOOK_TABLES);
});
afterAll(() => warehouse.close());

it('the small model of docs/model.md has the figures of its query', async () => {
  const [[yaml], [json]] = [guideExamples('A small model', 'yaml'), guideExamples('A small model', 'json')];
  const model = compileModel(parseModel(yaml, 'bank.yaml'));
  const { rows, totals } = await warehouse.runQuery(model, JSON.parse(json) as object);
  // On 20 February, the last day: 80 of Oak, 60 of Elm, which are late, and 7 of no branch.
  expect(numbers([...rows, totals!])).toEqual([
    ['Elm', 60, 1],
    ['Oak', 80, null],
    [null, 7, null],
    [null, 147, Number((60 / 147).toPrecision(11))],
  ]);
});
