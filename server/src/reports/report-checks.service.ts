import type { LocalizedText, Model, ReportDocument } from '@rise/contract';
import { checkReport, type ModelIssue } from '@rise/engine';
import type { Actor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { readReports } from './report-documents.service.ts';
import { listReports } from './reports.sql.ts';

/** Names in the tenant's reports that a model lacks, by report, tile and field. */
export async function checkReports(tx: TenantTx, model: Model): Promise<ModelIssue[]> {
  const issues: ModelIssue[] = [];
  for (const { document, archivedAt } of await listReports(tx)) {
    if (archivedAt !== null) continue;
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

/** The reports that a person may open and that name a measure or dimension of a dataset. */
export async function reportsUsing(
  tx: TenantTx,
  actor: Actor,
  { dataset, name }: { dataset: string; name: string },
): Promise<{ id: string; title: LocalizedText }[]> {
  const reports = await readReports(tx, actor);
  return reports
    .filter(({ document }) => document.dataset === dataset && namesField(document, name))
    .map(({ id, document: { title } }) => ({ id, title }));
}

/** Parts of a report that are texts, or names of its own parts. */
const TEXTS = new Set(['en', 'tr', 'id', 'name', 'values', 'kind']);

function namesField(document: ReportDocument, name: string): boolean {
  const isIn = (value: unknown): boolean => {
    if (typeof value === 'string') return value === name;
    if (Array.isArray(value)) return value.some(isIn);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([key, part]) => !TEXTS.has(key) && isIn(part));
  };
  const { dataset: _dataset, ...parts } = document;
  return isIn(parts);
}
