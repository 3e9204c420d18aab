import type { Expression } from '../expression/tree.ts';
import type { Plan, PlanAtom, PlanClock, PlanFact, PlanPredicate, PlanSource } from '../plan/plan.ts';
import { partText } from './plan-rollup.ts';
import { rewriterOf } from './rewrite.ts';
import type { Rewriter } from './rewrite.ts';
import { allOf, conjuncts } from './rollup.ts';
import type { ReadyRollup, RollupPart } from './rollup.ts';

/** Null as soon as one of them is. */
function every<T, R>(list: readonly T[], map: (each: T) => R | null): R[] | null {
  const made: R[] = [];
  for (const each of list) {
    const one = map(each);
    if (one === null) return null;
    made.push(one);
  }
  return made;
}

/** Conditions over the rollup's columns, and those that its parts must have been added up under. */
function split(where: Expression | null, rewriter: Rewriter): { over: Expression | null; left: Expression | null } {
  const all = conjuncts(where).map((condition) => ({ condition, over: rewriter.expression(condition) }));
  return {
    over: allOf(all.flatMap(({ over }) => over ?? [])),
    left: allOf(all.flatMap(({ condition, over }) => (over ? [] : [condition]))),
  };
}

interface Parts {
  rewriter: Rewriter;
  table: string;
  columns: ReadonlyMap<string, string>;
}

/** An atom computed of keys and parts instead of rows; null where they do not give exactly the same. */
function atomOver(atom: PlanAtom, parts: Parts): PlanAtom | null {
  const { rewriter, table, columns } = parts;
  const { name } = atom;
  /** The part that was added up under the conditions that the keys do not tell, under those that they do. */
  const partOver = (part: RollupPart): PlanAtom | null => {
    const { over: where, left } = split(part.where, rewriter);
    const column = columns.get(partText({ ...part, where: left }));
    if (column === undefined) return null;
    const value: Expression = { kind: 'name', table, name: column, at: 0 };
    const kind = part.kind === 'count' || part.kind === 'filled' ? 'added' : part.kind;
    return { name, kind, value, where };
  };
  switch (atom.kind) {
    case 'quantile':
    case 'added':
      return null;
    case 'daily': {
      const of = atomOver(atom.of, parts);
      return of && { ...atom, of };
    }
    case 'months': {
      const day = rewriter.expression({ kind: 'name', table: atom.column.table, name: atom.column.column, at: 0 });
      return day?.kind === 'name' && day.table !== null
        ? { name, kind: 'months', column: { table: day.table, column: day.name } }
        : null;
    }
    case 'count':
      return partOver({ name, kind: 'count', where: atom.where });
    case 'distinct':
    case 'min':
    case 'max':
    case 'filled':
    case 'sum': {
      const { kind, value, where } = atom;
      if (kind === 'filled' || kind === 'sum') return partOver({ name, kind, value, where });
      // Of values that the keys have, it does not matter how often they stand there.
      const { over, left } = split(where, rewriter);
      const own = left ? null : rewriter.expression(value);
      if (own) return { name, kind, value: own, where: over };
      return kind === 'distinct' ? null : partOver({ name, kind, value, where });
    }
  }
}

/** A fact read from a rollup; null where that would not give exactly the same. */
function factOver(fact: PlanFact, { plan, rows, inexact, beside }: ReadyRollup): PlanFact | null {
  const rewriter = rewriterOf(plan, new Set(fact.clocks.map(({ name }) => name)));
  const exact = plan.parts.filter(({ name }) => !inexact.includes(name));
  const columns = new Map(exact.map((part) => [partText(part), part.name]));
  let whole = true;
  const predicate = (of: PlanPredicate | null) => {
    const made = of && rewriter.predicate(of);
    whole &&= of === null || made !== null;
    return made;
  };
  const source = (of: PlanSource): PlanSource => ({
    table: plan.table,
    ...(beside !== undefined && { beside }),
    joins: [],
    tenant: of.tenant,
    rules: predicate(of.rules),
  });
  const fields = every(fact.fields, rewriter.field);
  const atoms = every(fact.atoms, (atom) => atomOver(atom, { rewriter, table: plan.table, columns }));
  const clocks = every(fact.clocks, (clock): PlanClock | null => {
    const day = rewriter.expression(clock.day);
    return day && { ...clock, day, source: source(clock.source), filter: predicate(clock.filter), around: predicate(clock.around) }; // prettier-ignore
  });
  const over = {
    source: source(fact.source),
    filter: predicate(fact.filter),
    around: predicate(fact.around),
    member: predicate(fact.member),
  };
  if (!fields || !atoms || !clocks || !whole) return null;
  return { ...fact, ...over, fields, atoms, clocks, rollup: { name: plan.name, rows } };
}

/** The plan with each fact read from the smallest rollup that answers it exactly, where there is one. */
export function useRollups(plan: Plan, rollups: readonly ReadyRollup[]): Plan {
  if (rollups.length === 0 || plan.kind === 'rows' || plan.kind === 'unlabelled') return plan;
  const smallest = rollups.toSorted((one, other) => one.rows - other.rows);
  const facts = plan.facts.map((fact) => {
    for (const rollup of smallest) {
      const over = rollup.plan.dataset === fact.dataset ? factOver(fact, rollup) : null;
      if (over) return over;
    }
    return fact;
  });
  return { ...plan, facts };
}
