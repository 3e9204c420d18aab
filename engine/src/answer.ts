import type { QueryMeta, QueryResult } from '@rise/contract';

/** An answer as text, ready to be sent: nobody parses the rows on the way. */
export interface AnswerText {
  /** The members `"columns":…,"rows":…,"totals":…` of a result, as JSON text without the braces around. */
  body: string;
  rowCount: number;
  truncated: boolean;
  cache: 'hit' | 'miss' | 'shared';
  elapsedMs: number;
  /** The rollups that were read in the place of rows, and whether row rules or masks limited what was found. */
  read: { rollups: readonly string[]; restricted: boolean };
}

/** What the host adds to an answer: the version it came from, and what of it is unmapped. */
export type AnswerMeta = Pick<QueryMeta, 'dataVersion' | 'asOf' | 'unmapped'>;

function metaOf(answer: AnswerText, meta: AnswerMeta): QueryMeta {
  const { rowCount, truncated, cache, elapsedMs } = answer;
  return { ...meta, rowCount, truncated, cache, elapsedMs };
}

/** The JSON text of a `QueryResult`. */
export function answerJson(answer: AnswerText, meta: AnswerMeta): string {
  return `{${answer.body},"meta":${JSON.stringify(metaOf(answer, meta))}}`;
}

/** The answer as a value, for those who compute with it. */
export function toQueryResult(answer: AnswerText, meta: AnswerMeta): QueryResult {
  return JSON.parse(answerJson(answer, meta)) as QueryResult;
}
