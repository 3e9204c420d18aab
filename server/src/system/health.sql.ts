import type { GlobalTx } from '../kernel/database/database.ts';
import type { ServerFigures } from './server-figures.ts';

export interface ServerRow {
  process: string;
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: Date;
  reportedAt: Date;
  figures: ServerFigures;
}

export interface NewReport {
  readonly process: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
  readonly figures: ServerFigures;
}

export async function saveReport(tx: GlobalTx, report: NewReport): Promise<void> {
  const { process, host, pid, version, startedAt, figures } = report;
  await tx.run`
    INSERT INTO server_report (process, host, pid, version, started_at, figures)
    VALUES (${process}, ${host}, ${pid}, ${version}, ${startedAt}, ${JSON.stringify(figures)}::jsonb)
    ON CONFLICT (process) DO UPDATE SET version = excluded.version, started_at = excluded.started_at,
      figures = excluded.figures, reported_at = clock_timestamp()`;
}

export async function deleteReport(tx: GlobalTx, process: string): Promise<void> {
  await tx.run`DELETE FROM server_report WHERE process = ${process}`;
}

export async function deleteReports(tx: GlobalTx): Promise<void> {
  await tx.run`DELETE FROM server_report`;
}

/** Of servers that were killed or lost; they are listed for so many hours. */
export async function deleteOldReports(tx: GlobalTx, hours: number): Promise<void> {
  await tx.run`DELETE FROM server_report WHERE reported_at < clock_timestamp() - make_interval(hours => ${hours})`;
}

export function listReports(tx: GlobalTx): Promise<ServerRow[]> {
  return tx.rows<ServerRow>`
    SELECT process, id, host, pid, version, started_at AS "startedAt", reported_at AS "reportedAt", figures
      FROM server_report ORDER BY started_at, process`;
}

export interface DatabaseRow {
  bytes: number;
  /** Of the oldest transaction of Rise's own role. */
  oldestSeconds: number;
  connections: number;
  maxConnections: number;
}

export async function readDatabase(tx: GlobalTx): Promise<DatabaseRow> {
  const row = await tx.first<DatabaseRow>`
    SELECT pg_database_size(current_database()) AS bytes, current_setting('max_connections')::integer AS "maxConnections",
           count(*) FILTER (WHERE a.backend_type = 'client backend')::integer AS connections,
           coalesce(max(extract(epoch FROM clock_timestamp() - a.xact_start))
             FILTER (WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()), 0)::integer AS "oldestSeconds"
      FROM pg_stat_activity a`;
  return row!;
}

export async function readMail(tx: GlobalTx): Promise<{ waiting: number; oldestAt: Date | null }> {
  const row = await tx.first<{ waiting: number; oldestAt: Date | null }>`
    SELECT count(*)::integer AS waiting, min(created_at) AS "oldestAt" FROM mail_outbox
     WHERE sent_at IS NULL AND failed_at IS NULL AND NOT held`;
  return row!;
}

/** The last backup by Rise's own command that the audit trail knows, of the last so many days. */
export async function lastBackup(tx: GlobalTx, chain: string, days: number): Promise<Date | null> {
  const row = await tx.first<{ at: Date | null }>`
    SELECT max(at) AS at FROM audit_record
     WHERE chain = ${chain} AND at > now() - make_interval(days => ${days}) AND action = 'backup.create' AND outcome = 'done'`;
  return row!.at;
}

/** Chains whose last check found them broken, and when any was checked last. */
export async function readVerifications(tx: GlobalTx): Promise<{ broken: number; at: Date | null }> {
  const row = await tx.first<{ broken: number; at: Date | null }>`
    SELECT count(*) FILTER (WHERE problem IS NOT NULL)::integer AS broken, max(at) AS at
      FROM (SELECT DISTINCT ON (chain) chain, problem, at FROM audit_verification ORDER BY chain, id DESC) AS last`;
  return row!;
}
