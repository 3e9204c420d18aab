import { columnOf } from '@rise/contract';
import type { DimensionRequest, ErrorDetail, Filter, SemanticQuery } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { CompiledModel } from '../model/compile-model.ts';
import { suggestName } from '../model/suggest-name.ts';
import type { Bound } from './bound.ts';
import { bindDataset } from './bound-dataset.ts';
import type { BoundFact } from './bound-dataset.ts';
import { findMeasure, refuseTwice } from './look-up.ts';
import { checkColumns, planAround, planCalculations, planFill } from './plan-aggregate.ts';
import { planDimension } from './plan-dimensions.ts';
import type { PlannedDimension } from './plan-dimensions.ts';
import { planFact } from './plan-fact.ts';
import { planFilter } from './plan-filter.ts';
import { levelColumns, levelled, planLevels, refuseUnsteadyTop } from './plan-levels.ts';
import { measureColumn, planMeasure } from './plan-measure.ts';
import { BENCHMARK_COLUMNS, distributionColumns, planMember } from './plan-members.ts';
import type { Plan, PlanPredicate } from './plan.ts';
import { planRules } from './rights.ts';
import type { Scope } from './scope.ts';

/** The model's rules for a reader and those of the scope: they speak of the fact's own dataset, or of the one that is asked. */
function rulesOf({ home, ...fact }: BoundFact, scope: Scope, details: ErrorDetail[]): PlanPredicate[] {
  const of = (bound: Bound) =>
    scope.predicates.flatMap((rule, index) =>
      rule.dataset === bound.from.name ? [planFilter(bound, rule.filter, `scope.predicates.${index}`, details)] : [],
    );
  return [...planRules(home, scope), ...of(home), ...(home.from.name === fact.from.name ? [] : of(fact))];
}

/**
 * Turns a query into a plan: names resolved, joins pruned to what is read, the scope's predicates inside.
 * Throws `QueryError` naming every field at fault.
 */
export function planQuery(model: CompiledModel, scope: Scope, query: SemanticQuery, asOf: string | null = null): Plan {
  const from = model.datasets.get(query.dataset);
  if (!from) {
    const message = `There is no dataset '${query.dataset}'.${suggestName(query.dataset, model.datasets.keys())}`;
    throw new QueryError([{ field: 'dataset', message }]);
  }
  const details: ErrorDetail[] = [];
  const fail = (field: string, message: string) => void details.push({ field, message });
  const bound = bindDataset(model, from, scope, asOf);
  const { facts } = bound;

  const rules = facts.map((fact) => rulesOf(fact, scope, details));
  const filtersOf = (filter: Filter | undefined) =>
    facts.map((fact, index) => (filter ? planFilter(fact, filter, 'filter', index === 0 ? details : []) : null));
  const filters = filtersOf(query.filter);

  const measureNames = query.kind === 'distribution' ? [query.measure] : query.measures;
  const measurePath = (index: number) => (query.kind === 'distribution' ? 'measure' : `measures.${index}`);
  refuseTwice(measureNames, 'measures', details);
  const chosen = measureNames
    .map((name, index) => findMeasure(from, name, measurePath(index), details))
    .filter((measure) => measure !== null);
  const measures = chosen.map((measure) => planMeasure(bound, measure));

  const requests: DimensionRequest[] = query.kind === 'aggregate' ? query.dimensions : [query.by];
  if (query.kind === 'aggregate') refuseTwice(requests.map(columnOf), 'dimensions', details);
  const [dimensions, ...others] = facts.map((fact, place) =>
    requests.flatMap((request, index) =>
      planDimension(
        fact,
        request,
        query.kind === 'aggregate' ? `dimensions.${index}` : 'by',
        place === 0 ? fail : () => {},
      ),
    ),
  ) as [PlannedDimension[], ...PlannedDimension[][]];
  const fields = [dimensions, ...others].map((each) => each.map(({ field }) => field));
  const calculations = query.kind === 'aggregate' ? planCalculations(bound, query, fields, details) : [];
  const around = query.kind === 'aggregate' ? planAround(query, calculations, fail) : null;
  const arounds = around ? filtersOf(around.filter) : facts.map(() => null);
  if (query.kind === 'aggregate') checkColumns(query, fail);

  const memberValue = query.kind === 'aggregate' ? undefined : query.member;
  const by = fields.flatMap((each) => each.slice(0, 1));
  const member = memberValue === undefined || by.length === 0 ? null : planMember(by, memberValue, fail);
  const fill = query.kind === 'aggregate' ? planFill(query, fail) : null;
  const levels =
    query.kind === 'aggregate' ? planLevels(bound, query, details) : { top: null, sets: null, pivot: null };
  if (details.length > 0) throw new QueryError(details);

  // Facts that nothing is asked of are left alone; where no figure is asked for, all have a say in which groups there are.
  const asked = facts.filter(({ atoms }) => atoms.list.length > 0);
  const planned = (asked.length > 0 ? asked : facts).map((fact) => {
    const place = facts.indexOf(fact);
    return planFact(fact, {
      tenant: scope.tenant,
      fields: fields[place]!,
      filter: filters[place]!,
      around: arounds[place]!,
      rules: rules[place]!,
      member: member?.predicates[place] ?? null,
    });
  });
  refuseUnsteadyTop(levels.top, planned);
  const common = { dataset: query.dataset, facts: planned };
  switch (query.kind) {
    case 'aggregate':
      return {
        ...common,
        kind: 'aggregate',
        fields: fields[0]!,
        measures,
        calculations: calculations.map(({ plan }) => plan),
        around: around && { time: around.time },
        order: query.order,
        limit: query.limit,
        offset: query.offset,
        totals: query.totals,
        fill,
        ...levels,
        columns: [
          ...dimensions.map(({ column }) => column),
          ...levelColumns(
            levelled({ fields: fields[0]!, ...levels }),
            dimensions.map(({ column }) => column),
          ),
          ...chosen.map(measureColumn),
          ...calculations.map(({ column }) => column),
        ],
      };
    case 'benchmark':
      return { ...common, kind: 'benchmark', by: by[0]!, member: member!.key, measures, columns: BENCHMARK_COLUMNS };
    case 'distribution':
      return {
        ...common,
        kind: 'distribution',
        by: by[0]!,
        member: member && member.key,
        measure: measures[0]!,
        buckets: query.buckets,
        columns: distributionColumns(chosen[0]!.format),
      };
  }
}
