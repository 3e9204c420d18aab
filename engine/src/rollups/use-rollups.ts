import type { Expression } from '../expression/tree.ts';
import type { Plan, SnapshotDates, PlanFact, PlanSource } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import type { PlanPredicate } from '../plan/predicates.ts';
import { partText } from './plan-rollup.ts';
import { RollupRewriter } from './rewrite.ts';
import { allOf, conjuncts } from '../expression/build.ts';
import type { ReadyRollup, RollupPart } from './rollup.ts';

/** Maps a list; null as soon as one item maps to null. */
function every<T, R>(list: readonly T[], map: (item: T) => R | null): R[] | null {
  const mapped: R[] = [];
  for (const entry of list) {
    const one = map(entry);
    if (one === null) return null;
    mapped.push(one);
  }
  return mapped;
}

/**
 * Splits a condition: `over` can be evaluated on the rollup's columns, `left` has to be a condition of the stored part.
 */
function split(
  where: Expression | null,
  rewriter: RollupRewriter,
): { over: Expression | null; left: Expression | null } {
  const all = conjuncts(where).map((condition) => ({ condition, over: rewriter.expression(condition) }));
  return {
    over: allOf(all.flatMap(({ over }) => over ?? [])),
    left: allOf(all.flatMap(({ condition, over }) => (over ? [] : [condition]))),
  };
}

interface Parts {
  rewriter: RollupRewriter;
  table: string;
  columns: ReadonlyMap<string, string>;
}

/** An aggregate computed from keys and parts instead of rows; null if the result could differ. */
function aggregateOver(aggregate: BaseAggregate, parts: Parts): BaseAggregate | null {
  const { rewriter, table, columns } = parts;
  const { name } = aggregate;
  /** The stored part with the conditions that the keys do not cover, filtered by those that they do. */
  const partOver = (part: RollupPart): BaseAggregate | null => {
    const { over: where, left } = split(part.where, rewriter);
    const column = columns.get(partText({ ...part, where: left }));
    if (column === undefined) return null;
    const value: Expression = { kind: 'name', table, name: column, at: 0 };
    const kind = part.kind === 'count' || part.kind === 'filled' ? 'added' : part.kind;
    return { name, kind, value, where };
  };
  switch (aggregate.kind) {
    case 'quantile':
    case 'spread':
    case 'added':
      return null;
    case 'nested': {
      if (aggregate.take.kind === 'weighted') return null;
      const of = aggregateOver(aggregate.of, parts);
      const by = every(aggregate.by, (value) => rewriter.expression(value));
      return of && by && { ...aggregate, of, by };
    }
    case 'months': {
      const day = rewriter.expression({
        kind: 'name',
        table: aggregate.column.table,
        name: aggregate.column.column,
        at: 0,
      });
      const { over: where, left } = split(aggregate.where, rewriter);
      return day?.kind === 'name' && day.table !== null && !left
        ? { name, kind: 'months', column: { table: day.table, column: day.name }, where }
        : null;
    }
    case 'any': {
      const of = rewriter.predicate(aggregate.of);
      return of && { name, kind: 'any', of };
    }
    case 'count':
      return partOver({ name, kind: 'count', where: aggregate.where });
    case 'distinct':
    case 'min':
    case 'max':
    case 'filled':
    case 'sum': {
      const { kind, value, where } = aggregate;
      if (kind === 'filled' || kind === 'sum') return partOver({ name, kind, value, where });
      // Repetition does not affect min, max and distinct counts, so they can be computed from keys.
      const { over, left } = split(where, rewriter);
      const own = left ? null : rewriter.expression(value);
      if (own) return { name, kind, value: own, where: over };
      return kind === 'distinct' ? null : partOver({ name, kind, value, where });
    }
  }
}

/** A fact read from a rollup; null if the result could differ. */
function factOver(fact: PlanFact, { plan, rows, inexact, beside }: ReadyRollup): PlanFact | null {
  // Values follow each other row by row.
  if (fact.source.known) return null;
  const rewriter = new RollupRewriter(plan, new Set(fact.snapshotDates.map(({ name }) => name)));
  const exact = plan.parts.filter(({ name }) => !inexact.includes(name));
  const columns = new Map(exact.map((part) => [partText(part), part.name]));
  let whole = true;
  const predicate = (of: PlanPredicate | null) => {
    const mapped = of && rewriter.predicate(of);
    whole &&= of === null || mapped !== null;
    return mapped;
  };
  const source = (of: PlanSource): PlanSource => ({
    table: plan.table,
    ...(beside !== undefined && { beside }),
    joins: [],
    tenant: of.tenant,
    rules: predicate(of.rules),
  });
  const fields = every(fact.fields, (field) => rewriter.field(field));
  const aggregates = every(fact.aggregates, (aggregate) =>
    aggregateOver(aggregate, { rewriter, table: plan.table, columns }),
  );
  const snapshotDates = every(fact.snapshotDates, (dates): SnapshotDates | null => {
    const day = rewriter.expression(dates.day);
    return (
      day && {
        ...dates,
        day,
        source: source(dates.source),
        filter: predicate(dates.filter),
        around: predicate(dates.around),
      }
    );
  });
  const cuts = fact.cuts?.map(({ around, dates }) => ({
    around: predicate(around),
    dates: dates.map((of) => ({ ...of, around: predicate(of.around) })),
  }));
  const over = {
    source: source(fact.source),
    filter: predicate(fact.filter),
    around: predicate(fact.around),
    ...(cuts && { cuts }),
  };
  if (!fields || !aggregates || !snapshotDates || !whole) return null;
  return { ...fact, ...over, fields, aggregates, snapshotDates, rollup: { name: plan.name, rows } };
}

/** The plan with each fact read from the smallest rollup that gives exactly the same result, if there is one. */
export function useRollups<P extends Plan>(plan: P, rollups: readonly ReadyRollup[]): P {
  if (rollups.length === 0 || plan.kind === 'rows' || plan.kind === 'list' || plan.kind === 'funnel') return plan;
  if (plan.kind === 'unmapped' || plan.kind === 'currencies') return plan;
  const smallest = rollups.toSorted((one, other) => one.rows - other.rows);
  const facts = plan.facts.map((fact) => {
    const { rows } = fact.source;
    if (rows) return { ...fact, source: { ...fact.source, rows: useRollups(rows, rollups) } };
    for (const rollup of smallest) {
      const over = rollup.plan.dataset === fact.dataset ? factOver(fact, rollup) : null;
      if (over) return over;
    }
    return fact;
  });
  return { ...plan, facts };
}
