import type { TimeGrain } from '@rise/contract';
import { isDay } from '../expression/days.ts';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { addDays, periodExpression, startOfPeriod } from '../plan/calendar.ts';
import type { Calendar } from '../plan/calendar.ts';
import type { PlanExpression, PlanField, PlanPredicate } from '../plan/predicates.ts';
import { textOf } from '../expression/build.ts';
import type { RollupKey, RollupPlan } from './rollup.ts';

export const LONGER: Record<TimeGrain, readonly TimeGrain[]> = {
  hour: ['day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'],
  day: ['week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'],
  week: [],
  month: ['quarter', 'year', 'fiscal_quarter', 'fiscal_year'],
  quarter: ['year'],
  year: [],
  fiscal_quarter: ['fiscal_year'],
  fiscal_year: [],
};

/**
 * Longer periods that contain each of these. If the fiscal year starts with a calendar quarter, fiscal and calendar
 * quarters coincide.
 */
function longerThan(grain: TimeGrain, { fiscalYearStart }: Calendar): readonly TimeGrain[] {
  const together = (fiscalYearStart - 1) % 3 === 0 && (grain === 'quarter' || grain === 'fiscal_quarter');
  return together ? ['quarter', 'fiscal_quarter', 'year', 'fiscal_year'] : LONGER[grain];
}

/** Date parts that can be computed from a period. */
const PARTS_OF_DATES: Partial<Record<TimeGrain, readonly string[]>> = {
  hour: ['hour', 'day', 'month', 'quarter', 'year'],
  day: ['day', 'month', 'quarter', 'year'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
  year: ['year'],
};

const call = (name: string, of: Expression): Expression => ({ kind: 'call', function: name, arguments: [of], at: 0 });

/** Everything that can be derived from a key: longer periods and date parts. */
function derivedFrom({ period }: RollupKey, column: Expression, calendar: Calendar): [string, Expression][] {
  if (!period) return [];
  const longer = longerThan(period.grain, calendar).map((grain): [string, Expression] => [
    textOf(periodExpression(period.of, grain, calendar)),
    periodExpression(column, grain, calendar),
  ]);
  const parts = (PARTS_OF_DATES[period.grain] ?? []).map((part): [string, Expression] => [
    textOf(call(part, period.of)),
    call(part, column),
  ]);
  return [...longer, ...parts];
}

/** Rewrites expressions over rows into expressions over a rollup's columns; null where the columns do not suffice. */
export class RollupRewriter {
  readonly #rollup: Pick<RollupPlan, 'table' | 'keys' | 'calendar'>;
  readonly #snapshotDates: ReadonlySet<string>;
  /** Expressions that a column replaces, or that can be derived from one, by their text. */
  readonly #known = new Map<string, Expression>();

  /** `snapshotDates` are tables computed from the rollup's own rows; their columns need no rewriting. */
  constructor(rollup: Pick<RollupPlan, 'table' | 'keys' | 'calendar'>, snapshotDates: ReadonlySet<string>) {
    this.#rollup = rollup;
    this.#snapshotDates = snapshotDates;
    const { keys, calendar } = rollup;
    for (const key of keys)
      for (const [text, value] of derivedFrom(key, this.#columnOf(key), calendar)) this.#known.set(text, value);
    for (const key of keys) if (!key.bands) this.#known.set(textOf(key.value), this.#columnOf(key));
  }

  expression(of: PlanExpression): PlanExpression | null {
    let whole = true;
    const map = (item: Expression): Expression => {
      // Computed from single rows, also where all of its columns are keys; amounts are converted row by row.
      if (item.kind === 'perKey' || item.kind === 'rate') whole = false;
      const replacement = this.#known.get(textOf(item));
      if (replacement) return replacement;
      if (item.kind === 'name') whole &&= item.table !== null && this.#snapshotDates.has(item.table);
      if (item.kind === 'nothing') return { ...item, like: map(item.like) };
      return mapParts(item, map);
    };
    const rewritten = map(of);
    return whole ? rewritten : null;
  }

  field(of: PlanField): PlanField | null {
    const value = this.expression(of.value);
    if (value) return { ...of, value };
    if (of.bands) {
      const key = this.#banded(of.value).find(({ bands }) => JSON.stringify(bands) === JSON.stringify(of.bands));
      if (!key) return null;
      // The column has the bucket's index, so buckets of these indexes are the same buckets.
      const bands = of.bands.map((band, index) => ({ value: band.value, from: index === 0 ? null : index }));
      return { ...of, value: this.#columnOf(key), bands };
    }
    // A date equals its day, however it is stored.
    const day = of.type === 'date' ? this.expression(periodExpression(of.value, 'day', this.#rollup.calendar)) : null;
    return day && { ...of, value: day };
  }

  predicate(of: PlanPredicate): PlanPredicate | null {
    switch (of.kind) {
      case 'all':
      case 'any': {
        const inner = of.of.map((item) => this.predicate(item));
        return inner.every((item) => item !== null) ? { kind: of.kind, of: inner } : null;
      }
      case 'not': {
        const inner = this.predicate(of.of);
        return inner && { kind: 'not', of: inner };
      }
      case 'range':
        return this.#range(of);
      case 'holds': {
        const condition = this.expression(of.condition);
        return condition && { kind: 'holds', condition };
      }
      case 'in':
      case 'text':
      case 'null': {
        const over = this.field(of.field);
        return over && { ...of, field: over };
      }
      case 'fields': {
        const [field, other] = [this.field(of.field), this.field(of.other)];
        return field && other && { ...of, field, other };
      }
      case 'compare': {
        const over = this.field(of.field);
        return over ? { ...of, field: over } : this.#aligned(of);
      }
    }
  }

  /** A range of buckets, by index. */
  #range(of: PlanPredicate & { kind: 'range' }): PlanPredicate | null {
    const value = this.expression(of.value);
    if (value) return { ...of, value };
    for (const key of this.#banded(of.value)) {
      const bounds = key.bands!.map(({ from }) => from);
      const placeOf = (bound: number | null) => (bound === null ? null : bounds.indexOf(bound));
      const [from, to] = [placeOf(of.from), placeOf(of.to)];
      const open = of.from === null && bounds[0] !== null;
      if (from !== -1 && to !== -1 && !open) return { kind: 'range', value: this.#columnOf(key), from, to };
    }
    return null;
  }

  /** A comparison with the first day of a period selects whole periods. */
  #aligned({ field: of, op, value }: PlanPredicate & { kind: 'compare' }): PlanPredicate | null {
    if (typeof value !== 'string' || !isDay(value) || (of.type !== 'date' && of.type !== 'timestamp')) return null;
    const after = op === 'gt' || op === 'lte';
    if (after && of.type === 'timestamp') return null;
    const { keys, calendar } = this.#rollup;
    const day = after ? addDays(value, 1) : value;
    const own = textOf(of.value);
    const key = keys.find(
      ({ period }) => period && textOf(period.of) === own && startOfPeriod(day, period.grain, calendar) === day,
    );
    if (!key) return null;
    const over: PlanField = { name: of.name, type: key.type, value: this.#columnOf(key), bands: null };
    return { kind: 'compare', field: over, op: op === 'gt' || op === 'gte' ? 'gte' : 'lt', value: day };
  }

  #banded(value: PlanExpression): RollupKey[] {
    return this.#rollup.keys.filter((key) => key.bands && textOf(key.value) === textOf(value));
  }

  #columnOf({ column }: RollupKey): Expression {
    return { kind: 'name', table: this.#rollup.table, name: column, at: 0 };
  }
}
