import type { NewSavedQuery, SqlHistoryEntry, SqlParameters, SqlTab } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

type TabContent = Pick<SqlTab, 'title' | 'sql' | 'parameters' | 'savedQuery'>;
export type TabRow = Omit<SqlTab, 'updatedAt'> & { updatedAt: Date };
export type RunRow = Omit<SqlHistoryEntry, 'startedAt'> & { startedAt: Date };
export interface SavedQueryRow extends NewSavedQuery {
  id: string;
  accountId: string;
  author: string | null;
  revision: number;
  updatedAt: Date;
}
/** What is known of a statement when it ends. */
export interface FinishedRun extends Omit<RunRow, 'number'> {
  parameters: SqlParameters;
}

const TAB_COLUMNS = fragment`id, title, sql, parameters, saved_query AS "savedQuery", revision, updated_at AS "updatedAt"`;

export function listTabs(tx: TenantTx, accountId: string): Promise<TabRow[]> {
  return tx.rows<TabRow>`
    SELECT ${TAB_COLUMNS} FROM sql_tab WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} ORDER BY number`;
}

/** Until the transaction ends, nobody else adds a tab or a saved query of the person. */
export async function lockWorkbench(tx: TenantTx, accountId: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('workbench ' || ${tx.tenantId}::text || ${accountId}::text, 0))`;
}

export async function insertTab(tx: TenantTx, accountId: string, tab: TabContent): Promise<TabRow> {
  const row = await tx.first<TabRow>`
    INSERT INTO sql_tab (tenant_id, account_id, title, sql, parameters, saved_query)
    VALUES (${tx.tenantId}, ${accountId}, ${tab.title}, ${tab.sql}, ${JSON.stringify(tab.parameters)}::jsonb, ${tab.savedQuery})
    RETURNING ${TAB_COLUMNS}`;
  return row!;
}

/** The tab's revision, locked until the transaction ends; null if the person has no such tab. */
export async function lockTab(tx: TenantTx, accountId: string, id: string): Promise<number | null> {
  const row = await tx.first<{ revision: number }>`
    SELECT revision FROM sql_tab
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} FOR UPDATE`;
  return row?.revision ?? null;
}

export async function updateTab(tx: TenantTx, accountId: string, id: string, tab: TabContent): Promise<TabRow> {
  const row = await tx.first<TabRow>`
    UPDATE sql_tab SET title = ${tab.title}, sql = ${tab.sql}, parameters = ${JSON.stringify(tab.parameters)}::jsonb,
      saved_query = ${tab.savedQuery}, revision = revision + 1, updated_at = now()
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} RETURNING ${TAB_COLUMNS}`;
  return row!;
}

export function deleteTab(tx: TenantTx, accountId: string, id: string): Promise<{ id: string } | null> {
  return tx.first`
    DELETE FROM sql_tab WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} RETURNING id`;
}

export function listRuns(tx: TenantTx, accountId: string): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT number, sql, parameters, kind, outcome, problem, started_at AS "startedAt", elapsed_ms AS "elapsedMs",
      row_count AS "rowCount", truncated, data_version AS "dataVersion"
    FROM sql_run WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} ORDER BY number DESC`;
}

/** Adds a run and removes those beyond the newest `most`. */
export async function insertRun(tx: TenantTx, accountId: string, run: FinishedRun, most: number): Promise<void> {
  const { sql, parameters, kind, outcome, problem, startedAt, elapsedMs, rowCount, truncated, dataVersion } = run;
  await tx.run`
    INSERT INTO sql_run (tenant_id, account_id, sql, parameters, kind, outcome, problem, started_at, elapsed_ms, row_count,
      truncated, data_version)
    VALUES (${tx.tenantId}, ${accountId}, ${sql}, ${JSON.stringify(parameters)}::jsonb, ${kind}, ${outcome}, ${problem},
      ${startedAt}, ${elapsedMs}, ${rowCount}, ${truncated}, ${dataVersion})`;
  await tx.run`
    DELETE FROM sql_run WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND number <= (
      SELECT number FROM sql_run WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}
      ORDER BY number DESC OFFSET ${most} LIMIT 1)`;
}

export async function deleteRuns(tx: TenantTx, accountId: string): Promise<number> {
  const rows = await tx.rows`
    DELETE FROM sql_run WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} RETURNING number`;
  return rows.length;
}

const QUERY_COLUMNS = fragment`id, account_id AS "accountId", author, name, description, sql, parameters, shared, revision,
  updated_at AS "updatedAt"`;

/** The person's own queries and those shared with the tenant. */
export function listQueries(tx: TenantTx, accountId: string): Promise<SavedQueryRow[]> {
  return tx.rows<SavedQueryRow>`
    SELECT ${QUERY_COLUMNS} FROM saved_query
    WHERE tenant_id = ${tx.tenantId} AND (account_id = ${accountId} OR shared) ORDER BY lower(name), name, id`;
}

export async function countQueries(tx: TenantTx, accountId: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM saved_query WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
  return row!.count;
}

export async function insertQuery(
  tx: TenantTx,
  { accountId, author }: { accountId: string; author: string | null },
  query: NewSavedQuery,
): Promise<SavedQueryRow> {
  const { name, description, sql, parameters, shared } = query;
  const row = await tx.first<SavedQueryRow>`
    INSERT INTO saved_query (tenant_id, account_id, author, name, description, sql, parameters, shared)
    VALUES (${tx.tenantId}, ${accountId}, ${author}, ${name}, ${description}, ${sql}, ${JSON.stringify(parameters)}::jsonb,
      ${shared})
    RETURNING ${QUERY_COLUMNS}`;
  return row!;
}

/** A query that the person can find. */
export function findQuery(tx: TenantTx, accountId: string, id: string): Promise<SavedQueryRow | null> {
  return tx.first<SavedQueryRow>`
    SELECT ${QUERY_COLUMNS} FROM saved_query
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND (account_id = ${accountId} OR shared)`;
}

/** A query that the person can find, locked until the transaction ends. */
export function lockQuery(tx: TenantTx, accountId: string, id: string): Promise<SavedQueryRow | null> {
  return tx.first<SavedQueryRow>`
    SELECT ${QUERY_COLUMNS} FROM saved_query
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND (account_id = ${accountId} OR shared) FOR UPDATE`;
}

export async function updateQuery(tx: TenantTx, id: string, query: NewSavedQuery): Promise<SavedQueryRow> {
  const { name, description, sql, parameters, shared } = query;
  const row = await tx.first<SavedQueryRow>`
    UPDATE saved_query SET name = ${name}, description = ${description}, sql = ${sql},
      parameters = ${JSON.stringify(parameters)}::jsonb, shared = ${shared}, revision = revision + 1, updated_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${QUERY_COLUMNS}`;
  return row!;
}

export async function deleteQuery(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM saved_query WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function countQueriesOf(tx: TenantTx, account: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM saved_query WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  return row!.count;
}

export async function replaceAuthor(
  tx: TenantTx,
  account: string,
  to: { account: string; email: string },
): Promise<void> {
  await tx.run`
    UPDATE saved_query SET account_id = ${to.account}, author = ${to.email}, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}
