import { FigureOverflow } from '../errors.ts';
import type { AggregatePlan, BenchmarkPlan, Plan, PlanMeasure } from '../plan/plan.ts';
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

/**
 * Runs a plan that overflowed without the measures and calculations that do so; each is run by itself to find them.
 * Throws the overflow where the query cannot do without the number: in a condition, a dimension, a top N or a
 * distribution.
 */
export async function withoutOverflow(plan: Plan, overflow: FigureOverflow, run: Run): Promise<ResultBody> {
  if (plan.kind !== 'aggregate' && plan.kind !== 'benchmark') throw overflow;
  const names = [...plan.measures, ...calculationsOf(plan)].map(({ name }) => name);
  const overflowing = new Set<string>();
  for (const name of names) {
    const others = new Set(names.filter((other) => other !== name));
    try {
      await run(withoutValues(plan, others));
    } catch (error) {
      if (!(error instanceof FigureOverflow)) throw error;
      overflowing.add(name);
    }
  }
  if (overflowing.size === 0) throw overflow;
  const result = await run(withoutValues(plan, overflowing));
  const reason = 'overflow' as const;
  return { ...result, uncomputed: [...result.uncomputed, ...[...overflowing].map((column) => ({ column, reason }))] };
}
