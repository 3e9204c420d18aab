import type { Dataset, Model } from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { readExpressions } from '../model/read-expressions.ts';

/** Tables of a dataset with rows or columns that its rules and masks hide. */
function guardedTables(model: Model, dataset: Dataset): Set<string> {
  const { rules } = readExpressions(model, dataset, [], () => undefined);
  const tables = new Set<string>(dataset.masks.flatMap((mask) => mask.columns.map((column) => column.table)));
  if (dataset.rules.length > 0) tables.add(dataset.table);
  for (const rule of rules.values()) for (const { table } of columnsIn(rule)) tables.add(table);
  return new Set([...tables].map((table) => table.toLowerCase()));
}

/**
 * Keeps a new dataset in a document from bypassing the template's rules and masks: over the same fact table it inherits
 * them, and any other use of a guarded table is refused.
 */
export function guardNewDataset(
  template: Model,
  dataset: Record<string, unknown> & { name: string },
  at: IssuePath,
  report: ReportIssue,
): Record<string, unknown> {
  const { table, joins, rules, masks } = dataset as Partial<Record<'table' | 'joins' | 'rules' | 'masks', unknown>>;
  const joined = (Array.isArray(joins) ? joins : []) as { table?: unknown }[];
  const read = [table, ...joined.map((item) => item.table)].map((item) => String(item).toLowerCase());
  const taken = { rules: Array.isArray(rules) ? [...rules] : [], masks: Array.isArray(masks) ? [...masks] : [] };
  for (const base of template.datasets) {
    const guarded = guardedTables(template, base);
    const met = read.find((item) => guarded.has(item));
    if (met === undefined) continue;
    if (read[0] !== base.table.toLowerCase()) {
      const remedy = `Make it a dataset over '${base.table}', or add to '${base.name}'.`;
      report(at, `Rules of the template's '${base.name}' guard the table '${met}'. ${remedy}`);
      continue;
    }
    const missing = [...guarded].find((item) => !read.includes(item));
    if (missing !== undefined)
      report(
        at,
        `Rules of the template's '${base.name}' hold here too and need the table '${missing}'. Add it under joins.`,
      );
    taken.rules.unshift(...base.rules);
    taken.masks.unshift(...base.masks);
  }
  return { ...dataset, ...taken };
}
