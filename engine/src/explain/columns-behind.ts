import type { AggregateQuery, Measure } from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { dimensionBehind, queryOfRows } from '../model/derived-datasets.ts';
import { tablesByName } from '../model/joins.ts';
import { measuresIn } from '../model/read-expressions.ts';
import type { Scope } from '../plan/scope.ts';
import { withCustomMeasures } from '../planner/measures/custom-measures.ts';

/** What an explanation is about. */
export interface Explained {
  model: CompiledModel;
  scope: Scope;
}

/** What the rows of a derived dataset are groups of: its query, and the dataset that it reads with its own measures. */
export interface RowsBehind {
  query: AggregateQuery;
  from: CompiledDataset;
}

/** Null for a dataset over a table. */
export function rowsBehind({ dataset }: Pick<CompiledFact, 'dataset'>, { model, scope }: Explained): RowsBehind | null {
  const query = queryOfRows(dataset);
  return query && { query, from: withCustomMeasures(model, scope, query, null).datasets.get(query.dataset)! };
}

const keyOf = ({ table, column }: TableColumn) => `${table}.${column}`;
const distinct = (columns: readonly TableColumn[]): TableColumn[] => [
  ...new Map(columns.map((column) => [keyOf(column), column])).values(),
];

/**
 * The tables and columns of columns that a fact's expressions name. With `through`, those of a derived dataset's rows are
 * replaced by the columns of the warehouse that they are computed from.
 */
export function columnsOfFact(
  fact: CompiledFact,
  named: readonly TableColumn[],
  through: Explained | null,
): TableColumn[] {
  const { dataset } = fact;
  const tableOf = tablesByName(dataset);
  const behind = through && rowsBehind(fact, through);
  return named.flatMap(({ table, column }) => {
    if (!behind || table !== dataset.table) return [{ table: tableOf(table), column }];
    const { query, from } = behind;
    const dimension = dimensionBehind(query, column);
    if (dimension) return columnsOfDimension(from, dimension.field, through);
    return columnsBehind(from, from.measures.get(column)!, through);
  });
}

/** The columns of a dimension, or of a measure that is listed, in each fact that has it. */
export function columnsOfDimension(from: CompiledDataset, name: string, through: Explained | null): TableColumn[] {
  return from.facts.flatMap((fact) => {
    const { values, conditions } = fact.expressions;
    const own = [values.get(name), conditions.get(name)].flatMap((item) => (item ? columnsIn(item) : []));
    return columnsOfFact(fact, own, through);
  });
}

/** Source columns of a measure, without duplicates; see `columnsOfFact`. */
export function columnsBehind(from: CompiledDataset, measure: Measure, through: Explained | null): TableColumn[] {
  const { values, conditions, currencies } = from.expressions;
  const behind = (item: Measure): TableColumn[] => {
    if (item.kind === 'ratio')
      return [...item.numerator, ...item.denominator].flatMap(({ measure: part }) => named(part));
    if (item.kind === 'average_balance') return named(item.measure);
    if (item.kind === 'combine') return item.terms.flatMap(({ measure: part }) => named(part));
    const value = values.get(item.name);
    if (item.kind === 'derived') return measuresIn(value!).flatMap(named);
    const condition = conditions.get(item.name);
    const currency = currencies.get(item.name);
    const own = [value, condition, currency].flatMap((part) => (part ? columnsIn(part) : []));
    return columnsOfFact(from.factOf.get(item.name)!, own, through);
  };
  const named = (name: string) => behind(from.measures.get(name)!);
  return distinct(behind(measure));
}
