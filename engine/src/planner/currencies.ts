import type { Cell, ResultColumn, Uncomputed } from '@rise/contract';
import type { CurrenciesPlan, Plan } from '../plan/plan.ts';
import type { PlanMeasure } from '../plan/measures.ts';
import { aggregatesBehind } from '../plan/references.ts';

const COLUMNS: [string, ResultColumn['type']][] = [
  ['aggregate', 'string'],
  ['currency', 'string'],
  ['rows', 'integer'],
  ['without rate', 'integer'],
  ['first without rate', 'date'],
  ['last rate', 'date'],
  ['mixed groups', 'integer'],
];

/** Amounts of one currency among those that an aggregate checks. */
export interface CheckedCurrency {
  aggregate: string;
  /** Null: rows do not state it. */
  currency: string | null;
  rows: number;
  withoutRate: number;
  /** The first day without a rate; null if there is none, and where rows have no day. */
  firstWithoutRate: string | null;
  /** The day of the last rate that was used. */
  lastRate: string | null;
  /** Number of groups with amounts in several currencies. */
  mixedGroups: number;
}

/** Plans what the amounts behind a query are in; null if they need no check. */
export function planCurrencies(plan: Plan): CurrenciesPlan | null {
  const facts = plan.facts.filter(({ amounts }) => amounts);
  if (facts.length === 0) return null;
  const fields = plan.facts[0]!.fields.map(({ name }) => name);
  const wider = plan.kind === 'aggregate' && (plan.totals || plan.sets !== null || plan.top !== null);
  return {
    kind: 'currencies',
    dataset: plan.dataset,
    facts,
    sets: wider && fields.length > 0 ? [fields, []] : [fields],
    columns: COLUMNS.map(([name, type]) => ({ name, title: { en: name }, role: 'statistic', type })),
  };
}

/** The rows of a currencies plan. */
export const toCheckedCurrencies = (rows: readonly Cell[][]): CheckedCurrency[] =>
  rows.map(([aggregate, currency, count, withoutRate, firstWithoutRate, lastRate, mixedGroups]) => ({
    aggregate: String(aggregate),
    currency: currency === null ? null : String(currency),
    rows: Number(count),
    withoutRate: Number(withoutRate),
    firstWithoutRate: firstWithoutRate as string | null,
    lastRate: lastRate as string | null,
    mixedGroups: Number(mixedGroups),
  }));

/** The measures of a plan by the columns that show them. */
function measuresOf(plan: Plan): [column: string, measure: PlanMeasure][] {
  if (plan.kind === 'distribution') return [[plan.measure.name, plan.measure]];
  if (plan.kind !== 'aggregate' && plan.kind !== 'benchmark') return [];
  const own = plan.measures.map((measure): [string, PlanMeasure] => [measure.name, measure]);
  if (plan.kind === 'benchmark') return own;
  return [...own, ...plan.calculations.map(({ name, measure }): [string, PlanMeasure] => [name, measure])];
}

/** Why figures of a plan have no value because of their currencies. */
export function uncomputedBy(plan: Plan, checked: readonly CheckedCurrency[]): Uncomputed[] {
  const byDay = (one: CheckedCurrency, other: CheckedCurrency) =>
    (one.firstWithoutRate ?? '') < (other.firstWithoutRate ?? '') ? -1 : 1;
  return measuresOf(plan).flatMap(([column, measure]): Uncomputed[] => {
    const behind = new Set(aggregatesBehind(measure));
    const own = checked.filter(({ aggregate }) => behind.has(aggregate));
    const currenciesOf = (list: readonly CheckedCurrency[]) => [...new Set(list.map(({ currency }) => currency))];
    const unrated = own.filter(({ withoutRate }) => withoutRate > 0).toSorted(byDay);
    const mixed = own.filter(({ mixedGroups, lastRate, currency, withoutRate }) =>
      lastRate === null && withoutRate === 0 ? mixedGroups > 0 || currency === null : false,
    );
    return [
      ...(unrated.length > 0
        ? [
            {
              column,
              reason: 'missing_rate' as const,
              currencies: currenciesOf(unrated),
              day: unrated[0]!.firstWithoutRate,
            },
          ]
        : []),
      ...(mixed.length > 0 ? [{ column, reason: 'mixed_currencies' as const, currencies: currenciesOf(mixed) }] : []),
    ];
  });
}
