import type { Retention, TestCounts, VersionOrigin } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

/** By table and column, the sum of its amounts as an exact decimal. */
export type VersionTotals = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A version in the history, with what the version before has. */
export interface StoredVersion {
  number: number;
  source: string;
  /** 'YYYY-MM-DD' */
  asOf: string | null;
  loadedAt: Date;
  current: boolean;
  loadedBy: string | null;
  origin: VersionOrigin;
  importId: string | null;
  note: string;
  pinned: string | null;
  /** Frozen reports that have their figures from it. */
  freezes: number;
  removedAt: Date | null;
  restoredFrom: number | null;
  /** Whether its rows are in our own files. */
  own: boolean;
  tables: Record<string, number>;
  totals: VersionTotals;
  /** Null where no tests of the model ran on it. */
  tests: TestCounts | null;
  /** Of the version before; empty for the first one. */
  tablesBefore: Record<string, number>;
  totalsBefore: VersionTotals;
}

/** Versions below a number, newest first. */
export function listVersions(tx: TenantTx, { before, limit }: { before: number | null; limit: number }) {
  return tx.rows<StoredVersion>`
    SELECT v.number, v.source, v.as_of::text AS "asOf", v.loaded_at AS "loadedAt", v.current, v.loaded_by AS "loadedBy",
           v.origin, v.import_id AS "importId", v.note, v.pinned, v.removed_at AS "removedAt",
           v.restored_from AS "restoredFrom", v.connection IS NULL AS own, v.tables, v.totals,
           (SELECT count(*)::int FROM report_freeze z WHERE z.tenant_id = ${tx.tenantId} AND z.data_version = v.number) AS freezes,
           coalesce(b.tables, '{}') AS "tablesBefore", coalesce(b.totals, '{}') AS "totalsBefore",
           CASE WHEN r.outcomes <> '[]' THEN jsonb_build_object('passed', r.passed, 'failed', r.failed, 'notRun', r.not_run) END AS tests
    FROM warehouse_version v
    LEFT JOIN model_test_run r ON r.tenant_id = v.tenant_id AND r.data_version = v.number
    LEFT JOIN LATERAL (
      SELECT tables, totals FROM warehouse_version
      WHERE tenant_id = ${tx.tenantId} AND number < v.number ORDER BY number DESC LIMIT 1
    ) b ON true
    WHERE v.tenant_id = ${tx.tenantId} AND (${before}::integer IS NULL OR v.number < ${before}::integer)
    ORDER BY v.number DESC LIMIT ${limit}`;
}

/** False for a version that does not exist or has no data any more. */
export async function setPinned(tx: TenantTx, number: number, name: string | null): Promise<boolean> {
  const changed = await tx.run`
    UPDATE warehouse_version SET pinned = ${name}
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND removed_at IS NULL`;
  return changed === 1;
}

export async function findRetention(tx: TenantTx): Promise<Retention> {
  const row = await tx.first<Retention>`
    SELECT versions, days FROM version_retention WHERE tenant_id = ${tx.tenantId}`;
  return row ?? { versions: null, days: null };
}

export async function saveRetention(tx: TenantTx, { versions, days }: Retention): Promise<void> {
  await tx.run`
    INSERT INTO version_retention (tenant_id, versions, days) VALUES (${tx.tenantId}, ${versions}, ${days})
    ON CONFLICT (tenant_id) DO UPDATE SET versions = excluded.versions, days = excluded.days`;
}

/**
 * Marks the versions whose data is no longer retained, and returns their numbers. Never the current one, one that is
 * pinned or that a frozen report has its figures from, or the newest of our own, which the next load builds upon.
 */
export async function markRemoved(tx: TenantTx, { versions, days }: Retention): Promise<number[]> {
  if (versions === null && days === null) return [];
  const rows = await tx.rows<{ number: number }>`
    WITH own AS (
      SELECT number, loaded_at, current, pinned, row_number() OVER (ORDER BY number DESC) AS place
      FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND connection IS NULL AND removed_at IS NULL
    )
    UPDATE warehouse_version v SET removed_at = now(), segments = '{}', rollups = '[]', coverage = NULL
    FROM own
    WHERE v.tenant_id = ${tx.tenantId} AND v.number = own.number AND NOT own.current AND own.pinned IS NULL AND own.place > 1
      AND NOT EXISTS (SELECT FROM report_freeze z WHERE z.tenant_id = ${tx.tenantId} AND z.data_version = v.number)
      AND (${versions}::integer IS NULL OR own.place > ${versions}::integer)
      AND (${days}::integer IS NULL OR own.loaded_at < now() - make_interval(days => ${days}::integer))
    RETURNING v.number`;
  return rows.map(({ number }) => number);
}
