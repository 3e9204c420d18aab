import type { AggregateQuery } from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { dimensionBehind, queryOfRows } from '../model/derived-datasets.ts';
import { measuresBehind } from './lineage.ts';

/** A query whose groups are rows of a dataset. */
export interface QueryBehind {
  query: AggregateQuery;
  /** Dimensions and measures of the dataset that are computed from a field of the query's dataset. */
  fieldsFrom(field: string): string[];
}

/** The queries that a dataset reads: one for a derived dataset, one for each derived fact of a combined one. */
export const queriesBehind = (model: CompiledModel, dataset: string): QueryBehind[] =>
  (model.datasets.get(dataset)?.facts ?? []).flatMap((fact) => {
    const query = queryOfRows(fact.dataset);
    return query ? [{ query, fieldsFrom: (field) => fieldsFrom(model, fact, query, field) }] : [];
  });

function fieldsFrom(model: CompiledModel, fact: CompiledFact, query: AggregateQuery, field: string): string[] {
  const source = model.datasets.get(query.dataset)!;
  const { values, conditions } = fact.expressions;
  const comesFrom = (column: string) =>
    dimensionBehind(query, column)?.field === field || measuresBehind(source, column).includes(field);
  return [...new Set([...values.keys(), ...conditions.keys()])].filter((name) =>
    [values.get(name), conditions.get(name)].some(
      (expression) =>
        expression &&
        columnsIn(expression).some(({ table, column }) => table === fact.dataset.table && comesFrom(column)),
    ),
  );
}
