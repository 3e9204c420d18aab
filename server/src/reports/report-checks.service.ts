import type { LocalizedText, Model, ReportDocument } from '@rise/contract';
import { checkReport, type ModelIssue } from '@rise/engine';
import type { Actor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { turns } from '../kernel/time/turns.ts';
import { readReports } from './report-documents.service.ts';
import { fieldsByDataset } from './report-fields.service.ts';
import { listReports } from './reports.sql.ts';

/** Names in the tenant's reports that a model lacks, by report, tile and field. */
export async function checkReports(tx: TenantTx, model: Model): Promise<ModelIssue[]> {
  const issues: ModelIssue[] = [];
  const turn = turns();
  for (const { document, version, archivedAt } of await listReports(tx)) {
    // What is not published is checked when it is.
    if (archivedAt !== null || version === 0) continue;
    const file = `report '${document.title.en}'`;
    checkReport(document, model, (keys, message) => {
      issues.push({ file, line: null, column: null, path: placeIn(document, keys), message });
    });
    await turn();
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
    .filter(({ document }) => {
      const names = fieldsByDataset(document).get(dataset);
      return names?.dimensions.has(name) || names?.measures.has(name);
    })
    .map(({ id, document: { title } }) => ({ id, title }));
}

/** Where in a document something is, with the id of the tile instead of its place. */
export function placeIn({ pages }: ReportDocument, path: readonly PropertyKey[]): string {
  const [, page, , row, , index, ...rest] = path as unknown as [
    string,
    number,
    string,
    number,
    string,
    number,
    ...string[],
  ];
  const tile = path[0] === 'pages' ? pages[page]?.rows[row]?.tiles[index] : undefined;
  return (tile ? [`tile '${tile.id}'`, ...rest] : path).map(String).join('.');
}
