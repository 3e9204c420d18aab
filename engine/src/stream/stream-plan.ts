import type { Dialect } from '../dialects/dialect.ts';
import { withWideArithmetic } from '../dialects/standard-call.ts';
import { FigureOverflow } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { StreamParts } from './stream-request.ts';

/** Starts the stream of a plan as a dialect writes it. */
type Start = (dialect: Dialect) => StreamParts;

/** The columns of a stream whose numbers are computed, so that one can be too large. */
function computedColumns(plan: Plan): string[] {
  if (plan.kind !== 'list') return plan.columns.filter(({ role }) => role === 'measure').map(({ name }) => name);
  const fields = plan.facts[0]!.fields.filter(({ type }) => type === 'integer' || type === 'decimal');
  return fields.filter(({ value }) => value.kind !== 'name').map(({ name }) => name);
}

/** The parts of a stream; if it overflows before its first one, those of the stream in another dialect. */
async function* withDigits(start: Start, dialect: Dialect): StreamParts {
  let parts = start(dialect);
  let next: Awaited<ReturnType<StreamParts['next']>>;
  try {
    next = await parts.next();
  } catch (error) {
    if (!(error instanceof FigureOverflow)) throw error;
    parts = start(withWideArithmetic(dialect));
    next = await parts.next();
  }
  try {
    for (; !next.done; next = await parts.next()) yield next.value;
    return next.value;
  } finally {
    await parts.return({ rowCount: 0, truncated: false });
  }
}

/**
 * Streams a plan. As in complete results, products have more digits than those of their columns where these do not
 * suffice: of groups, which are computed before the first one is sent, if they overflow; of a list, whose rows are
 * computed while it is sent, from its first row. A number beyond these fails the stream with an error that names the
 * columns it can be in.
 */
export async function* streamPlan(plan: Plan, dialect: Dialect, start: Start): StreamParts {
  const columns = computedColumns(plan);
  const isComputedLate = plan.kind === 'list' && columns.length > 0;
  try {
    return yield* withDigits(start, isComputedLate ? withWideArithmetic(dialect) : dialect);
  } catch (error) {
    throw error instanceof FigureOverflow ? new FigureOverflow(columns) : error;
  }
}
