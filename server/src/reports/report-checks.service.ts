import type { Model } from '@rise/contract';
import { checkReport, type ModelIssue } from '@rise/engine';
import type { TenantTx } from '../kernel/database/database.ts';
import { listReports } from './reports.sql.ts';

/** Names in the tenant's reports that a model lacks, by report, tile and field. */
export async function checkReports(tx: TenantTx, model: Model): Promise<ModelIssue[]> {
  const issues: ModelIssue[] = [];
  for (const { document } of await listReports(tx)) {
    const file = `report '${document.title.en}'`;
    checkReport(document, model, (keys, message) => {
      const [first, index, ...rest] = keys;
      const tile = first === 'tiles' && typeof index === 'number' ? document.tiles[index] : undefined;
      const path = (tile ? [`tile '${tile.id}'`, ...rest] : keys).map(String).join('.');
      issues.push({ file, line: null, column: null, path, message });
    });
  }
  return issues;
}
