import type { Measure, Rollup } from '@rise/contract';
import type { CompiledModel } from '../model/compiled-model.ts';
import { bindDataset } from '../planner/binding/bound-dataset.ts';
import type { BoundDataset, BoundFact } from '../planner/binding/bound-dataset.ts';
import { planField, planPeriods } from '../planner/binding/fields.ts';
import { planMeasure } from '../planner/measures/measure.ts';
import { aggregatesBehind, expressionsOfAggregate, tablesOfAggregate } from '../plan/references.ts';
import { hasPerKey } from '../expression/tree.ts';
import { columnsIn } from '../expression/columns.ts';
import { rowMeasuresBehind } from '../planner/measures/parts.ts';
import { lastKnownOf } from '../model/measures.ts';
import { planSource } from '../planner/sources/source.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import type { PlanField } from '../plan/predicates.ts';
import { RollupRewriter } from './rewrite.ts';
import { allOf, conjuncts, textOf } from '../expression/build.ts';
import { rollupTable } from './rollup.ts';
import type { RollupScope, RollupKey, RollupPart, RollupPlan } from './rollup.ts';

/** Receives each validation error of a rollup and its path. */
type Report = (path: (string | number)[], message: string) => void;

/** Key columns of a rollup. Unknown dimensions are reported by another check. */
function keysOf(fact: BoundFact, rollup: Rollup): RollupKey[] {
  return rollup.dimensions.flatMap((request): RollupKey[] => {
    const name = typeof request === 'string' ? request : request.field;
    const dimension = fact.from.dimensions.get(name);
    if (!dimension) return [];
    const plain = planField(fact, dimension);
    const keyOf = ({ name: column, type, value, bands }: PlanField) => ({ column, type, value, bands });
    if (typeof request === 'string') return [{ ...keyOf(plain), period: null }];
    const cut = planPeriods(fact, dimension, request.grain);
    return [{ ...keyOf(cut), period: { of: plain.value, grain: request.grain } }];
  });
}

/** Reports dimensions whose values depend on who reads. */
function reportPerKey({ from }: BoundFact, { dimensions }: Rollup, report: Report): void {
  for (const [index, request] of dimensions.entries()) {
    const name = typeof request === 'string' ? request : request.field;
    const value = from.expressions.values.get(name);
    if (value && hasPerKey(value))
      report(
        ['dimensions', index],
        `'${name}' is computed from the rows that each reader may see, so it is not stored. Leave it out.`,
      );
  }
}

/** Dates that an aggregate depends on and that the keys do not include. */
function daysMissing(fact: BoundFact, aggregate: BaseAggregate, rewriter: RollupRewriter): string[] {
  const tables = new Set(tablesOfAggregate(aggregate));
  const by = new Set((aggregate.kind === 'nested' ? aggregate.by : []).map(textOf));
  const missing = fact.snapshotDates.list.filter(
    ({ name, day }) => (tables.has(name) || by.has(textOf(day))) && !rewriter.expression(day),
  );
  return missing.map(({ time }) => time);
}

/** Columns of a joined table's key that an aggregate counts once for and that the keys do not include. */
function keyMissing(aggregate: BaseAggregate, rewriter: RollupRewriter): string | null {
  const by = aggregate.kind === 'nested' ? aggregate.by : [];
  const missing = by.find((value) => !rewriter.expression(value));
  return missing
    ? columnsIn(missing)
        .map(({ table, column }) => `${table}.${column}`)
        .join(', ')
    : null;
}

/** The part to store for an aggregate; null if it can be computed from the keys. */
function partFor(aggregate: BaseAggregate, rewriter: RollupRewriter): RollupPart | null {
  if (aggregate.kind === 'nested') return partFor({ ...aggregate.of, name: aggregate.name }, rewriter);
  if (aggregate.kind === 'quantile' || aggregate.kind === 'spread') return null;
  if (aggregate.kind === 'months' || aggregate.kind === 'any') return null;
  const { name } = aggregate;
  const where = allOf(conjuncts(aggregate.where).filter((conjunct) => !rewriter.expression(conjunct)));
  if (aggregate.kind === 'count') return { name, kind: 'count', where };
  if (aggregate.kind === 'distinct' || aggregate.kind === 'added') return null;
  if ((aggregate.kind === 'min' || aggregate.kind === 'max') && !where && rewriter.expression(aggregate.value))
    return null;
  return { name, kind: aggregate.kind, value: aggregate.value, where };
}

/** Why an aggregate cannot be computed from parts; null if it can. */
function issueOf(fact: BoundFact, measure: Measure, aggregate: BaseAggregate, rewriter: RollupRewriter): string | null {
  const of = aggregate.kind === 'nested' ? aggregate.of : aggregate;
  const { name } = measure;
  if (expressionsOfAggregate(of).some(hasPerKey))
    return `'${name}' is computed from an average with the prior year-end, which is looked up for each reader. Leave it out of the rollup.`;
  const isWeighted = aggregate.kind === 'nested' && aggregate.take.kind === 'weighted';
  if (of.kind === 'quantile' || of.kind === 'spread' || isWeighted)
    return `'${name}' is computed of single values, which a rollup does not keep. Leave it out of the rollup.`;
  if (
    of.kind === 'months' &&
    !rewriter.expression({ kind: 'name', table: of.column.table, name: of.column.column, at: 0 })
  )
    return `'${name}' takes its months from '${of.column.column}'. Add the dimension of that column to the rollup, without a grain.`;
  const [day] = daysMissing(fact, aggregate, rewriter);
  if (day !== undefined)
    return `'${name}' is semi-additive. Add '${day}' to the rollup's dimensions, by day or without a grain.`;
  const key = keyMissing(aggregate, rewriter);
  if (key !== null)
    return `'${name}' counts once for each ${key}. Add the dimension with these values to the rollup, or leave '${name}' out of it.`;
  if (of.kind === 'distinct') {
    const derivable = [of.value, ...conjuncts(of.where)].every((item) => rewriter.expression(item));
    if (!derivable)
      return `'${name}' counts different values, which do not add up. Add the dimension with these values to the rollup, or leave '${name}' out of it.`;
  }
  return null;
}

/** Stores identical parts once, each in a column of its own. */
function distinctParts(keys: readonly RollupKey[], parts: readonly RollupPart[]): RollupPart[] {
  const taken = new Set(keys.map(({ column }) => column));
  const distinct = new Map<string, RollupPart>();
  for (const part of parts) {
    const key = partText(part);
    if (distinct.has(key)) continue;
    let name = part.name;
    while (taken.has(name)) name += ' part';
    taken.add(name);
    distinct.set(key, { ...part, name });
  }
  return [...distinct.values()];
}

/** Identifies a part: its kind, value and conditions. */
export function partText(part: RollupPart): string {
  const conditions = conjuncts(part.where).map(textOf).toSorted();
  return JSON.stringify([part.kind, part.kind === 'count' ? null : textOf(part.value), conditions]);
}

/**
 * Plans the keys and parts of a rollup, for data with this as-of date. `report` receives measures that cannot be
 * stored, with their path; they are left out.
 */
export function planRollup(
  model: CompiledModel,
  scope: RollupScope,
  { dataset, rollup, asOf = null }: { dataset: string; rollup: Rollup; asOf?: string | null },
  report: Report = () => {},
): RollupPlan {
  const from = model.datasets.get(dataset)!;
  // Rollups ignore row rules; they are applied when a query reads the rollup.
  const bound: BoundDataset = bindDataset(model, from, { ...scope, reader: 'system' }, asOf);
  const fact = bound.facts[0]!;
  const { calendar } = fact;
  const table = rollupTable(dataset, rollup.name);
  reportPerKey(fact, rollup, report);
  const keys = keysOf(fact, rollup);
  const parts = rollup.measures.flatMap((name, index): RollupPart[] => {
    const measure = from.measures.get(name);
    if (!measure) return [];
    const known = rowMeasuresBehind({ from }, measure).find((part) => lastKnownOf(from.measures.get(part)!));
    if (known !== undefined) {
      report(
        ['measures', index],
        `'${known}' is computed from last known values, which depend on the order of rows. Leave it out of the rollup.`,
      );
      return [];
    }
    const planned = planMeasure(bound, measure);
    if (planned.kind === 'checked') {
      report(
        ['measures', index],
        `'${name}' has amounts in several currencies, which are looked at row by row. Leave it out of the rollup.`,
      );
      return [];
    }
    const aggregates = new Set(aggregatesBehind(planned));
    const rewriter = new RollupRewriter(
      { table, keys, calendar },
      new Set(fact.snapshotDates.list.map((dates) => dates.name)),
    );
    const own = fact.aggregates.list.filter((aggregate) => aggregates.has(aggregate.name));
    const issue = own.map((aggregate) => issueOf(fact, measure, aggregate, rewriter)).find((item) => item !== null);
    if (issue !== undefined) {
      report(['measures', index], issue);
      return [];
    }
    return own.map((aggregate) => partFor(aggregate, rewriter)).filter((part) => part !== null);
  });
  const distinct = distinctParts(keys, parts);
  const fields = keys.map(({ column: name, type, value, bands }): PlanField => ({ name, type, value, bands }));
  const read = { fields, aggregates: distinct, filters: [], values: [], rules: [] };
  const source = planSource(from.facts[0]!, scope.tenant, read);
  return { dataset, name: rollup.name, table, source, keys, parts: distinct, calendar };
}
