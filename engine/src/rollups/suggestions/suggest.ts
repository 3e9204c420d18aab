import { semanticQuery } from '@rise/contract';
import type { Rollup } from '@rise/contract';
import type { CompiledModel } from '../../model/compiled-model.ts';
import { PLAIN_CALENDAR, startOfPeriod } from '../../plan/calendar.ts';
import { planQuery } from '../../planner/query.ts';
import type { Plan } from '../../plan/plan.ts';
import { draftOf, mergeDrafts, rollupOf } from './draft.ts';
import type { Draft } from './draft.ts';
import { planRollup } from '../plan-rollup.ts';
import type { QueryShape } from './query-shape.ts';
import type { RollupScope, RollupPlan } from '../rollup.ts';
import { useRollups } from '../use-rollups.ts';

/** Recorded queries of one shape. */
export interface RecordedShape extends QueryShape {
  /** Whether row rules or masks restricted the rows. */
  restricted: boolean;
  /** Number of queries and their total time, without those served from the cache. */
  count: number;
  elapsedMs: number;
}

export interface SuggestedRollup {
  dataset: string;
  rollup: Rollup;
  /** How many of the queries it would have served, and how long they took. */
  answers: number;
  elapsedMs: number;
  /** Number of rows it would have, and number of rows it aggregates. */
  rows: number;
  of: number;
  /** Time saved, if time is proportional to the number of rows. */
  savedMs: number;
}

/** How many shapes, slowest first, are drafted, and how many drafts are counted in the warehouse. */
const DRAFTED = 12;
const COUNTED = 12;
const SUGGESTED = 5;
/** A rollup with more than this share of the rows is not worth building. */
const WORTHWHILE = 0.5;
const NEARLY = 0.8;

/** A representative query of a shape, with placeholder filter values. Null if the model no longer supports it. */
function planOf(model: CompiledModel, scope: RollupScope, shape: RecordedShape): Plan | null {
  const calendar = scope.calendar ?? PLAIN_CALENDAR;
  const conditions = shape.filters.map(({ field, grain }) =>
    grain === null
      ? { field, op: 'isNotNull' }
      : { field, during: { since: startOfPeriod('2000-06-15', grain, calendar) } },
  );
  const { dataset, dimensions, measures, restricted } = shape;
  const query = { dataset, dimensions, measures, filter: { all: conditions } };
  // All rules and masks apply to an unnamed reader.
  const reader = restricted ? {} : { reader: 'system' as const };
  try {
    return planQuery(model, { ...scope, ...reader }, semanticQuery.parse(query));
  } catch {
    return null;
  }
}

interface PlannedShape {
  shape: RecordedShape;
  plan: Plan;
}
const answeredBy = ({ plan }: PlannedShape, rollups: readonly RollupPlan[]): boolean =>
  useRollups(
    plan,
    rollups.map((rollup) => ({ plan: rollup, rows: 0, inexact: [] })),
  ).facts.every(({ rollup }) => rollup !== undefined);
const timeOf = (planned: readonly PlannedShape[]) => planned.reduce((all, { shape }) => all + shape.elapsedMs, 0);

interface Candidate {
  rollup: Rollup;
  plan: RollupPlan;
  answered: PlannedShape[];
}

/** Drafts for the slowest shapes, and for pairs of them, each with the shapes it would serve. */
function candidatesFor(
  model: CompiledModel,
  scope: RollupScope,
  dataset: string,
  open: readonly PlannedShape[],
): Candidate[] {
  const own = open.filter(({ shape }) => shape.dataset === dataset);
  const slowest = own.toSorted((one, other) => other.shape.elapsedMs - one.shape.elapsedMs).slice(0, DRAFTED);
  const alone = slowest.flatMap(({ shape }) => draftOf(model, scope, shape) ?? []);
  const pairs = alone.flatMap((one, place) => alone.slice(place + 1).map((other) => mergeDrafts(one, other)));
  const drafts = new Map<string, Draft>([...alone, ...pairs].map((draft) => [JSON.stringify(rollupOf(draft)), draft]));
  return [...drafts.values()].map((draft) => {
    const rollup = rollupOf(draft);
    const plan = planRollup(model, scope, { dataset, rollup });
    return { rollup, plan, answered: own.filter((planned) => answeredBy(planned, [plan])) };
  });
}

/**
 * Among the candidates that save nearly the most, the one that serves the most queries: one rollup is cheaper to
 * maintain than two.
 */
function bestOf<T extends { savedMs: number; rows: number; answered: readonly PlannedShape[] }>(
  gains: readonly T[],
): T | null {
  const most = Math.max(...gains.map(({ savedMs }) => savedMs));
  const good = gains.filter(({ savedMs }) => savedMs >= most * NEARLY);
  const questions = ({ answered }: T) => answered.reduce((all, { shape }) => all + shape.count, 0);
  return good.toSorted((one, other) => questions(other) - questions(one) || one.rows - other.rows)[0] ?? null;
}

/** A name that is unique in the dataset. */
function named(rollup: Rollup, taken: Set<string>): Rollup {
  let name = rollup.name;
  for (let count = 2; taken.has(name); count++) name = `${rollup.name.slice(0, 58)}_${count}`;
  taken.add(name);
  return { ...rollup, name };
}

/**
 * Suggests rollups for recorded queries that the declared rollups do not serve, the one that saves most first. `sizeOf`
 * counts the rows a rollup would have, and those it aggregates. Queries on combined datasets are served by rollups of
 * their facts, so no rollup is drafted from them.
 */
export async function suggestRollups(
  model: CompiledModel,
  scope: RollupScope,
  shapes: readonly RecordedShape[],
  sizeOf: (plan: RollupPlan) => Promise<{ rows: number; all: number }>,
): Promise<SuggestedRollup[]> {
  const declared = model.model.datasets.flatMap(({ name: dataset, rollups }) =>
    rollups.map((rollup) => planRollup(model, scope, { dataset, rollup })),
  );
  const planned = shapes.flatMap((shape): PlannedShape[] => {
    const plan = planOf(model, scope, shape);
    return plan ? [{ shape, plan }] : [];
  });
  let open = planned.filter((item) => !answeredBy(item, declared));
  const candidates = model.model.datasets
    .filter(({ query }) => !query)
    .flatMap(({ name }) => candidatesFor(model, scope, name, open))
    .filter(({ answered }) => answered.length > 0)
    .toSorted((one, other) => timeOf(other.answered) - timeOf(one.answered))
    .slice(0, COUNTED);
  const sized: (Candidate & { rows: number; of: number })[] = [];
  for (const candidate of candidates) {
    const { rows, all } = await sizeOf(candidate.plan);
    if (all > 0 && rows <= all * WORTHWHILE) sized.push({ ...candidate, rows, of: all });
  }
  const taken = new Map(
    model.model.datasets.map((dataset) => [dataset.name, new Set(dataset.rollups.map(({ name }) => name))]),
  );
  const suggested: SuggestedRollup[] = [];
  while (suggested.length < SUGGESTED) {
    const gains = sized.map((item) => {
      const answered = item.answered.filter((one) => open.includes(one));
      return { ...item, answered, savedMs: timeOf(answered) * (1 - item.rows / item.of) };
    });
    const best = bestOf(gains.filter(({ answered }) => answered.length > 0));
    if (!best) break;
    const { rollup, plan, answered, rows, of, savedMs } = best;
    suggested.push({
      dataset: plan.dataset,
      rollup: named(rollup, taken.get(plan.dataset)!),
      answers: answered.reduce((all, { shape }) => all + shape.count, 0),
      elapsedMs: timeOf(answered),
      rows,
      of,
      savedMs,
    });
    open = open.filter((item) => !answered.includes(item));
  }
  return suggested;
}
