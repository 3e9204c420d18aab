import type { Dataset, Model } from '@rise/contract';
import { columnsIn } from '../plan/bound.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { readExpressions } from './read-expressions.ts';

/** The tables of a dataset whose rows or columns its rules and masks keep from readers. */
function guardedTables(model: Model, dataset: Dataset): Set<string> {
  const { rules } = readExpressions(model, dataset, [], () => undefined);
  const tables = new Set<string>(dataset.masks.flatMap((mask) => mask.columns.map((column) => column.table)));
  if (dataset.rules.length > 0) tables.add(dataset.table);
  for (const rule of rules.values()) for (const { table } of columnsIn(rule)) tables.add(table);
  return new Set([...tables].map((table) => table.toLowerCase()));
}

/**
 * A dataset that a document adds to its template is no way around the template's rules and masks: over the same table
 * of facts it takes them over, and any other way to a guarded table is refused.
 */
export function guardNewDataset(
  template: Model,
  dataset: Record<string, unknown> & { name: string },
  at: ProblemPath,
  report: (path: ProblemPath, message: string) => void,
): Record<string, unknown> {
  const { table, joins, rules, masks } = dataset as Partial<Record<'table' | 'joins' | 'rules' | 'masks', unknown>>;
  const joined = (Array.isArray(joins) ? joins : []) as { table?: unknown }[];
  const read = [table, ...joined.map((each) => each.table)].map((each) => String(each).toLowerCase());
  const taken = { rules: Array.isArray(rules) ? [...rules] : [], masks: Array.isArray(masks) ? [...masks] : [] };
  for (const base of template.datasets) {
    const guarded = guardedTables(template, base);
    const met = read.find((each) => guarded.has(each));
    if (met === undefined) continue;
    if (read[0] !== base.table.toLowerCase()) {
      const remedy = `Make it a dataset over '${base.table}', or add to '${base.name}'.`;
      report(at, `Rules of the template's '${base.name}' guard the table '${met}'. ${remedy}`);
      continue;
    }
    const missing = [...guarded].find((each) => !read.includes(each));
    if (missing !== undefined)
      report(at, `Rules of the template's '${base.name}' hold here too and need the table '${missing}'. Add it under joins.`); // prettier-ignore
    taken.rules.unshift(...base.rules);
    taken.masks.unshift(...base.masks);
  }
  return { ...dataset, ...taken };
}
