import type { VERIFICATION_ENDS } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface VerificationRow {
  by: string | null;
  /** As PostgreSQL writes it in JSON. */
  at: string;
  version: number;
  note: string;
  /** What has changed since; null: it holds. */
  withdrawn: (typeof VERIFICATION_ENDS)[number] | null;
}

/** The verification of each row of `report`, compared with what holds now; null where there is none. */
export const VERIFICATION = fragment`
  (SELECT jsonb_build_object('by', v.author, 'at', v.verified_at, 'version', v.version, 'note', v.note, 'withdrawn',
            CASE WHEN v.version <> report.version THEN 'published' WHEN v.model IS DISTINCT FROM n.model THEN 'model'
                 WHEN v.parameters <> n.parameters THEN 'parameters' WHEN v.mappings <> n.mappings THEN 'mappings'
                 WHEN v.settings <> n.settings THEN 'settings' END)
     FROM report_verification v CROSS JOIN rise_definitions(v.tenant_id) n
    WHERE v.tenant_id = report.tenant_id AND v.report_id = report.id) AS verification`;

/** Marks a version as verified, instead of any other. */
export async function putVerification(
  tx: TenantTx,
  report: string,
  { version, author, note }: { version: number; author: string | null; note: string },
): Promise<void> {
  await tx.run`
    INSERT INTO report_verification (tenant_id, report_id, version, author, note, model, parameters, mappings, settings)
    SELECT ${tx.tenantId}, ${report}, ${version}, ${author}, ${note}, n.model, n.parameters, n.mappings, n.settings
      FROM rise_definitions(${tx.tenantId}) n
    ON CONFLICT (tenant_id, report_id) DO UPDATE SET version = excluded.version, author = excluded.author,
      note = excluded.note, verified_at = excluded.verified_at, model = excluded.model, parameters = excluded.parameters,
      mappings = excluded.mappings, settings = excluded.settings`;
}

export async function deleteVerification(tx: TenantTx, report: string): Promise<void> {
  await tx.run`DELETE FROM report_verification WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}`;
}
