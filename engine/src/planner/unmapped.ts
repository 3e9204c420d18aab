import { MAX_ROWS, type Dimension, type LocalizedText, type ResultColumn } from '@rise/contract';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { mappingsIn } from '../model/mappings.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { bindScope } from './binding/bound.ts';
import type { Bound } from './binding/bound.ts';
import { planIn } from './fields/filter.ts';
import { planField } from './binding/fields.ts';
import { knownPeriods } from './measures/having.ts';
import { planQuery } from './query.ts';
import { joinsTo } from '../model/joins.ts';
import { tablesOf } from '../plan/references.ts';
import type { AggregatePlan, Plan, PlanFact, UnmappedPlan } from '../plan/plan.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';

/** A dimension or measure computed from source codes. */
export interface MappedField {
  field: string;
  /**
   * Key of these codes in alerts and on the page of codes: the mapping's name, or the name of a dimension that has its
   * own labels.
   */
  type: string;
  title: LocalizedText;
  /** The mapping that has their labels; null if the labels are in the model. */
  mapping: string | null;
}

const isLabeled = ({ values, bands, mapping, per, since }: Dimension) =>
  (values?.length ?? 0) > 0 && !bands && mapping === undefined && !per && !since;

/**
 * Fields of a dataset that are computed from codes. A combined dataset leaves out measures, which are listed in their
 * own datasets.
 */
export function mappedFields(model: CompiledModel, dataset: CompiledDataset): MappedField[] {
  const mappings = new Map(model.model.mappings.map((mapping) => [mapping.name, mapping]));
  const named = [...dataset.dimensions.keys(), ...(dataset.facts.length > 1 ? [] : dataset.measures.keys())];
  return named.flatMap((field): MappedField[] => {
    const dimension = dataset.dimensions.get(field);
    const own =
      dimension && isLabeled(dimension) ? [{ field, type: field, title: dimension.title, mapping: null }] : [];
    const fields = new Set(dataset.facts.flatMap((fact) => expressionsOf(fact, field).flatMap(mappingsIn)));
    const mapped = [...fields].map((mapping) => ({
      field,
      type: mapping,
      title: mappings.get(mapping)!.title,
      mapping,
    }));
    return [...own, ...mapped];
  });
}

function expressionsOf({ expressions }: CompiledFact, field: string): Expression[] {
  return [expressions.values.get(field), expressions.conditions.get(field)].filter((item) => item !== undefined);
}

/** The codes that a field of a fact looks up in a mapping, and their labels. */
export function mappedCodesIn(bound: Bound, field: string, mapping: string | null) {
  const result = new Map<string, { code: Expression; means: Expression }>();
  for (const expression of expressionsOf(bound.from, field))
    walk(expression, (item) => {
      if (item.kind !== 'call' || item.function !== 'mapped') return;
      const [code, named] = item.arguments as [Expression, Expression & { kind: 'text' }];
      // The label of rows without a code: see `mappedLabel`.
      if (code.kind === 'null') return;
      if (mapping !== null && named.value !== mapping) return;
      const means = bound.bind({ ...item, arguments: [code, named] });
      result.set(JSON.stringify(means), { code: bound.bind(code), means });
    });
  return [...result.values()];
}

const missing = (of: Expression, negated: boolean): Expression => ({ kind: 'missing', of, negated, at: 0 });
const without = ({ code, means }: { code: Expression; means: Expression }): PlanPredicate => ({
  kind: 'holds',
  condition: { kind: 'binary', operator: 'and', left: missing(code, true), right: missing(means, false), at: 0 },
});

/** Rows whose code has no label in the model. */
function unmapped(bound: Bound, dimension: Dimension): PlanPredicate {
  const field = planField(bound, dimension);
  // Ignores labels for values that are not of this type.
  const labels = (dimension.values ?? []).filter(({ value }) => {
    let fits = true;
    planIn(field, [value], '', () => (fits = false));
    return fits;
  });
  const values = labels.map(({ value }) => value);
  return {
    kind: 'all',
    of: [
      { kind: 'not', of: { kind: 'null', field } },
      { kind: 'not', of: planIn(field, values, '', () => {}) },
    ],
  };
}

/** Rows in which a field uses an unmapped code. Rows with a null code do not count. */
function isUnmapped(bound: Bound, field: string): PlanPredicate {
  const dimension = bound.from.dimensions.get(field);
  const own = dimension && isLabeled(dimension) ? [unmapped(bound, dimension)] : [];
  const all = [...own, ...mappedCodesIn(bound, field, null).map(without)];
  return all.length === 1 ? all[0]! : { kind: 'any', of: all };
}

/** Adds the joins that these predicates need. */
export function withJoinsFor(fact: PlanFact, from: CompiledFact, predicates: readonly PlanPredicate[]): PlanFact {
  const tables = new Set([...fact.source.joins.map(({ name }) => name), ...predicates.flatMap(tablesOf)]);
  return { ...fact, source: { ...fact.source, joins: joinsTo(from, tables) } };
}

const ROWS = 'rows of the code';

/** Unmapped codes of one field with their numbers of rows, most frequent first. */
export function planUnmappedCodes(
  model: CompiledModel,
  scope: Scope,
  { dataset, coded, asOf }: { dataset: string; coded: MappedField; asOf: string | null },
): AggregatePlan {
  const { field: name, mapping } = coded;
  const isDimension = model.datasets.get(dataset)!.dimensions.has(name);
  const request = { dimensions: isDimension ? [name] : [], measures: isDimension ? [] : [name] };
  const rows = { calculations: [], order: [], limit: MAX_ROWS, offset: 0, totals: false };
  const plan = planQuery(model, scope, { kind: 'aggregate', dataset, ...request, ...rows }, asOf) as AggregatePlan;
  const { facts } = model.datasets.get(dataset)!;
  const planned = plan.facts.flatMap((fact, index): PlanFact[] => {
    const bound = bindScope(model, facts[index]!, scope, asOf);
    const count = (place: number) => ({
      name: `${ROWS} in ${fact.dataset} ${place}`,
      kind: 'count' as const,
      where: null,
    });
    const grouped = (field: PlanField, filter: PlanPredicate, place: number): PlanFact => ({
      ...withJoinsFor(fact, facts[index]!, [filter]),
      fields: [field],
      filter,
      snapshotDates: [],
      aggregates: [count(place)],
    });
    const dimension = bound.from.dimensions.get(name);
    if (mapping === null) return [grouped(planField(bound, dimension!), unmapped(bound, dimension!), 0)];
    return mappedCodesIn(bound, name, mapping).map((mappedCode, place) =>
      grouped({ name: 'code', type: 'string', value: mappedCode.code, bands: null }, without(mappedCode), place),
    );
  });
  const counts = planned.flatMap(({ aggregates }) => aggregates.map((aggregate) => aggregate.name));
  const { type } = planned[0]!.fields[0]!;
  return {
    ...plan,
    facts: planned,
    fields: planned[0]!.fields,
    measures: [{ name: ROWS, kind: 'linear', terms: counts.map((aggregate) => ({ aggregate, factor: '1' })) }],
    order: [{ field: ROWS, direction: 'desc' }],
    columns: [{ name: planned[0]!.fields[0]!.name, title: { en: name }, role: 'dimension', type }, count(ROWS)],
  };
}

/**
 * Measures of a query that are additive over rows, of the last snapshot of all. Only for one fact: rows of several facts
 * are not parts of one figure.
 */
function figuresOf(plan: Plan): UnmappedPlan['figures'] {
  const [fact, ...others] = plan.facts;
  if (plan.kind !== 'aggregate' || !fact || others.length > 0) return [];
  const plain = new Set(fact.aggregates.filter(({ kind }) => kind !== 'nested').map(({ name }) => name));
  return plan.measures
    .filter((measure) => measure.kind === 'linear')
    .filter(({ terms }) => terms.every(({ aggregate }) => plain.has(aggregate)));
}

/** The aggregate that has the rows, if it keeps groups by their measures: last known values are in several groups. */
function havingGroups(plan: Plan): AggregatePlan | null {
  return plan.kind === 'aggregate' && plan.having && plan.facts.every((fact) => knownPeriods(fact).length === 0)
    ? plan
    : null;
}

const count = (name: string): ResultColumn => ({ name, title: { en: name }, role: 'statistic', type: 'integer' });

/** The number of rows a query reads, and for each of its fields the number with an unmapped code. */
export function planUnmappedRows(
  model: CompiledModel,
  scope: Scope,
  plan: Plan,
  { fields, asOf }: { fields: readonly string[]; asOf: string | null },
): UnmappedPlan {
  const { facts } = model.datasets.get(plan.dataset)!;
  const counted = plan.facts.map((fact) => {
    const from = facts.find((item) => item.dataset.name === fact.dataset)!;
    const bound = bindScope(model, from, scope, asOf);
    const predicates = fields.map((field) => isUnmapped(bound, field));
    return { fact: withJoinsFor(fact, from, predicates), predicates };
  });
  const figures = figuresOf(plan);
  const amount = (name: string): ResultColumn => ({ ...count(name), type: 'number' });
  return {
    kind: 'unmapped',
    figures,
    of: havingGroups(plan),
    dataset: plan.dataset,
    facts: counted.map(({ fact }) => fact),
    unmapped: counted.map(({ predicates }) => predicates),
    columns: [
      ...['rows', ...fields].map(count),
      ...figures.flatMap(({ name }) => [name, ...fields.map((field) => `${name} of ${field}`)]).map(amount),
    ],
  };
}
