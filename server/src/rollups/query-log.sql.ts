import type { RecordedShape, QueryShape } from '@rise/engine';
import type { QueryMeta } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

/** A logged query, without the values in it. */
export interface LoggedQuery extends QueryShape {
  at: Date;
  restricted: boolean;
  rollups: readonly string[];
  dataVersion: number;
  cache: QueryMeta['cache'];
  elapsedMs: number;
  rowCount: number;
}

/** How many of a tenant's queries are stored, and for how long. */
const MAX_STORED = 5000;
const MAX_DAYS = 30;

export async function insertQueries(tx: TenantTx, queries: readonly LoggedQuery[]): Promise<void> {
  await tx.run`
    INSERT INTO query_log (tenant_id, at, dataset, dimensions, measures, filters, restricted, rollups, data_version, cache,
                           elapsed_ms, row_count)
    SELECT ${tx.tenantId}, q.at, q.dataset, q.dimensions, q.measures, q.filters, q.restricted, q.rollups, q."dataVersion",
           q.cache, q."elapsedMs", q."rowCount"
    FROM jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) AS q(
      at timestamptz, dataset text, dimensions jsonb, measures text[], filters jsonb, restricted boolean, rollups text[],
      "dataVersion" integer, cache text, "elapsedMs" real, "rowCount" integer)`;
}

/** Deletes queries that are too old or too many. */
export async function pruneQueries(tx: TenantTx): Promise<void> {
  await tx.run`
    DELETE FROM query_log WHERE tenant_id = ${tx.tenantId} AND (
      at < now() - make_interval(days => ${MAX_DAYS}) OR id <= (
        SELECT id FROM query_log WHERE tenant_id = ${tx.tenantId} ORDER BY id DESC OFFSET ${MAX_STORED} LIMIT 1))`;
}

/**
 * The shapes of the stored queries, by total time: the median of uncached runs, so that cold starts count little, times
 * the number of uncached runs.
 */
export function queryShapes(tx: TenantTx): Promise<RecordedShape[]> {
  return tx.rows<RecordedShape>`
    SELECT dataset, dimensions, measures, filters, restricted, count(*) AS count,
           count(*) FILTER (WHERE cache <> 'hit') * coalesce(
             percentile_cont(0.5) WITHIN GROUP (ORDER BY elapsed_ms) FILTER (WHERE cache <> 'hit'), 0) AS "elapsedMs"
    FROM (SELECT * FROM query_log WHERE tenant_id = ${tx.tenantId} ORDER BY id DESC LIMIT ${MAX_STORED}) recent
    GROUP BY dataset, dimensions, measures, filters, restricted
    ORDER BY "elapsedMs" DESC LIMIT 500`;
}

/** The number of queries that `queryShapes` is about. */
export async function countQueries(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT least(count(*), ${MAX_STORED}) AS count FROM query_log WHERE tenant_id = ${tx.tenantId}`;
  return row!.count;
}
