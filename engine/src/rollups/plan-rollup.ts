import type { Measure, Rollup } from '@rise/contract';
import type { CompiledModel } from '../model/compile-model.ts';
import { bindDataset } from '../plan/bound-dataset.ts';
import type { BoundDataset, BoundFact } from '../plan/bound-dataset.ts';
import { planField, planPeriods } from '../plan/plan-filter.ts';
import { atomsBehind, planMeasure } from '../plan/plan-measure.ts';
import { planSource, tablesOfAtom } from '../plan/plan-source.ts';
import type { PlanAtom, PlanField } from '../plan/plan.ts';
import { rewriterOf } from './rewrite.ts';
import type { Rewriter } from './rewrite.ts';
import { allOf, conjuncts, rollupTable, textOf } from './rollup.ts';
import type { CountedFor, RollupKey, RollupPart, RollupPlan } from './rollup.ts';

/** Told what of a rollup cannot be, with its place in it. */
type Report = (path: (string | number)[], message: string) => void;

/** The columns that keep a rollup's rows apart. Dimensions that there are not are another check's. */
function keysOf(fact: BoundFact, rollup: Rollup): RollupKey[] {
  return rollup.dimensions.flatMap((request): RollupKey[] => {
    const name = typeof request === 'string' ? request : request.field;
    const dimension = fact.from.dimensions.get(name);
    if (!dimension) return [];
    const plain = planField(fact, dimension);
    const said = ({ name: column, type, value, bands }: PlanField) => ({ column, type, value, bands });
    if (typeof request === 'string') return [{ ...said(plain), period: null }];
    const cut = planPeriods(fact, dimension, request.grain);
    return [{ ...said(cut), period: { of: plain.value, grain: request.grain } }];
  });
}

/** The dates that an atom stands on which the keys do not tell. */
function daysMissing(fact: BoundFact, atom: PlanAtom, rewriter: Rewriter): string[] {
  const tables = new Set([...tablesOfAtom(atom), ...(atom.kind === 'daily' ? [atom.clock] : [])]);
  const missing = fact.clocks.list.filter(({ name, day }) => tables.has(name) && !rewriter.expression(day));
  return missing.map(({ time }) => time);
}

/** The part of its kind that has to be stored for an atom; null where the keys alone tell it. */
function partFor(atom: PlanAtom, rewriter: Rewriter): RollupPart | null {
  if (atom.kind === 'daily') return partFor({ ...atom.of, name: atom.name }, rewriter);
  if (atom.kind === 'months' || atom.kind === 'quantile') return null;
  const { name } = atom;
  const where = allOf(conjuncts(atom.where).filter((each) => !rewriter.expression(each)));
  if (atom.kind === 'count') return { name, kind: 'count', where };
  if (atom.kind === 'distinct' || atom.kind === 'added') return null;
  if ((atom.kind === 'min' || atom.kind === 'max') && !where && rewriter.expression(atom.value)) return null;
  return { name, kind: atom.kind, value: atom.value, where };
}

/** Why an atom cannot be answered from parts, in words; null where it can. */
function problemOf(fact: BoundFact, measure: Measure, atom: PlanAtom, rewriter: Rewriter): string | null {
  const of = atom.kind === 'daily' ? atom.of : atom;
  const { name } = measure;
  if (of.kind === 'quantile')
    return `'${name}' is computed of single values, which a rollup does not keep. Leave it out of the rollup.`;
  if (
    of.kind === 'months' &&
    !rewriter.expression({ kind: 'name', table: of.column.table, name: of.column.column, at: 0 })
  )
    return `'${name}' takes its months from '${of.column.column}'. Add the dimension of that column to the rollup, without a grain.`;
  const [day] = daysMissing(fact, atom, rewriter);
  if (day !== undefined)
    return `'${name}' stands on days. Add '${day}' to the rollup's dimensions, by day or without a grain.`;
  if (of.kind === 'distinct') {
    const told = [of.value, ...conjuncts(of.where)].every((each) => rewriter.expression(each));
    if (!told)
      return `'${name}' counts different values, which do not add up. Add the dimension with these values to the rollup, or leave '${name}' out of it.`;
  }
  return null;
}

/** Of parts that are alike one is enough; each has a column of its own. */
function distinctParts(keys: readonly RollupKey[], parts: readonly RollupPart[]): RollupPart[] {
  const taken = new Set(keys.map(({ column }) => column));
  const kept = new Map<string, RollupPart>();
  for (const part of parts) {
    const key = partText(part);
    if (kept.has(key)) continue;
    let name = part.name;
    while (taken.has(name)) name += ' part';
    taken.add(name);
    kept.set(key, { ...part, name });
  }
  return [...kept.values()];
}

/** What tells a part from every other: its kind, what it takes of a row, and which rows. */
export function partText(part: RollupPart): string {
  const conditions = conjuncts(part.where).map(textOf).toSorted();
  return JSON.stringify([part.kind, part.kind === 'count' ? null : textOf(part.value), conditions]);
}

/**
 * What a rollup has to hold for its measures in data of a day. What cannot be goes to `report` with its place in the rollup, and is left
 * out.
 */
export function planRollup(
  model: CompiledModel,
  scope: CountedFor,
  { dataset, rollup, asOf = null }: { dataset: string; rollup: Rollup; asOf?: string | null },
  report: Report = () => {},
): RollupPlan {
  const from = model.datasets.get(dataset)!;
  // Rows are added up as they are; who may see which of them is a question's own matter.
  const bound: BoundDataset = bindDataset(
    model,
    from,
    { ...scope, policyHash: '', predicates: [], reader: 'system' },
    asOf,
  );
  const fact = bound.facts[0]!;
  const { calendar } = fact;
  const table = rollupTable(dataset, rollup.name);
  const keys = keysOf(fact, rollup);
  const parts = rollup.measures.flatMap((name, index): RollupPart[] => {
    const measure = from.measures.get(name);
    if (!measure) return [];
    const atoms = new Set(atomsBehind(planMeasure(bound, measure)));
    const rewriter = rewriterOf({ table, keys, calendar }, new Set(fact.clocks.list.map((clock) => clock.name)));
    const own = fact.atoms.list.filter((atom) => atoms.has(atom.name));
    const problem = own.map((atom) => problemOf(fact, measure, atom, rewriter)).find((each) => each !== null);
    if (problem !== undefined) {
      report(['measures', index], problem);
      return [];
    }
    return own.map((atom) => partFor(atom, rewriter)).filter((part) => part !== null);
  });
  const kept = distinctParts(keys, parts);
  const fields = keys.map(({ column: name, type, value, bands }): PlanField => ({ name, type, value, bands }));
  const read = { fields, atoms: kept, filters: [], values: [], rules: [] };
  const source = planSource(from.facts[0]!.dataset, scope.tenant, read);
  return { dataset, name: rollup.name, table, source, keys, parts: kept, calendar };
}
