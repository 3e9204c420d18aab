import type { Dataset } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { columnsIn, tablesOfExpression } from '../expression/columns.ts';
import { hasPerKey } from '../expression/tree.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { keyOfAverage, timeOfBalance } from '../model/average-balances.ts';
import type { AverageBalance } from '../model/average-balances.ts';
import type { JoinKey } from '../model/joins.ts';
import { overOf } from '../model/measures.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';

type Values = Pick<DatasetExpressions, 'values'>;

/** Why a measure is no balance whose average can be taken, with the remedy; null if it is one. */
function issueOfBalance(dataset: Dataset, { measure: name }: AverageBalance): string | null {
  const names = dataset.measures.map((item) => item.name);
  const balance = dataset.measures.find((item) => item.name === name);
  if (!balance) return `There is no measure '${name}' in '${dataset.name}'.${suggestName(name, names)}`;
  if (balance.kind !== 'sum')
    return `'${name}' is of the kind ${balance.kind}. Take the average balance of a sum; averages add up like sums, in terms and ratios.`;
  const over = overOf(balance);
  if (over?.per !== undefined)
    return `'${name}' takes last known values, whose average over days is 'take: average'. Name a balance of the last day.`;
  if (over && over.take !== 'last')
    return `'${name}' takes the ${over.take} of several days. Name a balance of the last day ('take: last').`;
  const time = timeOfBalance(dataset, balance);
  if (time === undefined)
    return `'${name}' adds up over time, so it is no balance. Give it 'over' with 'take: last', or the dataset 'snapshots'.`;
  const dimension = dataset.dimensions.find((item) => item.name === time);
  if (dimension?.type === 'timestamp')
    return `'${time}' is a time, and year-ends are days. Declare a date: CAST(… AS date).`;
  return null;
}

/** Checks average balances: each is of a balance of the last day, and its key and date are columns of the own table. */
export function checkAverageBalances(dataset: Dataset, { values }: Values, at: IssuePath, report: ReportIssue): void {
  const known = dataset.dimensions.map(({ name }) => name);
  const isOwn = (name: string) => {
    const value = values.get(name);
    return value && !hasPerKey(value) && tablesOfExpression(value).every((table) => table === dataset.table);
  };
  for (const [index, measure] of dataset.measures.entries()) {
    if (measure.kind !== 'average_balance') continue;
    const path = [...at, 'measures', index];
    const issue = issueOfBalance(dataset, measure);
    if (issue !== null) report([...path, 'measure'], issue);
    for (const name of keyOfAverage(measure)) {
      const dimension = dataset.dimensions.find((item) => item.name === name);
      if (!dimension)
        report([...path, 'per'], `There is no dimension '${name}' in '${dataset.name}'.${suggestName(name, known)}`);
      else if (dimension.bands || dimension.mapping !== undefined || !isOwn(name))
        report([...path, 'per'], `'${name}' is not a column of '${dataset.table}'. Name a dimension that is its key.`);
    }
    const balance = dataset.measures.find(({ name }) => name === measure.measure);
    const time = balance && timeOfBalance(dataset, balance);
    if (issue === null && time !== undefined && !isOwn(time))
      report([...path, 'measure'], `'${time}' is not a column of '${dataset.table}', whose rows are of that date.`);
  }
}

/** What has to identify a row for average balances, so that each row has one balance at the prior year-end. */
export function averageKeys(dataset: Dataset, { values }: Values): { measure: number; key: JoinKey }[] {
  return dataset.measures.flatMap((measure, index) => {
    if (measure.kind !== 'average_balance') return [];
    const balance = dataset.measures.find(({ name }) => name === measure.measure);
    const time = balance && timeOfBalance(dataset, balance);
    const columns = [...keyOfAverage(measure), ...(time === undefined ? [] : [time])].flatMap((name) => {
      const value = values.get(name);
      return value ? columnsIn(value).map(({ column }) => column) : [];
    });
    return [{ measure: index, key: { table: dataset.table, columns: [...new Set(columns)] } }];
  });
}
