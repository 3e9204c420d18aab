import { afterAll, beforeAll, expect, it } from 'vitest';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { guideExamples, guideSection } from '../support/model-guide.ts';

const ROWS = [
  { id: 'a', name: 'Şişli Ltd.', day: '2024-12-30', assets: 100, worth: 75 },
  { id: 'b', name: 'SISLI', day: '2025-01-05', assets: 10_000, worth: 0 },
  { id: 'c', name: 'Fa. Işık', day: '2027-01-03', assets: 3, worth: 4 },
  { id: 'd', name: null, day: '2025-06-30', assets: 1, worth: 0 },
].map((row) => ({ tenant: 'alder', ...row }));

const [example] = guideExamples('Expressions', 'yaml');
/** The fields of the example, where the model has them. */
const fieldsOf = (part: RegExp) =>
  [...example.matchAll(/- \{ .+, … \}/g)]
    .filter(([line]) => part.test(line))
    .map(([line]) => `\n      ${line.replace(', … }', ' }')}`);
const [dimensions, measures] = [fieldsOf(/type: /), fieldsOf(/kind: /)];

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, { dimensions: dimensions.join(''), measures: measures.join('') });
});
afterAll(() => engines.close());

it('functions in dimensions and measures are those of the documentation', async () => {
  expect([dimensions.length, measures.length]).toEqual([5, 3]);
  const { rows } = await engines.runQuery({
    dimensions: ['id', 'in_sisli', 'company', 'week', 'weekday', 'magnitude'],
    measures: ['geometric_mean', 'distance'],
    totals: true,
  });
  expect(numbers(rows)).toEqual([
    ['a', true, true, '2025-W1', 1, 2, 100, 125],
    ['b', true, false, '2025-W1', 7, 3, 10_000, 10_000],
    ['c', false, true, '2026-W53', 7, 1, 3, 5],
    ['d', null, null, '2025-W27', 1, 1, 1, 1],
  ]);
  const { rows: total } = await engines.runQuery({ measures: ['geometric_mean', 'distance'] });
  expect(Number(total[0]![0])).toBeCloseTo((100 * 10_000 * 3) ** 0.25, 9);
  expect(Number(total[0]![1])).toBe(10_131);
});

it('a filter by text finds what a formula with FOLD does, whatever case and accents', async () => {
  const [, text] = /`(\{ "field": "name", "op": "contains"[^`]+)`/.exec(guideSection('Periods and filters'))!;
  const filters = [
    JSON.parse(text!) as object,
    { field: 'in_sisli', op: 'in', values: [true] },
    { field: 'name', op: 'startsWith', values: ['ŞİŞ', 'sıslı'] },
  ];
  for (const filter of filters)
    expect((await engines.runQuery({ dimensions: ['id'], filter })).rows).toEqual([['a'], ['b']]);
  const exact = { field: 'name', op: 'in', values: ['sisli'] };
  expect((await engines.runQuery({ dimensions: ['id'], filter: exact })).rows).toEqual([]);
});
