import { columnOf } from '@rise/contract';
import type {
  AggregateQuery,
  BenchmarkQuery,
  DimensionRequest,
  DistributionQuery,
  SemanticQuery,
} from '@rise/contract';
import { distributionIn } from '../plan/distribution-in.ts';
import type { AggregatePlan, Plan, PlanFact } from '../plan/plan.ts';
import type { BaseAggregate } from '../plan/measures.ts';

export interface PlannedQuery {
  query: SemanticQuery;
  plan: Plan;
}

/** One query whose result contains the results of several. */
export interface MergedQuery<T extends PlannedQuery> {
  query: AggregateQuery | BenchmarkQuery;
  members: T[];
}

type Aggregate = { query: AggregateQuery; plan: AggregatePlan };

/** With more dimensions, one pass could return many times the rows that were requested. */
const MAX_DIMENSIONS = 8;

/**
 * A merged pass computes every aggregate for the groups of all members, so only aggregates as cheap as a sum are
 * merged.
 */
const CHEAP: ReadonlySet<BaseAggregate['kind']> = new Set(['sum', 'count', 'filled', 'min', 'max', 'months']);

const serialize = (value: unknown): string => JSON.stringify(value);

/** Reads one fact table on the same days for all groups, without a rollup. Reading a rollup is faster alone. */
function isPlain({ plan }: PlannedQuery): boolean {
  const [fact, ...others] = plan.facts;
  return (
    others.length === 0 &&
    !fact!.rollup &&
    fact!.snapshotDates.every(({ within, calendar }) => within.length === 0 && !calendar)
  );
}

/** Rows are ordered by dimensions only, none is added or left out, and nothing is computed from other rows. */
function isMergeable(planned: PlannedQuery): planned is Aggregate {
  const { query, plan } = planned;
  if (query.kind !== 'aggregate' || plan.kind !== 'aggregate' || !isPlain(planned)) return false;
  if (
    query.calculations.length > 0 ||
    plan.having ||
    plan.top ||
    plan.sets ||
    plan.pivot ||
    plan.fill ||
    plan.offset > 0
  )
    return false;
  if (!plan.facts[0]!.aggregates.every(({ kind }) => CHEAP.has(kind))) return false;
  const isField = new Set(plan.fields.map(({ name }) => name));
  return plan.order.every(({ field, direction }) => direction === 'asc' && isField.has(field));
}

/** What is equal for a member and the peers that it is compared with. */
const comparedKey = (query: BenchmarkQuery | DistributionQuery): string =>
  serialize([query.dataset, query.by, query.member, query.customMeasures, query.currency, query.filter, query.peers]);

/** Queries with the same key can be merged; null for one that cannot be. */
function mergeKey(planned: PlannedQuery): string | null {
  const { query } = planned;
  if (query.kind === 'benchmark') return isPlain(planned) ? comparedKey(query) : null;
  if (query.kind === 'distribution')
    return isPlain(planned) && query.member !== undefined && !query.groupBy ? comparedKey(query) : null;
  if (!isMergeable(planned)) return null;
  const { dataset, filter, customMeasures } = planned.query;
  return serialize([dataset, filter ?? null, customMeasures ?? null]);
}

/** The dimensions in sort order. */
function sortedBy({ query, plan }: Aggregate): DimensionRequest[] {
  const ordered = plan.order.map(({ field }) => field);
  const names = [...ordered, ...plan.fields.map(({ name }) => name).filter((name) => !ordered.includes(name))];
  const requests = new Map(query.dimensions.map((request) => [columnOf(request), request]));
  return names.map((name) => requests.get(name)!);
}

/** One list that preserves the order of both; null if that is impossible, or if a name has two definitions. */
function interleave(one: readonly DimensionRequest[], other: readonly DimensionRequest[]): DimensionRequest[] | null {
  const all = [...one];
  let from = 0;
  for (const request of other) {
    const at = all.findIndex((other) => columnOf(other) === columnOf(request));
    if (at < 0) all.splice(from++, 0, request);
    else if (at < from || serialize(all[at]) !== serialize(request)) return null;
    else from = at + 1;
  }
  return all.length > MAX_DIMENSIONS ? null : all;
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

const isDistribution = ({ query }: PlannedQuery): boolean => query.kind === 'distribution';

const comparedMeasures = (query: BenchmarkQuery | DistributionQuery): string[] =>
  query.kind === 'benchmark' ? query.measures : [query.measure];

/** Adds a query to a merged query; null if it does not fit. */
function extendQuery<T extends PlannedQuery>(merged: MergedQuery<T>, planned: T): MergedQuery<T> | null {
  // One distribution at most is part of a comparison's statement.
  if (isDistribution(planned) && merged.members.some(isDistribution)) return null;
  const members = [...merged.members, planned];
  if (merged.query.kind === 'benchmark') {
    const measures = comparedMeasures(planned.query as BenchmarkQuery | DistributionQuery);
    return { query: { ...merged.query, measures: union(merged.query.measures, measures) }, members };
  }
  const { query } = planned as Aggregate;
  const dimensions = interleave(merged.query.dimensions, sortedBy(planned as Aggregate));
  return (
    dimensions && {
      query: { ...merged.query, dimensions, measures: union(merged.query.measures, query.measures) },
      members,
    }
  );
}

function startMerge<T extends PlannedQuery>(planned: T): MergedQuery<T> {
  const { query } = planned;
  if (query.kind === 'benchmark') return { query, members: [planned] };
  const { dataset, filter, measures, customMeasures } = query as AggregateQuery;
  const plain = { kind: 'aggregate', dataset, measures, calculations: [], order: [], limit: 1, offset: 0 } as const;
  const dimensions = sortedBy(planned as Aggregate);
  return {
    query: {
      ...plain,
      measures: [...measures],
      calculations: [],
      order: [],
      dimensions,
      totals: false,
      ...(filter && { filter }),
      ...(customMeasures && { customMeasures }),
    },
    members: [planned],
  };
}

/** Merges queries whose results one query can contain. Slowest first: benchmarks, then the largest groups. */
export function mergeQueries<T extends PlannedQuery>(queries: readonly T[]): { merged: MergedQuery<T>[]; alone: T[] } {
  const groups = new Map<string, MergedQuery<T>[]>();
  const alone: T[] = [];
  // A distribution is merged with a comparison only, so those come first.
  for (const planned of queries.toSorted((one, other) => Number(isDistribution(one)) - Number(isDistribution(other)))) {
    const key = mergeKey(planned);
    if (key === null || (isDistribution(planned) && !groups.has(key))) {
      alone.push(planned);
      continue;
    }
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    let extended: MergedQuery<T> | null = null;
    const index = group.findIndex((merged) => (extended = extendQuery(merged, planned)) !== null);
    if (index >= 0) group[index] = extended!;
    else if (isDistribution(planned)) alone.push(planned);
    else group.push(startMerge(planned));
  }
  const all = [...groups.values()].flat();
  const cost = ({ query, members }: MergedQuery<T>) =>
    members.length + (query.kind === 'benchmark' ? queries.length : 0);
  return {
    merged: all.filter(({ members }) => members.length > 1).toSorted((a, b) => cost(b) - cost(a)),
    alone: [...all.flatMap(({ members }) => (members.length === 1 ? members : [])), ...alone],
  };
}

/** Tests whether another query's plan is a part of this plan. */
export function containmentIn(plan: Plan): (planned: PlannedQuery) => boolean {
  const [fact] = plan.facts;
  const sourceKey = ({ dataset, source, filter }: PlanFact) =>
    serialize([dataset, source.table, source.tenant, source.rules, filter]);
  const key = sourceKey(fact!);
  // Plans share what belongs to the model and what is bound for the reader, which is then the same object.
  const setOf = (values: readonly unknown[]) => new Set<unknown>([...values, ...values.map(serialize)]);
  const joins = setOf(fact!.source.joins);
  const fields = setOf(fact!.fields);
  const dates = setOf(fact!.snapshotDates);
  const aggregates = setOf(fact!.aggregates);
  const measures = setOf('measures' in plan ? plan.measures : []);
  const columns = setOf(plan.columns);
  const containsAll = (all: ReadonlySet<unknown>, values: readonly unknown[]) =>
    values.every((value) => all.has(value) || all.has(serialize(value)));
  return ({ query, plan: other }) => {
    if (plan.kind === 'benchmark' && other.kind === 'distribution')
      return isPlain({ query, plan }) && distributionIn(plan, other) !== null;
    if (plan.kind !== other.kind || plan.facts.length !== 1 || !isPlain({ query, plan })) return false;
    if (other.kind !== 'aggregate' && other.kind !== 'benchmark') return false;
    const part = other.facts[0]!;
    return (
      key === sourceKey(part) &&
      containsAll(joins, part.source.joins) &&
      containsAll(fields, part.fields) &&
      containsAll(dates, part.snapshotDates) &&
      containsAll(aggregates, part.aggregates) &&
      containsAll(measures, other.measures) &&
      containsAll(columns, other.columns)
    );
  };
}
