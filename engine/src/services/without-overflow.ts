import { FigureOverflow } from '../errors.ts';
import type { AggregatePlan, BenchmarkPlan, Plan, PlanFact, RowListPlan } from '../plan/plan.ts';
import type { PlanMeasure } from '../plan/measures.ts';
import type { PlanField } from '../plan/predicates.ts';
import { aggregatesBehind, aggregatesOfCondition } from '../plan/references.ts';
import type { ResultBody } from '../results/result-body.ts';

type Run = (plan: Plan) => Promise<ResultBody>;
type MeasuresPlan = AggregatePlan | BenchmarkPlan;

const calculationsOf = (plan: MeasuresPlan) => (plan.kind === 'aggregate' ? plan.calculations : []);

/** Every measure that a plan computes, whether it returns it or needs it for something else. */
function measuresOf(plan: MeasuresPlan): PlanMeasure[] {
  const top = plan.kind === 'aggregate' && plan.top ? [plan.top.measure] : [];
  return [...plan.measures, ...calculationsOf(plan).map(({ measure }) => measure), ...top];
}

/** The plan without the values of some of its columns, and without the aggregates that only they need. */
function withoutValues<P extends MeasuresPlan>(plan: P, dropped: ReadonlySet<string>): P {
  const none = (measure: PlanMeasure): PlanMeasure => ({ name: measure.name, kind: 'none' });
  const rest = {
    ...plan,
    measures: plan.measures.map((measure) => (dropped.has(measure.name) ? none(measure) : measure)),
    ...(plan.kind === 'aggregate' && {
      calculations: plan.calculations.map((calculation) =>
        dropped.has(calculation.name) ? { ...calculation, measure: none(calculation.measure) } : calculation,
      ),
    }),
  };
  const compared = plan.kind === 'aggregate' && plan.having ? aggregatesOfCondition(plan.having.condition) : [];
  const needed = new Set([...measuresOf(rest).flatMap(aggregatesBehind), ...compared]);
  const unneeded = new Set(
    measuresOf(plan)
      .flatMap(aggregatesBehind)
      .filter((name) => !needed.has(name)),
  );
  const facts = plan.facts.map((fact) => ({
    ...fact,
    aggregates: fact.aggregates.filter(({ name }) => !unneeded.has(name)),
  }));
  return { ...rest, facts };
}

/** As `withoutOverflow`, with the columns of a list, where the engine cannot tell the rows that overflow. */
async function listWithoutOverflow(plan: RowListPlan, overflow: FigureOverflow, run: Run): Promise<ResultBody> {
  const names = plan.facts[0]!.fields.filter(({ type }) => type === 'integer' || type === 'decimal').map(
    ({ name }) => name,
  );
  const overflowing = await overflowingOf(names, (others) => run(withEmptyColumns(plan, others)));
  if (overflowing.size === 0) throw overflow;
  return withOverflow(await run(withEmptyColumns(plan, overflowing)), overflowing);
}

/** The list without the values of some of its columns. */
function withEmptyColumns(plan: RowListPlan, dropped: ReadonlySet<string>): RowListPlan {
  const fields = (fact: PlanFact) =>
    fact.fields.map((field): PlanField => {
      const { name, type } = field;
      const value = { kind: 'absent', table: fact.source.table, name, type, at: 0 } as const;
      return dropped.has(name) ? { ...field, value } : field;
    });
  return { ...plan, facts: plan.facts.map((fact) => ({ ...fact, fields: fields(fact) })) };
}

/** Those of the columns that overflow by themselves. */
async function overflowingOf(
  names: readonly string[],
  runWithout: (others: ReadonlySet<string>) => Promise<unknown>,
): Promise<Set<string>> {
  const overflowing = new Set<string>();
  for (const name of names) {
    try {
      await runWithout(new Set(names.filter((other) => other !== name)));
    } catch (error) {
      if (!(error instanceof FigureOverflow)) throw error;
      overflowing.add(name);
    }
  }
  return overflowing;
}

const withOverflow = (result: ResultBody, overflowing: ReadonlySet<string>): ResultBody => {
  const reason = 'overflow' as const;
  return { ...result, uncomputed: [...result.uncomputed, ...[...overflowing].map((column) => ({ column, reason }))] };
};

/**
 * Runs a plan that overflowed without the measures and calculations that do so; each is run by itself to find them. A
 * list of rows is run without the values that do so, if the engine `attempts` each. Throws the overflow where the query
 * cannot do without the number: in a filter or a condition, a dimension, a top N or a distribution.
 */
export async function withoutOverflow(
  plan: Plan,
  overflow: FigureOverflow,
  { run, attempts }: { run: Run; attempts: boolean },
): Promise<ResultBody> {
  if (plan.kind === 'list')
    return attempts ? run({ ...plan, attempted: true }) : listWithoutOverflow(plan, overflow, run);
  if (plan.kind !== 'aggregate' && plan.kind !== 'benchmark') throw overflow;
  const names = [...plan.measures, ...calculationsOf(plan)].map(({ name }) => name);
  const overflowing = await overflowingOf(names, (others) => run(withoutValues(plan, others)));
  if (overflowing.size === 0) throw overflow;
  return withOverflow(await run(withoutValues(plan, overflowing)), overflowing);
}
