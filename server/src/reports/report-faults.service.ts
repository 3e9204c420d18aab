import type { Model } from '@rise/contract';
import { checkReport, type ModelProblem } from '@rise/engine';
import type { TenantTx } from '../kernel/database.ts';
import { listReports } from './reports.sql.ts';

/** What the tenant's reports name that a model does not have, by report, tile and field. */
export async function reportFaults(tx: TenantTx, model: Model): Promise<ModelProblem[]> {
  const problems: ModelProblem[] = [];
  for (const { document } of await listReports(tx)) {
    const file = `report '${document.title.en}'`;
    checkReport(document, model, ([first, index, ...rest], message) => {
      const tile = first === 'tiles' && typeof index === 'number' ? document.tiles[index] : undefined;
      const path = tile ? [`tile '${tile.id}'`, ...rest.map(String)].join('.') : [first, index, ...rest].filter((key) => key !== undefined).map(String).join('.'); // prettier-ignore
      problems.push({ file, line: null, column: null, path, message });
    });
  }
  return problems;
}
