import type { Dimension } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

/** Values that a filter on the dimension has to take. A dimension that does not exist is reported elsewhere. */
export function checkValues(
  dimension: Dimension | undefined,
  values: readonly (string | number | boolean)[],
  at: IssuePath,
  issueAt: ReportIssue,
): void {
  for (const [position, value] of values.entries()) {
    const issue = dimension && valueIssue(dimension, String(value));
    if (issue) issueAt([...at, position], issue);
  }
}

/** Why a filter on the dimension does not take the value; null where it does. */
function valueIssue(dimension: Dimension, value: string): string | null {
  if (dimension.bands) {
    const known = dimension.bands.map((band) => band.value);
    return known.includes(value) ? null : `'${dimension.name}' has no value '${value}'.${suggestName(value, known)}`;
  }
  if (dimension.type === 'integer' && !/^-?\d{1,15}$/.test(value))
    return `'${dimension.name}' has whole numbers. Write one instead of '${value}'.`;
  if (dimension.type === 'boolean' && value !== 'true' && value !== 'false')
    return `'${dimension.name}' is true or false. Write one of them instead of '${value}'.`;
  return null;
}
