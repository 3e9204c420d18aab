import type { Dataset, Dimension } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { lastKnownOf, overOf } from '../model/measures.ts';
import { keysOf } from '../model/read-expressions.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';
import { rowGrain } from '../model/row-grain.ts';

const TYPES = { count: 'integer', count_distinct: 'integer', any: 'boolean' } as const;

/** Checks dimensions computed per key or between dates, and that nothing else is computed from them. */
export function checkPerKey(
  dataset: Dataset,
  { values }: Pick<DatasetExpressions, 'values'>,
  at: IssuePath,
  report: ReportIssue,
): void {
  const names = dataset.dimensions.map(({ name }) => name);
  const find = (name: string, path: IssuePath): Dimension | undefined => {
    const dimension = dataset.dimensions.find((item) => item.name === name);
    if (!dimension) report(path, `There is no dimension '${name}' in '${dataset.name}'.${suggestName(name, names)}`);
    return dimension;
  };
  for (const [index, dimension] of dataset.dimensions.entries()) {
    const { name, type, per, since, bands, mapping } = dimension;
    const path = [...at, 'dimensions', index];
    if (per) {
      for (const key of keysOf(per)) {
        const of = find(key, [...path, 'per', 'key']);
        if (of?.per || of?.since || of?.bands)
          report([...path, 'per', 'key'], `'${key}' is not a column of rows. Name the dimension of a key.`);
      }
      if (per.take === 'any' && per.where === undefined)
        report([...path, 'per'], `'any' says whether a row satisfies a condition. Add 'where'.`);
      const expected = per.take in TYPES ? TYPES[per.take as keyof typeof TYPES] : null;
      if (expected !== null && !bands && type !== expected)
        report([...path, 'type'], `'${per.take}' has the type ${expected}. Set it.`);
      const value = values.get(name);
      const taken = value?.kind === 'perKey' ? value.value : null;
      if (per.take === 'sum' && taken && rowGrain(dataset, taken).kind !== 'fact')
        report(
          [...path, 'per'],
          `'${name}' adds up columns of a joined table, which several rows may share. Take 'max', or declare it in a dataset of that table.`,
        );
    }
    if (since) {
      for (const key of ['from', 'to'] as const) {
        const of = find(since[key], [...path, 'since', key]);
        if (of && of.type !== 'date' && of.type !== 'timestamp')
          report([...path, 'since', key], `'${since[key]}' is not a date. Name a date dimension.`);
      }
      if (type !== 'integer' && !bands) report([...path, 'type'], 'A number of periods has the type integer. Set it.');
    }
    if ((per || since) && mapping !== undefined)
      report([...path, 'mapping'], `'${name}' is computed and has no source codes. Leave the mapping out.`);
    if (per && since) report([...path, 'since'], `Give '${name}' either 'per' or 'since'.`);
  }
  checkTimes(dataset, at, report);
}

/** Snapshot dates and the keys of last known values are those of rows. */
function checkTimes(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const refuse = (name: string, path: IssuePath) => {
    const dimension = dataset.dimensions.find((item) => item.name === name);
    if (dimension?.per || dimension?.since)
      report(path, `'${name}' is computed per key or between dates. Name a dimension of the rows themselves.`);
  };
  if (dataset.snapshots !== undefined) refuse(dataset.snapshots, [...at, 'snapshots']);
  for (const [index, measure] of dataset.measures.entries()) {
    const path = [...at, 'measures', index, 'over'];
    const over = overOf(measure);
    if (over) refuse(over.time, [...path, 'time']);
    for (const key of lastKnownOf(measure)?.per ?? []) refuse(key, [...path, 'per']);
  }
}
