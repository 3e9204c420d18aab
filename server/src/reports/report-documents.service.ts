import type { ReportDocument } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { listReports } from './reports.sql.ts';

/** The documents of the tenant's reports, by title. */
export async function readReports(tx: TenantTx): Promise<{ id: string; document: ReportDocument }[]> {
  return (await listReports(tx)).map(({ id, document }) => ({ id, document }));
}
