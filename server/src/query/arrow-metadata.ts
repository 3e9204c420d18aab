import type { QueryMeta, QueryResult, ResultColumn } from '@rise/contract';
import type { ArrowFormat } from '@rise/engine';

type Metadata = NonNullable<ArrowFormat['metadata']>;

/**
 * A result's metadata for Arrow, as JSON texts: of the schema `rise.meta`, and `rise.totals` and `rise.pivot` where the
 * result has them; of each field `rise.column`, the column of the contract with its titles and format.
 */
export function arrowMetadata({ columns, totals, pivot, meta }: Omit<QueryResult, 'rows'>): Metadata {
  return {
    schema: {
      'rise.meta': JSON.stringify(meta),
      ...(totals && { 'rise.totals': JSON.stringify(totals) }),
      ...(pivot && { 'rise.pivot': JSON.stringify(pivot) }),
    },
    fields: fieldsOf(columns),
  };
}

/** The same of a stream, whose number of rows is in its trailers: they are known after the last row. */
export function arrowStreamMetadata(
  columns: readonly ResultColumn[],
  meta: Pick<QueryMeta, 'dataVersion' | 'asOf'>,
): Metadata {
  return { schema: { 'rise.meta': JSON.stringify(meta) }, fields: fieldsOf(columns) };
}

const fieldsOf = (columns: readonly ResultColumn[]) =>
  columns.map((column) => ({ 'rise.column': JSON.stringify(column) }));
