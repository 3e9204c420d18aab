import type { Dimension, Measure } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { checkValues } from './filter-values.ts';

/** Whom the bands of a measure classify has to follow from a dimension of its dataset. */
export function checkClasses(
  dataset: string,
  measures: readonly Measure[],
  dimensions: ReadonlyMap<string, Dimension>,
  at: IssuePath,
  issueAt: ReportIssue,
): void {
  for (const [index, { classifies, bands }] of measures.entries()) {
    if (!classifies) continue;
    const path = [...at, 'measures', index, 'classifies'];
    const { dimension: name, values } = classifies;
    if (!bands) issueAt(path, "Only bands classify. Add 'bands', or leave 'classifies' out.");
    const dimension = dimensions.get(name);
    if (!dimension) {
      const known = suggestName(name, dimensions.keys());
      issueAt([...path, 'dimension'], `There is no dimension '${name}' in '${dataset}'.${known}`);
    }
    checkValues(dimension, values, [...path, 'values'], issueAt);
  }
}
