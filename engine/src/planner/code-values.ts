import type { LocalizedText, ResultColumn } from '@rise/contract';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { AggregatePlan, PlanFact } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';
import type { PlanExpression, PlanField } from '../plan/predicates.ts';
import type { Scope } from '../plan/scope.ts';
import { bindScope } from './binding/bound.ts';
import { planField } from './binding/fields.ts';
import { planQuery } from './query.ts';
import { mappedCodesIn, withJoinsFor, type MappedField } from './unmapped.ts';

/** The most codes of one column that are listed. */
export const MAX_CODE_VALUES = 100_000;

export interface CodeValuesRequest {
  dataset: string;
  coded: MappedField;
  /** A sum whose part is listed with each code, that of a snapshot on its last date; null: none. */
  measure: string | null;
  asOf: string | null;
}

const ROWS = 'rows of the code';
const FIRST = 'first day of the code';
const LAST = 'last day of the code';

const column = (name: string, type: ResultColumn['type']): ResultColumn => ({
  name,
  title: { en: name } satisfies LocalizedText,
  role: 'statistic',
  type,
});

const present = (value: PlanExpression): PlanExpression => ({ kind: 'missing', of: value, negated: true, at: 0 });

/**
 * All codes of one field, mapped or not, null included: each with its rows, its part of the measure, and the first and
 * last day of its rows; most frequent first. One plan for each column that the field reads codes from. The dataset has one
 * fact. Independent of what the codes are mapped to.
 */
export function planCodeValues(
  model: CompiledModel,
  scope: Scope,
  { dataset, coded, measure, asOf }: CodeValuesRequest,
): AggregatePlan[] {
  const compiled = model.datasets.get(dataset)!;
  const { field: name, mapping } = coded;
  const isDimension = compiled.dimensions.has(name);
  const measures = [...new Set([...(isDimension ? [] : [name]), ...(measure === null ? [] : [measure])])];
  const dimensions = isDimension ? [name] : [];
  const rows = { calculations: [], order: [], limit: MAX_CODE_VALUES, offset: 0, totals: false };
  const unmapped = { ...scope, mappings: { hash: 'none', codes: new Map() } };
  const plan = planQuery(model, unmapped, { kind: 'aggregate', dataset, dimensions, measures, ...rows }, asOf);
  const bound = bindScope(model, compiled.facts[0]!, unmapped, asOf);
  const codes: PlanField[] =
    mapping === null
      ? [planField(bound, bound.from.dimensions.get(name)!)]
      : mappedCodesIn(bound, name, mapping).map(({ code }) => ({
          name: 'code',
          type: 'string',
          value: code,
          bands: null,
        }));
  const { asOf: dayColumn } = bound.from.dataset;
  const day = dayColumn && bound.bind({ kind: 'name', table: dayColumn.table, name: dayColumn.column, at: 0 });
  return codes.map((code) => planOf(plan as AggregatePlan, code, { measure, day: day ?? null, from: bound.from }));
}

function planOf(
  plan: AggregatePlan,
  code: PlanField,
  {
    measure,
    day,
    from,
  }: { measure: string | null; day: PlanExpression | null; from: Parameters<typeof withJoinsFor>[1] },
): AggregatePlan {
  const fact = plan.facts[0]!;
  const needed = [code.value, ...(day ? [day] : [])].map((value) => ({
    kind: 'holds' as const,
    condition: present(value),
  }));
  const days: BaseAggregate[] = day
    ? [
        { name: FIRST, kind: 'min', value: day, where: null },
        { name: LAST, kind: 'max', value: day, where: null },
      ]
    : [];
  const planned: PlanFact = {
    ...withJoinsFor(fact, from, needed),
    fields: [code],
    filter: null,
    aggregates: [{ name: ROWS, kind: 'count', where: null }, ...fact.aggregates, ...days],
  };
  const amounts = plan.measures.filter(({ name }) => name === measure);
  const amountColumns = plan.columns.filter(({ name, role }) => role === 'measure' && name === measure);
  return {
    ...plan,
    facts: [planned],
    fields: [code],
    measures: [
      { name: ROWS, kind: 'linear', terms: [{ aggregate: ROWS, factor: '1' }] },
      ...days.map(({ name }) => ({ name, kind: 'plain' as const, aggregate: name })),
      ...amounts,
    ],
    order: [{ field: ROWS, direction: 'desc' }],
    columns: [
      { name: code.name, title: { en: code.name }, role: 'dimension', type: code.type },
      column(ROWS, 'integer'),
      ...days.map(({ name }) => column(name, 'date')),
      ...amountColumns,
    ],
  };
}
