import type { CatalogDataset } from '@rise/contract';
import { expect, it } from 'vitest';
import { startFields } from './start-fields.rules.ts';

const dimension = (name: string, type: string) => ({ name, type }) as CatalogDataset['dimensions'][number];
const measure = (name: string, unit: string) => ({ name, format: { unit } }) as CatalogDataset['measures'][number];

it('begins with what is measured, and a date before other dimensions', () => {
  expect(
    startFields({
      dimensions: [dimension('state', 'string'), dimension('charter', 'string'), dimension('day', 'date')],
      measures: [measure('rows', 'count'), measure('assets', 'currency')],
    }),
  ).toEqual(['assets', 'rows', 'day', 'state']);
  expect(startFields({ dimensions: [], measures: [measure('rows', 'count')] })).toEqual(['rows']);
});
