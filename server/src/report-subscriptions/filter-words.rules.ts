import { localize, type Language, type Report, type SignedFilters } from '@rise/contract';

/** Filters as a reader knows them: 'State: Vermont, Maine; Charter: Federal'. */
export const filterWords = (filters: SignedFilters, { fields }: Pick<Report, 'fields'>, language: Language): string =>
  Object.entries(filters)
    .map(([field, values]) => {
      const dimension = fields.dimensions.find(({ name }) => name === field);
      const titles = new Map(dimension?.values?.map(({ value, title }) => [String(value), localize(title, language)]));
      const named = values.map((value) => titles.get(String(value)) ?? String(value));
      return `${dimension ? localize(dimension.title, language) : field}: ${named.join(', ')}`;
    })
    .join('; ');
