import type { ResultColumn } from '@rise/contract';
import { allOf, conjuncts, textOf } from '../expression/build.ts';
import { columnsIn } from '../expression/columns.ts';
import { walk } from '../expression/tree.ts';
import type { Expression, PerKey } from '../expression/tree.ts';
import type { AggregatePlan, AveragesPlan, Plan, PlanFact, PlanSource } from '../plan/plan.ts';
import type { BaseAggregate, PlanGroupCondition, PlanMeasure } from '../plan/measures.ts';
import { conjunctionOf, conjunctsOf } from '../plan/predicates.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import { aggregatesBehind, expressionsOfAggregate } from '../plan/references.ts';
import { predicateExpression } from './fields/predicate-expression.ts';
import { pruneFact } from './sources/prune-fact.ts';

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
function countsOf(aggregate: BaseAggregate, index: number): BaseAggregate[] {
  const prior = priorOf(aggregate)!;
  const where = 'where' in aggregate ? aggregate.where : null;
  const all = (...conditions: Expression[]) => allOf([...(where ? [where] : []), ...conditions]);
  const known = missing(prior.value!, true);
  return [
    { name: `day ${index}`, kind: 'max', value: prior.prior.day, where: all(known) },
    { name: `rows ${index}`, kind: 'count', where: all(known) },
    { name: `without ${index}`, kind: 'count', where: all(known, missing(prior, false)) },
  ];
}

/** Marks in the names of columns; with a space, so they cannot clash with names in a model. */
export const OF_PEERS = 'of peers';
export const OF_MEMBER = 'of member';

/** A key of rows: 1 for those that satisfy the predicates, otherwise 0. */
export function markOf(name: string, predicates: readonly PlanPredicate[]): PlanField {
  const number = (value: string): Expression => ({ kind: 'number', value, at: 0 });
  const when = predicateExpression({ kind: 'all', of: [...predicates] });
  return {
    name,
    type: 'integer',
    value: { kind: 'case', of: null, when: [{ when, value: number('1') }], else: number('0'), at: 0 },
    bands: null,
  };
}

/** Which rows of a comparison count: those of the peers, and of the member that is compared with them. */
function marksOf(plan: Plan, fact: PlanFact): PlanField[] {
  if (plan.kind !== 'benchmark' && plan.kind !== 'distribution') return [];
  const peers = fact.aggregates.find((item) => item.kind === 'any');
  // The member's field has the same name in every fact.
  const by = fact.fields.find(({ name }) => name === plan.by.name)!;
  return [
    ...(peers?.kind === 'any' ? [markOf(OF_PEERS, conjunctsOf(peers.of))] : []),
    ...(plan.member === null ? [] : [markOf(OF_MEMBER, [{ kind: 'in', field: by, values: [plan.member] }])]),
  ];
}

/** The fields that are periods of the averages' dates; those of a cell only where it has a single one. */
function periodsOf(plan: Plan, facts: readonly PlanFact[]): PlanField[] {
  const within = new Set(
    facts.flatMap(({ snapshotDates }) => snapshotDates.flatMap((dates) => dates.within.map(({ field }) => field))),
  );
  const grouped = plan.kind === 'rows' ? plan.settled : null;
  return (facts[0]?.fields ?? []).filter(({ name }) => within.has(name) && (grouped?.includes(name) ?? true));
}

/**
 * Conditions on snapshot dates that all counts have become one of the rows, so that queries of the same rows have the same
 * filter, whatever else they compute of them.
 */
function onCommonDates(fact: PlanFact): PlanFact {
  const dates = new Set(fact.snapshotDates.map(({ name }) => name));
  const wheres = fact.aggregates.map((aggregate) =>
    conjuncts('where' in aggregate ? aggregate.where : null).map((condition) => ({
      condition,
      text: textOf(condition),
    })),
  );
  const known = wheres.map((all) => new Set(all.map(({ text }) => text)));
  const common = wheres[0]!.filter(
    ({ condition, text }) =>
      columnsIn(condition).some(({ table }) => dates.has(table)) && known.every((texts) => texts.has(text)),
  );
  if (fact.source.known || common.length === 0) return fact;
  const removed = new Set(common.map(({ text }) => text));
  const conditions = common.map(({ condition }): PlanPredicate => ({ kind: 'holds', condition }));
  return {
    ...fact,
    filter: conjunctionOf([...conjunctsOf(fact.filter), ...conditions]),
    aggregates: fact.aggregates.map((item, place) => ({
      ...item,
      where: allOf(wheres[place]!.flatMap(({ condition, text }) => (removed.has(text) ? [] : [condition]))),
    })),
  };
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
  const having = plan.kind === 'aggregate' ? plan : plan.kind === 'rows' ? plan.of : null;
  const of = having?.having ? having : null;
  const facts = plan.facts
    .filter((_, place) => plan.kind !== 'rows' || place === plan.fact)
    .flatMap((fact): PlanFact[] => {
      const aggregates = fact.aggregates
        .filter(({ name }) => known.has(name))
        .toSorted((one, other) => figures.indexOf(one.name) - figures.indexOf(other.name))
        .flatMap((item) => countsOf(item, figures.indexOf(item.name)));
      const cell: PlanPredicate[] = plan.kind === 'rows' ? plan.cell : [];
      const filter = conjunctionOf([fact.filter, ...cell]);
      const fields = [...fact.fields, ...marksOf(plan, fact)];
      return aggregates.length === 0 ? [] : [{ ...fact, source: inOneOrder(fact.source), fields, filter, aggregates }];
    });
  if (facts.length === 0) return null;
  const fields = periodsOf(plan, facts);
  const marks = facts[0]!.fields.filter(({ name }) => name === OF_PEERS || name === OF_MEMBER);
  const keys = [...fields, ...marks];
  return {
    kind: 'averages',
    dataset: plan.dataset,
    facts: of || rows === 'around' ? facts : facts.map((fact) => pruneFact(onCommonDates(fact), keys)),
    fields,
    marks,
    figures,
    rows,
    of,
    columns: countedColumns(keys, facts),
  };
}

/** The columns of a plan: its keys, and what is counted in each fact. */
export function countedColumns(keys: readonly PlanField[], facts: readonly PlanFact[]): ResultColumn[] {
  const column = (name: string, type: ResultColumn['type']): ResultColumn => ({
    name,
    title: { en: name },
    role: 'statistic',
    type,
  });
  return [
    ...keys.map(({ name, type, bands }) => column(name, bands ? 'integer' : type)),
    ...facts.flatMap(({ aggregates }) =>
      aggregates.map(({ name, kind }) => column(name, kind === 'max' ? 'date' : 'integer')),
    ),
  ];
}
