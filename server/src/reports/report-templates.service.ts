import type { ReportDocument } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { indexEntries } from '../search/search-index.service.ts';
import { announce, MAX_REPORTS, recordVersion } from './report-changes.service.ts';
import { searchEntriesOf } from './report-summary.ts';
import {
  countReports,
  listReports,
  lockReportKeys,
  putTemplateReport,
  releaseTemplateReport,
  reportOfTemplate,
} from './reports.sql.ts';

/** A report that follows a template. */
export interface TemplateReport {
  /** Of the template, in the tenant. */
  readonly template: string;
  readonly key: string;
  readonly document: ReportDocument;
}

export interface TemplateReports {
  /** Those that follow a template, archived ones included. */
  readonly ofTemplates: readonly (TemplateReport & { readonly workspace: string })[];
  /** Of all reports of the tenant. */
  readonly keys: ReadonlySet<string>;
}

/** `'locks'`: nobody else gives a report a key in this transaction. */
export async function templateReports(tx: TenantTx, mode: 'reads' | 'locks'): Promise<TemplateReports> {
  if (mode === 'locks') await lockReportKeys(tx);
  const rows = await listReports(tx);
  const ofTemplates = rows.flatMap(({ template, key, document, workspaceId: workspace }) =>
    template === null ? [] : [{ template, key, document, workspace }],
  );
  return { ofTemplates, keys: new Set(rows.map(({ key }) => key)) };
}

/** CONFLICT where a tenant has no place for so many more reports. */
export async function requirePlaceForReports(tx: TenantTx, count: number): Promise<void> {
  if ((await countReports(tx)) + count > MAX_REPORTS)
    throw new UserError('CONFLICT', `There can be ${MAX_REPORTS} reports at most, archived ones included.`);
}

/** Stores a template's report in a workspace, or its next version where it differs. Its key is one of its title where none is named. */
export async function writeTemplateReport(
  tx: TenantTx,
  workspaceId: string,
  { template, document, key = null }: Omit<TemplateReport, 'key'> & { readonly key?: string | null },
): Promise<void> {
  const before = await reportOfTemplate(tx, template);
  const row = await putTemplateReport(tx, { template, workspaceId, document, key });
  if (!row) return;
  if (row.version !== before?.version) await recordVersion(tx, before, row, { author: null, note: '' });
  await indexEntries(tx, 'reports', searchEntriesOf(row));
}

/** Archives a report that its template does not have any more; from then on it is the tenant's own. */
export async function releaseReport(tx: TenantTx, template: string): Promise<void> {
  const row = await releaseTemplateReport(tx, template);
  if (row) await announce(tx, row);
}
