import type { AmountCurrency, Dataset, Measure, Model } from '@rise/contract';
import { joinName } from './joins.ts';

/** Finds names as they are declared, without regard to case; an unknown one stays as it is written. */
export function nameFinder(declared: readonly string[]): (name: string) => string {
  const byName = new Map(declared.map((name) => [name.toLowerCase(), name]));
  return (name) => byName.get(name.toLowerCase()) ?? name;
}

/** The names of a dataset's own table and its joins, as they are declared. */
export const namesOf = ({ table, joins }: Pick<Dataset, 'table' | 'joins'>): string[] => [
  table,
  ...joins.map(joinName),
];

function declaredIn(dataset: Dataset): Dataset {
  const find = nameFinder(namesOf(dataset));
  const findTable = nameFinder([dataset.table, ...dataset.joins.map(({ table }) => table)]);
  const inJoin = <T extends { table: string }>(column: T): T => ({ ...column, table: find(column.table) });
  const amountIn = (item: AmountCurrency): AmountCurrency =>
    typeof item === 'object' && 'column' in item ? { column: inJoin(item.column) } : item;
  const { joins, asOf, dimensions, measures, masks, currency } = dataset;
  return {
    ...dataset,
    joins: joins.map((join) => ({ ...join, ...(join.to !== undefined && { to: find(join.to) }) })),
    ...(asOf && { asOf: inJoin(asOf) }),
    dimensions: dimensions.map((field) => ({ ...field, ...(field.column && { column: inJoin(field.column) }) })),
    ...(currency !== undefined && { currency: amountIn(currency) }),
    measures: measures.map((field): Measure => {
      const own = 'currency' in field && field.currency !== undefined ? { currency: amountIn(field.currency) } : {};
      return field.kind === 'sum' && field.columns
        ? { ...field, ...own, columns: field.columns.map(inJoin) }
        : { ...field, ...own };
    }),
    masks: masks.map((mask) => ({
      ...mask,
      columns: mask.columns.map((column) => ({ ...column, table: findTable(column.table) })),
    })),
  };
}

/** The model with tables and joins named as their dataset declares them: engines may distinguish upper and lower case. */
export const withDeclaredNames = (model: Model): Model => ({ ...model, datasets: model.datasets.map(declaredIn) });
