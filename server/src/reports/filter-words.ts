import { type Language, localize, type Report } from '@rise/contract';

type Values = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** What filters are called, and their values as a reader knows them: [['State', 'Vermont, Maine']]. */
export const filterWords = (
  filters: Values,
  { fields }: Pick<Report, 'fields'>,
  language: Language,
): [string, string][] =>
  Object.entries(filters).map(([field, values]) => {
    const dimension = fields.dimensions.find(({ name }) => name === field);
    const titles = new Map(dimension?.values?.map(({ value, title }) => [String(value), localize(title, language)]));
    const named = values.map((value) => titles.get(String(value)) ?? String(value));
    return [dimension ? localize(dimension.title, language) : field, named.join(', ')];
  });
