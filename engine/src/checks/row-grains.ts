import type { Dataset } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { overOf } from '../model/measures.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';
import { REPEATABLE, rowGrain } from '../model/row-grain.ts';

/** Reports measures for which it is not clear how often a joined row counts. */
export function checkRowGrains(
  dataset: Dataset,
  { values }: Pick<DatasetExpressions, 'values'>,
  at: IssuePath,
  report: ReportIssue,
): void {
  for (const [index, measure] of dataset.measures.entries()) {
    const value = values.get(measure.name);
    if (!value || !REPEATABLE.has(measure.kind)) continue;
    const path = [...at, 'measures', index];
    const grain = rowGrain(dataset, value);
    if (grain.kind === 'unclear') {
      const tables = grain.joins.map((name) => `'${name}'`).join(' and ');
      report(
        path,
        `'${measure.name}' uses columns of ${tables}, and a row of one can come with several of the other, so it is unclear how often each counts. Make a measure of each, and combine them.`,
      );
    } else if (grain.kind === 'joined' && overOf(measure)) {
      report(
        [...path, 'over'],
        `'${measure.name}' uses columns of the joined table '${grain.join}', which has no row for each day. Leave 'over' out, or declare it in a dataset of that table.`,
      );
    }
  }
}
