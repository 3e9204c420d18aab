import { MAX_STREAM_ROWS } from '@rise/contract';
import type { Dialect } from '../dialects/dialect.ts';
import { QueryError } from '../errors.ts';
import type { Plan, RowListPlan } from '../plan/plan.ts';
import { writeSql } from '../sql/write-sql.ts';
import type { StreamFormat, StreamRequest } from './stream-request.ts';

const NOT_STREAMED = {
  kind: 'Only rows and groups of rows are streamed. Ask for a comparison by POST /api/v1/query.',
  fill: 'Gaps can be filled only in a complete result. Leave fill out, or use POST /api/v1/query.',
  pivot: 'A pivot needs the complete result. Leave it out, or use POST /api/v1/query.',
  subtotals: 'A stream has rows of one kind. Ask for subtotals by POST /api/v1/query.',
  totals: 'A stream has rows only. Ask for totals by POST /api/v1/query.',
  count: 'A stream states the number of its rows at its end. Leave count out, or use POST /api/v1/query.',
};

/** A whole list needs no order among equal rows, and where none is requested no sort: rows leave as they are read. */
function wholeList(plan: RowListPlan): RowListPlan {
  return { ...plan, ties: plan.offset > 0 || plan.limit < MAX_STREAM_ROWS };
}

/** The statement that streams a plan's rows. Throws `QueryError` for plans that need all rows at once. */
export function streamRequestOf(plan: Plan, dialect: Dialect, format: StreamFormat): StreamRequest {
  const refuse = (field: string, message: string) => {
    throw new QueryError([{ field, message }]);
  };
  const stream = (of: Plan, limit: number): StreamRequest => {
    const { rows, types } = writeSql(of, dialect);
    return { ...rows, types, names: of.columns.map(({ name }) => name), limit, format };
  };
  if (plan.kind === 'list')
    return plan.count ? refuse('count', NOT_STREAMED.count) : stream(wholeList(plan), plan.limit);
  if (plan.kind === 'funnel') return stream(plan, plan.limit);
  if (plan.kind !== 'aggregate') return refuse('kind', NOT_STREAMED.kind);
  if (plan.fill) return refuse(`dimensions.${plan.fill.column}.fill`, NOT_STREAMED.fill);
  if (plan.pivot) return refuse('pivot', NOT_STREAMED.pivot);
  if (plan.sets) return refuse('subtotals', NOT_STREAMED.subtotals);
  if (plan.totals) return refuse('totals', NOT_STREAMED.totals);
  return stream(plan, plan.limit);
}
