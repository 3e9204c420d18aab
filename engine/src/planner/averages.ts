import type { ResultColumn } from '@rise/contract';
import { allOf } from '../expression/build.ts';
import { columnsIn } from '../expression/columns.ts';
import { walk } from '../expression/tree.ts';
import type { Expression, PerKey } from '../expression/tree.ts';
import type { AggregatePlan, AveragesPlan, Plan, PlanFact, PlanSource } from '../plan/plan.ts';
import type { BaseAggregate, PlanGroupCondition, PlanMeasure } from '../plan/measures.ts';
import { conjunctionOf } from '../plan/predicates.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import { aggregatesBehind, expressionsOfAggregate } from '../plan/references.ts';
import { predicateExpression } from './fields/predicate-expression.ts';

type Prior = PerKey & Required<Pick<PerKey, 'prior'>> & { at: number };

/** What an aggregate looks up at the prior year-end; null if it is no average balance. */
export function priorOf(aggregate: BaseAggregate): Prior | null {
  let found: Prior | null = null;
  for (const expression of expressionsOfAggregate(aggregate))
    walk(expression, (item) => {
      if (item.kind === 'perKey' && item.prior) found = item as Prior;
    });
  return found;
}

/** Names of a plan's aggregates that are average balances. */
const averagesIn = ({ facts }: Plan): Set<string> =>
  new Set(facts.flatMap(({ aggregates }) => aggregates.flatMap((item) => (priorOf(item) ? [item.name] : []))));

/** Columns with average balances, each with the names of these, and whether it has those of other periods. */
export interface AveragedColumn {
  column: string;
  averages: string[];
  looksBack: boolean;
}

/** The measures that a condition compares. */
function measuresCompared(condition: PlanGroupCondition): PlanMeasure[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(measuresCompared);
    case 'not':
      return measuresCompared(condition.of);
    case 'compare':
    case 'null':
      return [condition.measure];
  }
}

/** Measures that choose the groups of a plan without being among its columns. */
function choosing({ measures, having, top }: AggregatePlan): PlanMeasure[] {
  const all = [...(having ? measuresCompared(having.condition) : []), ...(top ? [top.measure] : [])];
  const shown = new Set(measures.map(({ name }) => name));
  return [...new Map(all.map((measure) => [measure.name, measure])).values()].filter(({ name }) => !shown.has(name));
}

/** The columns of a plan that are computed from average balances, and the measures that choose its groups. */
export function averagedColumns(plan: Plan): AveragedColumn[] {
  const known = averagesIn(plan);
  const columnOf = (column: string, measure: PlanMeasure, looksBack = false): AveragedColumn[] => {
    const averages = aggregatesBehind(measure).filter((name) => known.has(name));
    return averages.length === 0 ? [] : [{ column, averages: [...new Set(averages)], looksBack }];
  };
  switch (plan.kind) {
    case 'aggregate':
      return [
        ...[...plan.measures, ...choosing(plan)].flatMap((measure) => columnOf(measure.name, measure)),
        ...plan.calculations.flatMap(({ name, kind, measure }) =>
          columnOf(name, measure, kind === 'compare' || kind === 'moving_average'),
        ),
      ];
    case 'benchmark':
      return plan.measures.flatMap((measure) => columnOf(measure.name, measure));
    case 'distribution':
    case 'rows':
      return columnOf(plan.measure.name, plan.measure);
    case 'list':
    case 'funnel':
    case 'unmapped':
    case 'averages':
    case 'currencies':
      return [];
  }
}

/** The columns of a plan that are computed from a column of a fact's rows. */
export function columnsFrom(plan: Plan, fact: PlanFact, source: string): string[] {
  const { table } = fact.source;
  const used = new Set(
    fact.aggregates
      .filter((aggregate) =>
        expressionsOfAggregate(aggregate)
          .flatMap(columnsIn)
          .some((column) => column.table === table && column.column === source),
      )
      .map(({ name }) => name),
  );
  const measures =
    plan.kind === 'aggregate' || plan.kind === 'benchmark' ? plan.measures : 'measure' in plan ? [plan.measure] : [];
  const calculated = plan.kind === 'aggregate' ? plan.calculations : [];
  return [...measures.map((measure) => ({ name: measure.name, measure })), ...calculated]
    .filter(({ measure }) => aggregatesBehind(measure).some((name) => used.has(name)))
    .map(({ name }) => name);
}

const missing = (of: Expression, negated: boolean): Expression => ({ kind: 'missing', of, negated, at: 0 });

/** What is counted of one average balance; the names cannot clash with names in a model. */
function countsOf(aggregate: BaseAggregate, index: number, { peers, own }: Among): BaseAggregate[] {
  const prior = priorOf(aggregate)!;
  const where = 'where' in aggregate ? aggregate.where : null;
  const all = (...conditions: (Expression | null)[]) =>
    allOf([where, missing(prior.value!, true), ...conditions].filter((item) => item !== null));
  const none = missing(prior, false);
  return [
    { name: `day ${index}`, kind: 'max', value: prior.prior.day, where: all() },
    { name: `rows ${index}`, kind: 'count', where: all(peers) },
    { name: `without ${index}`, kind: 'count', where: all(peers, none) },
    ...(own
      ? [
          { name: `own ${index}`, kind: 'count' as const, where: all(own) },
          { name: `own without ${index}`, kind: 'count' as const, where: all(own, none) },
        ]
      : []),
  ];
}

/** Which rows count: those of the peers, and of the member that is compared with them. */
interface Among {
  peers: Expression | null;
  own: Expression | null;
}

function amongOf(plan: Plan, fact: PlanFact): Among {
  if (plan.kind !== 'benchmark' && plan.kind !== 'distribution') return { peers: null, own: null };
  const mark = fact.aggregates.find((item) => item.kind === 'any');
  // The member's field has the same name in every fact.
  const by = fact.fields.find(({ name }) => name === plan.by.name)!;
  const isMember: PlanPredicate | null = plan.member === null ? null : { kind: 'in', field: by, values: [plan.member] };
  return {
    peers: mark?.kind === 'any' ? predicateExpression(mark.of) : null,
    own: isMember && predicateExpression(isMember),
  };
}

/** The fields that are periods of the averages' dates; those of a cell only where it has a single one. */
function periodsOf(plan: Plan, facts: readonly PlanFact[]): PlanField[] {
  const within = new Set(
    facts.flatMap(({ snapshotDates }) => snapshotDates.flatMap((dates) => dates.within.map(({ field }) => field))),
  );
  const grouped = plan.kind === 'rows' ? plan.settled : null;
  return (facts[0]?.fields ?? []).filter(({ name }) => within.has(name) && (grouped?.includes(name) ?? true));
}

/** The same source, with values per key ordered by name. */
function inOneOrder({ perKey, ...source }: PlanSource): PlanSource {
  const ordered = perKey?.map((values) => ({
    ...values,
    of: values.of.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }));
  return { ...source, ...(ordered && { perKey: ordered }) };
}

/**
 * Plans what says how the average balances of a plan were computed: for each date, the number of rows with a balance, and
 * of those without one at the prior year-end. Null if it has none. `rows`: those of the query, or of other periods too.
 */
export function planAverages(plan: Plan, rows: 'filter' | 'around' = 'filter'): AveragesPlan | null {
  const known = averagesIn(plan);
  // In one order, so that queries of the same average balances share a statement, whatever the order of their measures.
  const figures = [...known].toSorted();
  const facts = plan.facts
    .filter((_, place) => plan.kind !== 'rows' || place === plan.fact)
    .flatMap((fact): PlanFact[] => {
      const among = amongOf(plan, fact);
      const aggregates = fact.aggregates
        .filter(({ name }) => known.has(name))
        .toSorted((one, other) => figures.indexOf(one.name) - figures.indexOf(other.name))
        .flatMap((item) => countsOf(item, figures.indexOf(item.name), among));
      const cell: PlanPredicate[] = plan.kind === 'rows' ? plan.cell : [];
      const filter = conjunctionOf([fact.filter, ...cell]);
      return aggregates.length === 0 ? [] : [{ ...fact, source: inOneOrder(fact.source), filter, aggregates }];
    });
  if (facts.length === 0) return null;
  const having = plan.kind === 'aggregate' ? plan : plan.kind === 'rows' ? plan.of : null;
  return {
    kind: 'averages',
    dataset: plan.dataset,
    facts,
    fields: periodsOf(plan, facts),
    figures,
    rows,
    of: having?.having ? having : null,
    columns: facts.flatMap(({ aggregates }) =>
      aggregates.map(({ name, kind }): ResultColumn => ({
        name,
        title: { en: name },
        role: 'statistic',
        type: kind === 'max' ? 'date' : 'integer',
      })),
    ),
  };
}
