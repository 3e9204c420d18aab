import type { Dataset } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { columnsIn, tablesOfExpression } from '../expression/columns.ts';
import { suggestName } from '../expression/suggest-name.ts';
import type { JoinKey } from '../model/joins.ts';
import { lastKnownOf } from '../model/measures.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';

type Values = Pick<DatasetExpressions, 'values'>;

/** Checks measures of last known values: their keys and dates are columns of the dataset's own table. */
export function checkLastKnown(dataset: Dataset, { values }: Values, at: IssuePath, report: ReportIssue): void {
  const known = dataset.dimensions.map(({ name }) => name);
  for (const [index, measure] of dataset.measures.entries()) {
    const lastKnown = lastKnownOf(measure);
    if (!lastKnown) continue;
    const path = [...at, 'measures', index, 'over'];
    for (const name of lastKnown.per) {
      const dimension = dataset.dimensions.find((item) => item.name === name);
      if (!dimension)
        report([...path, 'per'], `There is no dimension '${name}' in '${dataset.name}'.${suggestName(name, known)}`);
      else if (dimension.bands || !isOwn(dataset, name, { values }))
        report([...path, 'per'], `'${name}' is not a column of '${dataset.table}'. Name a dimension that is its key.`);
    }
    if (!isOwn(dataset, lastKnown.time, { values }))
      report(
        [...path, 'time'],
        `'${lastKnown.time}' is not a column of '${dataset.table}', whose rows follow each other.`,
      );
    const days = lastKnown.take === 'last' || lastKnown.take === 'first' ? null : lastKnown.take;
    const kinds = days === 'average' ? ['sum', 'count'] : ['sum'];
    if (days !== null && !kinds.includes(measure.kind))
      report(
        [...path, 'take'],
        `'${days}' over days is computed for ${kinds.join(' and ')} only. Take 'last' or 'first'.`,
      );
  }
}

function isOwn(dataset: Dataset, dimension: string, { values }: Values): boolean {
  const value = values.get(dimension);
  return value !== undefined && tablesOfExpression(value).every((table) => table === dataset.table);
}

/** What has to identify a row for measures of last known values, so that it is clear which row is the last. */
export function lastKnownKeys(
  dataset: Dataset,
  { values }: Values,
): { measure: number; key: JoinKey; ordered: boolean }[] {
  return dataset.measures.flatMap((measure, index) => {
    const lastKnown = lastKnownOf(measure);
    if (!lastKnown) return [];
    const named = [...lastKnown.per, lastKnown.time].flatMap((name) => {
      const value = values.get(name);
      return value ? columnsIn(value).map(({ column }) => column) : [];
    });
    const columns = [...new Set([...named, ...(lastKnown.order === undefined ? [] : [lastKnown.order])])];
    return [{ measure: index, key: { table: dataset.table, columns }, ordered: lastKnown.order !== undefined }];
  });
}
