import type { Report, SignedFilters } from '@rise/contract';
import { useLocalize } from '../../i18n/use-language.ts';
import { dimensionNamed, valueTitle } from './fields.ts';

/** Filters as a reader knows them: 'State: Vermont, Maine; Charter: Federal'. */
export function useFilterWords(report: Report): (filters: SignedFilters) => string {
  const localize = useLocalize();
  return (filters) =>
    Object.entries(filters)
      .map(([field, values]) => {
        const dimension = dimensionNamed(report, field);
        const titles = values.map((value) => valueTitle(dimension, value, localize));
        return `${localize(dimension?.title ?? { en: field })}: ${titles.join(', ')}`;
      })
      .join('; ');
}
