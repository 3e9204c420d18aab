import { MAX_ROWS, type Dimension, type LocalizedText, type ResultColumn } from '@rise/contract';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { mappingsIn } from '../model/check-mappings.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compile-model.ts';
import { bindScope } from './bound.ts';
import type { Bound } from './bound.ts';
import { planField, planIn } from './plan-filter.ts';
import { planQuery } from './plan-query.ts';
import { joinsTo, tablesOf, tablesOfAtom } from './plan-source.ts';
import type { AggregatePlan, Plan, PlanFact, PlanField, PlanPredicate, UnlabelledPlan } from './plan.ts';
import type { Scope } from './scope.ts';

/** A dimension or measure that is computed of source codes. */
export interface CodedField {
  field: string;
  /** What alerts and the page of codes call these codes: the mapping, or a dimension with labels of its own. */
  type: string;
  title: LocalizedText;
  /** The mapping that gives them their meaning; null: labels in the model. */
  mapping: string | null;
}

const isLabelled = ({ values, bands, mapping }: Dimension) =>
  (values?.length ?? 0) > 0 && !bands && mapping === undefined;

/** What of a dataset is computed of codes. Where facts are combined, their own measures are told of at their own datasets. */
export function codedFields(model: CompiledModel, dataset: CompiledDataset): CodedField[] {
  const mappings = new Map(model.model.mappings.map((each) => [each.name, each]));
  const named = [...dataset.dimensions.keys(), ...(dataset.facts.length > 1 ? [] : dataset.measures.keys())];
  return named.flatMap((field): CodedField[] => {
    const dimension = dataset.dimensions.get(field);
    const own =
      dimension && isLabelled(dimension) ? [{ field, type: field, title: dimension.title, mapping: null }] : [];
    const asked = new Set(dataset.facts.flatMap((fact) => expressionsOf(fact, field).flatMap(mappingsIn)));
    const mapped = [...asked].map((mapping) => ({
      field,
      type: mapping,
      title: mappings.get(mapping)!.title,
      mapping,
    }));
    return [...own, ...mapped];
  });
}

function expressionsOf({ expressions }: CompiledFact, field: string): Expression[] {
  return [expressions.values.get(field), expressions.conditions.get(field)].filter((each) => each !== undefined);
}

/** What a field of a fact asks a mapping for: the codes, and what they mean. */
function codesAsked(bound: Bound, field: string, mapping: string | null) {
  const found = new Map<string, { code: Expression; means: Expression }>();
  for (const expression of expressionsOf(bound.from, field))
    walk(expression, (each) => {
      if (each.kind !== 'call' || each.function !== 'mapped') return;
      const [code, named] = each.arguments as [Expression, Expression & { kind: 'text' }];
      if (mapping !== null && named.value !== mapping) return;
      const means = bound.bind({ ...each, arguments: [code, named] });
      found.set(JSON.stringify(means), { code: bound.bind(code), means });
    });
  return [...found.values()];
}

const missing = (of: Expression, negated: boolean): Expression => ({ kind: 'missing', of, negated, at: 0 });
const without = ({ code, means }: { code: Expression; means: Expression }): PlanPredicate => ({
  kind: 'holds',
  condition: { kind: 'binary', operator: 'and', left: missing(code, true), right: missing(means, false), at: 0 },
});

/** Rows whose code has no label in the model. */
function unlabelled(bound: Bound, dimension: Dimension): PlanPredicate {
  const field = planField(bound, dimension);
  // A label for what can't be a value of this type labels nothing.
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

/** Rows in which a field is computed of a code without a meaning. A row without a code is not one of them. */
function unmeant(bound: Bound, field: string): PlanPredicate {
  const dimension = bound.from.dimensions.get(field);
  const own = dimension && isLabelled(dimension) ? [unlabelled(bound, dimension)] : [];
  const all = [...own, ...codesAsked(bound, field, null).map(without)];
  return all.length === 1 ? all[0]! : { kind: 'any', of: all };
}

/** The fact with joins to all that these predicates and fields read besides. */
function reaching(fact: PlanFact, from: CompiledFact, predicates: readonly PlanPredicate[]): PlanFact {
  const tables = new Set([...fact.source.joins.map(({ table }) => table), ...predicates.flatMap(tablesOf)]);
  return { ...fact, source: { ...fact.source, joins: joinsTo(from.dataset, tables) } };
}

const ROWS = 'rows of the code';

/** The codes without a meaning that one field is computed of, each with the number of its rows, the most frequent first. */
export function planUnlabelledCodes(
  model: CompiledModel,
  scope: Scope,
  { dataset, coded, asOf }: { dataset: string; coded: CodedField; asOf: string | null },
): AggregatePlan {
  const { field: name, mapping } = coded;
  const isDimension = model.datasets.get(dataset)!.dimensions.has(name);
  const asked = { dimensions: isDimension ? [name] : [], measures: isDimension ? [] : [name] };
  const rows = { calculations: [], order: [], limit: MAX_ROWS, offset: 0, totals: false };
  const plan = planQuery(model, scope, { kind: 'aggregate', dataset, ...asked, ...rows }, asOf) as AggregatePlan;
  const { facts } = model.datasets.get(dataset)!;
  const planned = plan.facts.flatMap((fact, index): PlanFact[] => {
    const bound = bindScope(model, facts[index]!, scope, asOf);
    const count = (place: number) => ({
      name: `${ROWS} in ${fact.dataset} ${place}`,
      kind: 'count' as const,
      where: null,
    });
    const grouped = (field: PlanField, filter: PlanPredicate, place: number): PlanFact => ({
      ...reaching(fact, facts[index]!, [filter]),
      fields: [field],
      filter,
      clocks: [],
      atoms: [count(place)],
    });
    const dimension = bound.from.dimensions.get(name);
    if (mapping === null) return [grouped(planField(bound, dimension!), unlabelled(bound, dimension!), 0)];
    return codesAsked(bound, name, mapping).map((each, place) =>
      grouped({ name: 'code', type: 'string', value: each.code, bands: null }, without(each), place),
    );
  });
  const counts = planned.flatMap(({ atoms }) => atoms.map((atom) => atom.name));
  const { type } = planned[0]!.fields[0]!;
  return {
    ...plan,
    facts: planned,
    fields: planned[0]!.fields,
    measures: [{ name: ROWS, kind: 'linear', terms: counts.map((atom) => ({ atom, factor: '1' })) }],
    order: [{ field: ROWS, direction: 'desc' }],
    columns: [{ name: planned[0]!.fields[0]!.name, title: { en: name }, role: 'dimension', type }, count(ROWS)],
  };
}

/** The measures of a query that add up over rows, whatever their days. Rows of several facts are no part of one figure. */
function figuresOf(plan: Plan): UnlabelledPlan['figures'] {
  const [fact, ...others] = plan.facts;
  if (plan.kind !== 'aggregate' || !fact || others.length > 0) return [];
  const clocks = new Set(fact.clocks.map(({ name }) => name));
  const plain = new Set(
    fact.atoms.filter((atom) => !tablesOfAtom(atom).some((table) => clocks.has(table))).map(({ name }) => name),
  );
  return plan.measures
    .filter((measure) => measure.kind === 'linear')
    .filter(({ terms }) => terms.every(({ atom }) => plain.has(atom)));
}

const count = (name: string): ResultColumn => ({ name, title: { en: name }, role: 'statistic', type: 'integer' });

/** How many rows a query reads, and for each of its fields in how many of them it is computed of a code without a meaning. */
export function planUnlabelledRows(
  model: CompiledModel,
  scope: Scope,
  plan: Plan,
  { fields, asOf }: { fields: readonly string[]; asOf: string | null },
): UnlabelledPlan {
  const { facts } = model.datasets.get(plan.dataset)!;
  const counted = plan.facts.map((fact) => {
    const from = facts.find((each) => each.dataset.name === fact.dataset)!;
    const bound = bindScope(model, from, scope, asOf);
    const predicates = fields.map((field) => unmeant(bound, field));
    return { fact: reaching(fact, from, predicates), predicates };
  });
  const figures = figuresOf(plan);
  const amount = (name: string): ResultColumn => ({ ...count(name), type: 'number' });
  return {
    kind: 'unlabelled',
    figures,
    dataset: plan.dataset,
    facts: counted.map(({ fact }) => fact),
    unlabelled: counted.map(({ predicates }) => predicates),
    columns: [
      ...['rows', ...fields].map(count),
      ...figures.flatMap(({ name }) => [name, ...fields.map((field) => `${name} of ${field}`)]).map(amount),
    ],
  };
}
