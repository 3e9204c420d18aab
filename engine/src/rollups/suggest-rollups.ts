import { semanticQuery } from '@rise/contract';
import type { Rollup } from '@rise/contract';
import type { CompiledModel } from '../model/compile-model.ts';
import { PLAIN_CALENDAR, startOfPeriod } from '../plan/calendar.ts';
import { planQuery } from '../plan/plan-query.ts';
import type { Plan } from '../plan/plan.ts';
import { draftOf, joined, rollupOf } from './draft-rollup.ts';
import type { Draft } from './draft-rollup.ts';
import { planRollup } from './plan-rollup.ts';
import type { QueryShape } from './query-shape.ts';
import type { CountedFor, RollupPlan } from './rollup.ts';
import { useRollups } from './use-rollups.ts';

/** Questions of one shape. */
export interface AskedShape extends QueryShape {
  /** Whether row rules or masks limited what was found. */
  restricted: boolean;
  /** How many questions, and how long they took in all, those left out that were answered from memory. */
  count: number;
  elapsedMs: number;
}

export interface SuggestedRollup {
  dataset: string;
  rollup: Rollup;
  /** How many of the questions it would have answered, and how long these took. */
  answers: number;
  elapsedMs: number;
  /** Rows that it would have, of so many. */
  rows: number;
  of: number;
  /** What would have been saved, were the time a matter of the rows alone. */
  savedMs: number;
}

/** How many shapes, the slowest first, are made drafts of, and how many drafts are counted in the warehouse. */
const DRAFTED = 12;
const COUNTED = 12;
const SUGGESTED = 5;
/** A rollup that keeps more of the rows than this is not worth its place. */
const WORTHWHILE = 0.5;
const NEARLY = 0.8;

/** A question of a shape: with values that stand for those that were not kept. Null where the model cannot answer it any more. */
function planOf(model: CompiledModel, scope: CountedFor, shape: AskedShape): Plan | null {
  const calendar = scope.calendar ?? PLAIN_CALENDAR;
  const conditions = shape.filters.map(({ field, grain }) =>
    grain === null
      ? { field, op: 'isNotNull' }
      : { field, during: { since: startOfPeriod('2000-06-15', grain, calendar) } },
  );
  const { dataset, dimensions, measures, restricted } = shape;
  const query = { dataset, dimensions, measures, filter: { all: conditions } };
  // Whoever is nobody in particular has all rules and masks.
  const reader = restricted ? {} : { reader: 'system' as const };
  try {
    return planQuery(model, { ...scope, policyHash: '', predicates: [], ...reader }, semanticQuery.parse(query));
  } catch {
    return null;
  }
}

interface Asked {
  shape: AskedShape;
  plan: Plan;
}
const answeredBy = ({ plan }: Asked, rollups: readonly RollupPlan[]): boolean =>
  useRollups(
    plan,
    rollups.map((each) => ({ plan: each, rows: 0, inexact: [] })),
  ).facts.every(({ rollup }) => rollup !== undefined);
const timeOf = (asked: readonly Asked[]) => asked.reduce((all, { shape }) => all + shape.elapsedMs, 0);

interface Candidate {
  rollup: Rollup;
  plan: RollupPlan;
  answered: Asked[];
}

/** Drafts of the slowest shapes, alone and two together, each with what it would answer. */
function candidatesFor(model: CompiledModel, scope: CountedFor, dataset: string, open: readonly Asked[]): Candidate[] {
  const own = open.filter(({ shape }) => shape.dataset === dataset);
  const slowest = own.toSorted((one, other) => other.shape.elapsedMs - one.shape.elapsedMs).slice(0, DRAFTED);
  const alone = slowest.flatMap(({ shape }) => draftOf(model, scope, shape) ?? []);
  const pairs = alone.flatMap((one, place) => alone.slice(place + 1).map((other) => joined(one, other)));
  const drafts = new Map<string, Draft>([...alone, ...pairs].map((draft) => [JSON.stringify(rollupOf(draft)), draft]));
  return [...drafts.values()].map((draft) => {
    const rollup = rollupOf(draft);
    const plan = planRollup(model, scope, { dataset, rollup });
    return { rollup, plan, answered: own.filter((asked) => answeredBy(asked, [plan])) };
  });
}

/** Of those that save nearly as much as can be the one that answers most: one rollup is less to keep than two. */
function bestOf<T extends { savedMs: number; rows: number; answered: readonly Asked[] }>(
  gains: readonly T[],
): T | null {
  const most = Math.max(...gains.map(({ savedMs }) => savedMs));
  const good = gains.filter(({ savedMs }) => savedMs >= most * NEARLY);
  const questions = ({ answered }: T) => answered.reduce((all, { shape }) => all + shape.count, 0);
  return good.toSorted((one, other) => questions(other) - questions(one) || one.rows - other.rows)[0] ?? null;
}

/** A name that no other rollup of the dataset has. */
function named(rollup: Rollup, taken: Set<string>): Rollup {
  let name = rollup.name;
  for (let count = 2; taken.has(name); count++) name = `${rollup.name.slice(0, 58)}_${count}`;
  taken.add(name);
  return { ...rollup, name };
}

/**
 * Rollups that would have answered what was asked and what those that are declared do not, the one that saves most
 * first. `sizeOf` counts the rows that one would have, and those that it adds up. Questions to combined datasets are
 * answered by the rollups of their facts, and are no pattern for one.
 */
export async function suggestRollups(
  model: CompiledModel,
  scope: CountedFor,
  shapes: readonly AskedShape[],
  sizeOf: (plan: RollupPlan) => Promise<{ rows: number; all: number }>,
): Promise<SuggestedRollup[]> {
  const declared = model.model.datasets.flatMap(({ name: dataset, rollups }) =>
    rollups.map((rollup) => planRollup(model, scope, { dataset, rollup })),
  );
  const asked = shapes.flatMap((shape): Asked[] => {
    const plan = planOf(model, scope, shape);
    return plan ? [{ shape, plan }] : [];
  });
  let open = asked.filter((each) => !answeredBy(each, declared));
  const candidates = model.model.datasets
    .flatMap(({ name }) => candidatesFor(model, scope, name, open))
    .filter(({ answered }) => answered.length > 0)
    .toSorted((one, other) => timeOf(other.answered) - timeOf(one.answered))
    .slice(0, COUNTED);
  const sized: (Candidate & { rows: number; of: number })[] = [];
  for (const candidate of candidates) {
    const { rows, all } = await sizeOf(candidate.plan);
    if (all > 0 && rows <= all * WORTHWHILE) sized.push({ ...candidate, rows, of: all });
  }
  const taken = new Map(model.model.datasets.map((each) => [each.name, new Set(each.rollups.map(({ name }) => name))]));
  const suggested: SuggestedRollup[] = [];
  while (suggested.length < SUGGESTED) {
    const gains = sized.map((each) => {
      const answered = each.answered.filter((one) => open.includes(one));
      return { ...each, answered, savedMs: timeOf(answered) * (1 - each.rows / each.of) };
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
    open = open.filter((each) => !answered.includes(each));
  }
  return suggested;
}
