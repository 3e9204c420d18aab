import type { ModelTest, TestAlert, TestCounts, TestOutcome, Uncomputed } from '@rise/contract';
import { boundsOfTest, figureFormatOf, judgeFigure, QueryError, QueryTimeout, reportedIn } from '@rise/engine';
import type { CompiledModel } from '@rise/engine';

/** Titles that an alert names. */
const MOST_TITLES = 3;

type Described = Omit<TestOutcome, 'status' | 'actual' | 'difference' | 'obstacle'>;

/** What a test is about, whatever it finds. */
export function describeTest(model: CompiledModel, test: ModelTest, currency: string | null): Described {
  const { name, title, dataset, measure } = test;
  const from = model.datasets.get(dataset)!;
  const figure = from.measures.get(measure)!;
  const format = figureFormatOf(from, figure, reportedIn(model.model, currency ?? undefined));
  return { name, title: title ?? null, dataset, measure, measureTitle: figure.title, format, ...boundsOfTest(test) };
}

export function toOutcome(described: Described, test: ModelTest, figure: string | number | null): TestOutcome {
  const { passed, actual, difference } = judgeFigure(test, figure);
  return { ...described, status: passed ? 'passed' : 'failed', actual, difference, obstacle: null };
}

export function notRun(described: Described, obstacle: NonNullable<TestOutcome['obstacle']>): TestOutcome {
  return { ...described, status: 'not_run', actual: null, difference: null, obstacle };
}

/** Without the figures, for a reader whose rows are restricted: they would learn what the rules hide. */
export function withoutFigures(outcome: TestOutcome): TestOutcome {
  return { ...outcome, actual: null, difference: null, obstacle: outcome.obstacle ?? RESTRICTED };
}

export const RESTRICTED = {
  code: 'restricted',
  message: 'Row rules or masks restrict what you see of this dataset. The test runs over all rows after you publish.',
} as const;

/** Why a test could not run, from what its query threw. */
export function obstacleOf(error: unknown): NonNullable<TestOutcome['obstacle']> {
  if (error instanceof QueryTimeout)
    return { code: 'timeout', message: 'The figure took too long. Narrow the filter.' };
  if (error instanceof QueryError) return { code: 'error', message: error.details[0]?.message ?? error.message };
  return { code: 'error', message: 'The figure could not be computed. Check that the warehouse can be reached.' };
}

const UNCOMPUTED: Readonly<Record<Uncomputed['reason'], string>> = {
  not_finite: 'The figure is not a number or infinite in some rows. Correct the expression of the measure.',
  overflow: 'A number is too large to compute with. Correct the expression of the measure.',
  mixed_currencies: 'The rows are in several currencies. Filter by one, or convert the measure.',
  missing_rate: 'An exchange rate is missing for some rows. Add it to the rates, then run the test again.',
};

/** Why a figure has no value although there are rows. */
export function obstacleOfFigure({ reason }: Uncomputed): NonNullable<TestOutcome['obstacle']> {
  return { code: 'error', message: UNCOMPUTED[reason] };
}

export function countOutcomes(outcomes: readonly TestOutcome[]): TestCounts {
  const count = (status: TestOutcome['status']) => outcomes.filter((one) => one.status === status).length;
  return { passed: count('passed'), failed: count('failed'), notRun: count('not_run') };
}

/** The alert that a run raises; null where all tests pass. */
export function alertOf(run: { dataVersion: number; outcomes: readonly TestOutcome[] } | null): TestAlert | null {
  const failing = (run?.outcomes ?? []).filter(({ status }) => status !== 'passed');
  if (!run || failing.length === 0) return null;
  return {
    dataVersion: run.dataVersion,
    failing: failing.length,
    tests: run.outcomes.length,
    titles: failing.slice(0, MOST_TITLES).map(({ title, measureTitle }) => title ?? measureTitle),
  };
}
