import { columnOf } from '@rise/contract';
import type { DimensionRequest, ErrorDetail, Filter, SemanticQuery } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { suggestName } from '../expression/suggest-name.ts';
import type { Bound } from './binding/bound.ts';
import { bindDataset } from './binding/bound-dataset.ts';
import type { BoundFact } from './binding/bound-dataset.ts';
import { findMeasure, rejectDuplicates } from './fields/look-up.ts';
import { checkColumns, planAround, planCalculations, planFill } from './measures/aggregate.ts';
import { planDimension } from './fields/dimensions.ts';
import type { PlannedDimension } from './fields/dimensions.ts';
import { planFact } from './sources/fact.ts';
import { planFilter } from './fields/filter.ts';
import { levelColumns, planLevels, rejectSemiAdditiveTop } from './grouping-sets.ts';
import { fieldsWithLevels } from '../plan/levels.ts';
import { measureColumn, planMeasure } from './measures/measure.ts';
import { BENCHMARK_COLUMNS, distributionColumns, planMember } from './fields/members.ts';
import type { Plan, PlanPredicate } from '../plan/plan.ts';
import { planRules } from './binding/rights.ts';
import type { Scope } from '../plan/scope.ts';

/** Row rules of the model and of the scope. They use the names of the fact's own dataset or of the queried one. */
function rulesOf({ home, ...fact }: BoundFact, scope: Scope, details: ErrorDetail[]): PlanPredicate[] {
  const of = (bound: Bound) =>
    (scope.predicates ?? []).flatMap((rule, index) =>
      rule.dataset === bound.from.name ? [planFilter(bound, rule.filter, `scope.predicates.${index}`, details)] : [],
    );
  return [...planRules(home, scope), ...of(home), ...(home.from.name === fact.from.name ? [] : of(fact))];
}

/**
 * Turns a query into a plan: resolves names, prunes joins to the tables read, and includes the scope's predicates.
 * Throws `QueryError` listing every invalid field.
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
  rejectDuplicates(measureNames, 'measures', details);
  const chosen = measureNames
    .map((name, index) => findMeasure(from, name, measurePath(index), details))
    .filter((measure) => measure !== null);
  const measures = chosen.map((measure) => planMeasure(bound, measure));

  const requests: DimensionRequest[] = query.kind === 'aggregate' ? query.dimensions : [query.by];
  if (query.kind === 'aggregate') rejectDuplicates(requests.map(columnOf), 'dimensions', details);
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
  const fields = [dimensions, ...others].map((item) => item.map(({ field }) => field));
  const calculations = query.kind === 'aggregate' ? planCalculations(bound, query, fields, details) : [];
  const around = query.kind === 'aggregate' ? planAround(query, calculations, fail) : null;
  const arounds = around ? filtersOf(around.filter) : facts.map(() => null);
  if (query.kind === 'aggregate') checkColumns(query, fail);

  const memberValue = query.kind === 'aggregate' ? undefined : query.member;
  const by = fields.flatMap((field) => field.slice(0, 1));
  const member = memberValue === undefined || by.length === 0 ? null : planMember(by, memberValue, fail);
  const fill = query.kind === 'aggregate' ? planFill(query, fail) : null;
  const levels =
    query.kind === 'aggregate' ? planLevels(bound, query, details) : { top: null, sets: null, pivot: null };
  if (details.length > 0) throw new QueryError(details);

  // Facts without requested measures are skipped; if no measures are requested, all facts contribute groups.
  const used = facts.filter(({ aggregates }) => aggregates.list.length > 0);
  const planned = (used.length > 0 ? used : facts).map((fact) => {
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
  rejectSemiAdditiveTop(levels.top, planned);
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
            fieldsWithLevels({ fields: fields[0]!, ...levels }),
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
