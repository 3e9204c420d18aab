import type { Averaged, QueryMeta, QueryResult, Uncomputed } from '@rise/contract';
import { JsonWriter } from './json-writer.ts';
import type { BodyText } from './result-limit.ts';

/** A result as text, ready to send: its rows are never parsed. */
export interface ResultText {
  /** The members `"columns":…,"rows":…,"totals":…` of a result as JSON text, without the enclosing braces. */
  body: BodyText;
  rowCount: number;
  truncated: boolean;
  uncomputed: readonly Uncomputed[];
  averages: readonly Averaged[];
  cache: 'hit' | 'miss' | 'shared';
  elapsedMs: number;
  /** Rollups read instead of base tables, and whether row rules or masks restricted the rows. */
  read: { rollups: readonly string[]; restricted: boolean };
  /** The days that its date ranges meant. */
  periods: QueryMeta['periods'];
  /** What its figures lack because it was not delivered. */
  unavailable: QueryMeta['unavailable'];
}

/** What the host adds to a result: the data version, and unmapped codes. */
export type ResultMeta = Pick<QueryMeta, 'dataVersion' | 'asOf' | 'unmapped'>;

/** The JSON text of a `QueryResult`. */
export function resultJson(result: ResultText, meta: ResultMeta): string {
  const { body, rowCount, truncated, unavailable, cache, periods, elapsedMs } = result;
  const [uncomputed, averages] = [[...result.uncomputed], [...result.averages]];
  const queryMeta: QueryMeta = {
    ...meta,
    rowCount,
    truncated,
    uncomputed,
    unavailable,
    averages,
    cache,
    periods,
    elapsedMs,
  };
  return new JsonWriter().append(body.toString()).value('meta', queryMeta).object();
}

/** The result as an object, for callers that compute with it. */
export function toQueryResult(result: ResultText, meta: ResultMeta): QueryResult {
  return JSON.parse(resultJson(result, meta)) as QueryResult;
}
