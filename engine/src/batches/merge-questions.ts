import { columnOf } from '@rise/contract';
import type { AggregateQuery, BenchmarkQuery, DimensionRequest, SemanticQuery } from '@rise/contract';
import type { AggregatePlan, Plan, PlanAtom, PlanFact } from '../plan/plan.ts';

/** A question and its plan. */
export interface Asked {
  query: SemanticQuery;
  plan: Plan;
}

/** Questions whose answers are parts of the answer to one. */
export interface Merged<T extends Asked> {
  query: AggregateQuery | BenchmarkQuery;
  members: T[];
}

type Aggregate = { query: AggregateQuery; plan: AggregatePlan };

/** More ways to group one pass would hold many times the rows that anybody asked for. */
const MOST_DIMENSIONS = 8;

/** What is worked out for the groups of one question would be for those of all: only what costs a sum is. */
const CHEAP: ReadonlySet<PlanAtom['kind']> = new Set(['sum', 'count', 'filled', 'min', 'max', 'months']);

const text = (value: unknown): string => JSON.stringify(value);

/** Of one table of facts, in which every row stands for itself alone; a rollup has its answer sooner by itself. */
function isPlain({ plan }: Asked): boolean {
  const [fact, ...others] = plan.facts;
  return others.length === 0 && !fact!.rollup && fact!.clocks.length === 0;
}

/** Rows in the order of their dimensions from the first on, nothing worked out of other rows. */
function isMergeable(asked: Asked): asked is Aggregate {
  const { query, plan } = asked;
  if (query.kind !== 'aggregate' || plan.kind !== 'aggregate' || !isPlain(asked)) return false;
  if (query.calculations.length > 0 || plan.top || plan.sets || plan.pivot || plan.offset > 0) return false;
  if (!plan.facts[0]!.atoms.every(({ kind }) => CHEAP.has(kind))) return false;
  const isField = new Set(plan.fields.map(({ name }) => name));
  return plan.order.every(({ field, direction }) => direction === 'asc' && isField.has(field));
}

/** What questions have in common that can be one; null for one that cannot. */
function familyOf(asked: Asked): string | null {
  const { query } = asked;
  if (query.kind === 'benchmark') return isPlain(asked) ? text({ ...query, measures: null }) : null;
  return isMergeable(asked) ? text([query.dataset, query.filter ?? null]) : null;
}

/** The dimensions in the order by which the rows are sorted, gaps as they come. */
function sortedBy({ query, plan }: Aggregate): DimensionRequest[] {
  const asked = plan.order.map(({ field }) => field);
  const names = [...asked, ...plan.fields.map(({ name }) => name).filter((name) => !asked.includes(name))];
  const requests = new Map(query.dimensions.map((request) => [columnOf(request), request]));
  return names.map((name) => {
    const request = requests.get(name)!;
    return typeof request === 'string' ? request : { ...request, fill: false };
  });
}

/** Both lists in one that keeps the order of each; null where there is none, or one name stands for two things. */
function interleaved(one: readonly DimensionRequest[], other: readonly DimensionRequest[]): DimensionRequest[] | null {
  const all = [...one];
  let from = 0;
  for (const request of other) {
    const at = all.findIndex((each) => columnOf(each) === columnOf(request));
    if (at < 0) all.splice(from++, 0, request);
    else if (at < from || text(all[at]) !== text(request)) return null;
    else from = at + 1;
  }
  return all.length > MOST_DIMENSIONS ? null : all;
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** One question with this one's answer in its own, too; null where there is none. */
function widened<T extends Asked>(merged: Merged<T>, asked: T): Merged<T> | null {
  const members = [...merged.members, asked];
  if (merged.query.kind === 'benchmark') {
    const { measures } = asked.query as BenchmarkQuery;
    return { query: { ...merged.query, measures: union(merged.query.measures, measures) }, members };
  }
  const { query } = asked as Aggregate;
  const dimensions = interleaved(merged.query.dimensions, sortedBy(asked as Aggregate));
  return (
    dimensions && {
      query: { ...merged.query, dimensions, measures: union(merged.query.measures, query.measures) },
      members,
    }
  );
}

function begun<T extends Asked>(asked: T): Merged<T> {
  const { query } = asked;
  if (query.kind === 'benchmark') return { query, members: [asked] };
  const { dataset, filter, measures } = query as AggregateQuery;
  const plain = { kind: 'aggregate', dataset, measures, calculations: [], order: [], limit: 1, offset: 0 } as const;
  const dimensions = sortedBy(asked as Aggregate);
  return {
    query: {
      ...plain,
      measures: [...measures],
      calculations: [],
      order: [],
      dimensions,
      totals: false,
      ...(filter && { filter }),
    },
    members: [asked],
  };
}

/** Puts questions together where one can hold the answers of several, those first that take longest: comparisons, then the longest lists. */
export function mergeQuestions<T extends Asked>(questions: readonly T[]): { merged: Merged<T>[]; alone: T[] } {
  const families = new Map<string, Merged<T>[]>();
  const alone: T[] = [];
  for (const asked of questions) {
    const family = familyOf(asked);
    if (family === null) {
      alone.push(asked);
      continue;
    }
    const known = families.get(family) ?? [];
    families.set(family, known);
    let wide: Merged<T> | null = null;
    const place = known.findIndex((each) => (wide = widened(each, asked)) !== null);
    if (place < 0) known.push(begun(asked));
    else known[place] = wide!;
  }
  const all = [...families.values()].flat();
  const length = ({ query, members }: Merged<T>) =>
    members.length + (query.kind === 'benchmark' ? questions.length : 0);
  return {
    merged: all.filter(({ members }) => members.length > 1).toSorted((a, b) => length(b) - length(a)),
    alone: [...all.flatMap(({ members }) => (members.length === 1 ? members : [])), ...alone],
  };
}

/** Tells whether the plan of the one question reads and computes just what the plan of another does. */
export function holderOf(plan: Plan): (asked: Asked) => boolean {
  const [fact] = plan.facts;
  const readsAlike = ({ dataset, source, filter, member }: PlanFact) =>
    text([dataset, source.table, source.tenant, source.rules, filter, member]);
  const reads = readsAlike(fact!);
  const known = (many: readonly unknown[]) => new Set(many.map(text));
  const joins = known(fact!.source.joins);
  const fields = known(fact!.fields);
  const atoms = known(fact!.atoms);
  const measures = known('measures' in plan ? plan.measures : []);
  const columns = known(plan.columns);
  const among = (few: readonly unknown[], many: ReadonlySet<string>) => few.every((each) => many.has(text(each)));
  return ({ query, plan: own }) => {
    if (plan.kind !== own.kind || plan.facts.length !== 1 || !isPlain({ query, plan })) return false;
    if (own.kind !== 'aggregate' && own.kind !== 'benchmark') return false;
    const part = own.facts[0]!;
    return (
      reads === readsAlike(part) &&
      among(part.source.joins, joins) &&
      among(part.fields, fields) &&
      among(part.atoms, atoms) &&
      among(own.measures, measures) &&
      among(own.columns, columns)
    );
  };
}
