import { reportDocument, type Dimension } from '@rise/contract';
import { expect, test } from 'vitest';
import { UserError } from '../kernel/errors/user-error.ts';
import { onePage } from '../testing/one-page.ts';
import { limitingFields, signedRows } from './embedded.rules.ts';

const title = { en: 'T' };
const dimension = (name: string, type: Dimension['type'] = 'string') => [name, { name, title, type }] as const;
const dataset = (...dimensions: readonly (readonly [string, unknown])[]) => ({
  dimensions: new Map(dimensions as readonly (readonly [string, Dimension])[]),
});
const DATASETS = new Map([
  ['loans', dataset(dimension('branch'), dimension('officer'), dimension('year', 'integer'))],
  ['deposits', dataset(dimension('branch'), dimension('product'), dimension('year'))],
  ['staff', dataset(dimension('branch'), dimension('officer'))],
]);
const figures = (id: string, of?: string) => ({ id, kind: 'figures', title, measures: ['count'], dataset: of });
const documentOf = (...tiles: object[]) =>
  reportDocument.parse(JSON.parse(JSON.stringify({ title, purpose: title, dataset: 'loans', ...onePage(tiles) })));
const OWN = documentOf(figures('own'));
const BOTH = documentOf(figures('own'), figures('other', 'deposits'));

const refusedFields = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return (error.details ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
};

test('a filter limits every dataset that has its field, whichever the report shows', () => {
  const filter = { field: 'branch', op: 'in', values: ['north'] };
  expect(signedRows({ branch: ['north'] }, OWN, DATASETS)).toEqual(
    ['loans', 'deposits', 'staff'].map((name) => ({ dataset: name, filter })),
  );
});

test('a filter of a field that one of the report’s datasets lacks is refused, instead of leaving its tiles unlimited', () => {
  expect(refusedFields(() => signedRows({ officer: ['ada'] }, OWN, DATASETS))).toEqual([]);
  expect(refusedFields(() => signedRows({ officer: ['ada'] }, BOTH, DATASETS))).toEqual(['filters.officer']);
  expect(limitingFields(BOTH, DATASETS)).toEqual(['branch', 'year']);
});

test('values that a dataset cannot have show none of its rows', () => {
  const rows = signedRows({ year: ['spring'] }, documentOf(figures('other', 'deposits'), { ...figures('own', 'deposits'), id: 'b' }), new Map([...DATASETS].filter(([name]) => name !== 'loans').concat([['loans', dataset(dimension('year'))], ['plan', dataset(dimension('year', 'integer'))]]))); // prettier-ignore
  expect(rows.find(({ dataset: name }) => name === 'plan')?.filter).toEqual({
    all: [
      { field: 'year', op: 'isNull', values: [] },
      { field: 'year', op: 'isNotNull', values: [] },
    ],
  });
  expect(refusedFields(() => signedRows({ year: ['spring'] }, OWN, DATASETS))).toEqual(['filters.year']);
});
