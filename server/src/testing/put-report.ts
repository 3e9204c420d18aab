import type { ReportDocument } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { recordVersion } from '../reports/report-changes.service.ts';
import { insertReport } from '../reports/reports.sql.ts';
import { putTemplateWorkspace } from '../workspaces/workspaces.service.ts';

/** Puts a published report into a workspace of its own that everybody may read. */
export async function putReport(tx: TenantTx, document: ReportDocument) {
  const texts = { name: { en: 'Planted' }, description: { en: 'For tests and measurements.' } };
  const workspace = await putTemplateWorkspace(tx, 'planted', { ...texts, icon: 'folder', color: 'gray' });
  const row = await insertReport(tx, workspace, document);
  await recordVersion(tx, null, row, { author: null, note: '' });
  return row;
}
