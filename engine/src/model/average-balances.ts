import type { Dataset, Measure } from '@rise/contract';
import { binary, call, textOf } from '../expression/build.ts';
import type { Expression } from '../expression/tree.ts';
import { overOf } from './measures.ts';

export type AverageBalance = Extract<Measure, { kind: 'average_balance' }>;

/** The dimensions that identify what has a balance. */
export const keyOfAverage = ({ per }: AverageBalance): readonly string[] => (typeof per === 'string' ? [per] : per);

/** The date dimension of the balance that is averaged; undefined for a figure that adds up over time. */
export function timeOfBalance({ snapshots }: Dataset, balance: Measure): string | undefined {
  return overOf(balance)?.time ?? snapshots;
}

const text = (value: string): Expression => ({ kind: 'text', value, at: 0 });
const number = (value: string): Expression => ({ kind: 'number', value, at: 0 });
const equal = (left: Expression, value: string) => binary(left, '=', number(value));

/** The last day of the calendar year before a day's, whatever the tenant's fiscal year. */
const priorYearEnd = (day: Expression): Expression =>
  call('date_add', call('date_trunc', text('year'), day), { kind: 'negative', of: number('1'), at: 0 }, text('day'));

/** A day, if it is the last one of a calendar year; otherwise null, which equals no key. */
const yearEnd = (day: Expression): Expression => ({
  kind: 'case',
  of: null,
  when: [
    {
      when: binary(equal(call('month', day), '12'), 'and', equal(call('day', day), '31')),
      value: call('date_trunc', text('day'), day),
    },
  ],
  else: null,
  at: 0,
});

interface Balance {
  /** Where those of the same key and date are looked up. */
  table: string;
  value: Expression;
  where: Expression | null;
  key: Expression[];
  day: Expression;
}

/**
 * The average of a row's balance and that of the same key at the prior year-end. Where that one is not known, it is the
 * row's own; where the row has none, there is no average. A row that does not satisfy the condition has a balance of 0.
 */
function averageOf(name: string, { table, value, where, key, day }: Balance): Expression {
  const balance: Expression = where
    ? { kind: 'case', of: null, when: [{ when: where, value }], else: number('0'), at: 0 }
    : value;
  const prior: Expression = {
    kind: 'perKey',
    name,
    key: [...key, yearEnd(day)],
    take: 'sum',
    value: balance,
    where: null,
    prior: { table, key: [...key, priorYearEnd(day)], day },
    at: 0,
  };
  return binary(binary(balance, '+', call('coalesce', prior, balance)), '*', number('0.5'));
}

/** Adds the values of average balances to those of the balances. Balances that are missing are reported elsewhere. */
export function readAverages(
  dataset: Dataset,
  values: Map<string, Expression>,
  conditions: ReadonlyMap<string, Expression>,
): void {
  const tables = new Map<string, string>();
  for (const measure of dataset.measures) {
    if (measure.kind !== 'average_balance') continue;
    const balance = dataset.measures.find(({ name }) => name === measure.measure);
    const time = balance && timeOfBalance(dataset, balance);
    const key = keyOfAverage(measure).map((name) => values.get(name));
    const [value, day] = [values.get(measure.measure), time === undefined ? undefined : values.get(time)];
    if (balance?.kind !== 'sum' || !value || !day || !key.every((item) => item !== undefined)) continue;
    const where = conditions.get(measure.measure) ?? null;
    const looked = textOf(call('key', ...key, day));
    // With spaces, so it cannot clash with a table.
    const table = tables.get(looked) ?? `prior year-end ${tables.size + 1}`;
    tables.set(looked, table);
    values.set(measure.name, averageOf(measure.name, { table, value, where, key, day }));
  }
}
