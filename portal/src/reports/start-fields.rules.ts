import type { CatalogDataset } from '@rise/contract';

/** As many as a first tile shows without becoming a list of columns. */
const MAX_DIMENSIONS = 2;
const MAX_MEASURES = 4;

/**
 * The fields that a report of a whole dataset begins with: a date first, so that a course is suggested, and what is
 * measured before how many rows there are.
 */
export function startFields({ dimensions, measures }: Pick<CatalogDataset, 'dimensions' | 'measures'>): string[] {
  const isDate = ({ type }: CatalogDataset['dimensions'][number]) => type === 'date' || type === 'timestamp';
  const isCount = ({ format }: CatalogDataset['measures'][number]) => format.unit === 'count';
  const ordered = [...dimensions.filter(isDate), ...dimensions.filter((one) => !isDate(one))];
  const measured = [...measures.filter((one) => !isCount(one)), ...measures.filter(isCount)];
  return [...measured.slice(0, MAX_MEASURES), ...ordered.slice(0, MAX_DIMENSIONS)].map(({ name }) => name);
}
