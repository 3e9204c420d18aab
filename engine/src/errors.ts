import type { ErrorDetail } from '@rise/contract';
import type { RejectSummary } from './warehouses/embedded/rejected-rows.ts';

/** The query refers to something the model does not have. `details` has the path, reason and remedy of each issue. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly details: ErrorDetail[];
  constructor(details: ErrorDetail[]) {
    super(details[0]?.message ?? 'The query is not valid.');
    this.details = details;
  }
}

/**
 * A number is too large for the warehouse to compute with. Measures of which this is so are left out of a result
 * (services/without-overflow.ts); where that is not possible, the query fails with this error.
 */
export class FigureOverflow extends QueryError {
  override name = 'FigureOverflow';
  /** `columns`: those that the number can be in; none where it can be anywhere in the query. */
  constructor(columns: readonly string[] = []) {
    const where = columns.length === 0 ? 'of this query' : `in ${columns.map((name) => `'${name}'`).join(' or ')}`;
    const remedies = ['restrict the rows', ...(columns.length === 0 ? [] : ['leave the column out'])].join(', ');
    const message = `A number ${where} is too large for the warehouse to compute with: ${remedies}, or cast a factor to a number in the model.`;
    super([{ field: 'query', message }]);
  }
}

/** The query needs more memory than the warehouse has, beside those that ran at the same time. */
export class MemoryExceeded extends QueryError {
  override name = 'MemoryExceeded';
  constructor() {
    super([
      {
        field: 'query',
        message:
          'This query needs more memory than the warehouse has. Group by fewer members or periods, or restrict the rows. If others ran at the same time, try again.',
      },
    ]);
  }
}

/** The query's SQL is longer or nests deeper than a warehouse should have to read. */
export class QueryTooLarge extends QueryError {
  override name = 'QueryTooLarge';
  constructor() {
    super([
      {
        field: 'query',
        message:
          'This query is too large: its SQL is longer or nests deeper than the warehouse reads. Use fewer conditions, values, calculations or custom measures, or split it.',
      },
    ]);
  }
}

/** The result is larger than may be sent at once. */
export class ResultTooLarge extends QueryError {
  override name = 'ResultTooLarge';
  /** `maxBytes`: the size limit of a result, as sent. */
  constructor(maxBytes: number) {
    const size =
      maxBytes < 1024 * 1024 ? `${Math.floor(maxBytes / 1024)} kB` : `${Math.floor(maxBytes / 1024 / 1024)} MB`;
    const message = `The result is larger than ${size}. Request fewer rows or columns, or stream it with POST /api/v1/query/stream.`;
    super([{ field: 'query', message }]);
  }
}

/** A text in the data cannot be read as the type that the model gives its dimension. */
export class UnfitText extends QueryError {
  override name = 'UnfitText';
  constructor() {
    super([
      {
        field: 'query',
        message:
          "A text in the data is not what a dimension's type says, such as a whole number. In the model set the type to string, or CAST the text in an expression: those that do not fit then have no value.",
      },
    ]);
  }
}

/** The query exceeded its time limit and was stopped. */
export class QueryTimeout extends Error {
  override name = 'QueryTimeout';
  readonly deadlineMs: number;
  constructor(deadlineMs: number) {
    super(`The query ran longer than ${deadlineMs} ms and was stopped.`);
    this.deadlineMs = deadlineMs;
  }
}

/** The queue is full, or the query waited in it too long. Nothing was run. */
export class EngineBusy extends Error {
  override name = 'EngineBusy';
  constructor() {
    super('Too many requests right now. Try again in a moment.');
  }
}

/** The consumer of a stream read nothing for so long that its slot was freed. */
export class StreamStalled extends Error {
  override name = 'StreamStalled';
  constructor() {
    super('The stream was stopped because its rows were not read.');
  }
}

/**
 * The warehouse could not run the query: its reader exited, or the version's file cannot be opened. The cause is for
 * the log only.
 */
export class WarehouseUnavailable extends Error {
  override name = 'WarehouseUnavailable';
}

/** The engine could not run a user's statement. `at` is a byte offset in it. */
export class StatementFailed extends Error {
  override name = 'StatementFailed';
  /**
   * 'statement': the engine reported an error in the statement. 'memory': it exceeded its memory limit. 'deep': it is
   * nested too deeply. 'unable': the engine itself failed on it.
   */
  readonly why: 'statement' | 'memory' | 'deep' | 'unable';
  readonly at: number | null;
  /** `message`: the engine's own message, shown to the user if `why` is 'statement'. */
  constructor({ why, message, at }: { why: StatementFailed['why']; message: string; at: number | null }) {
    super(message);
    this.why = why;
    this.at = at;
  }
}

/** Keys and indexes of a value in a document. */
export type IssuePath = readonly PropertyKey[];

/** Receives what is wrong with a field of a request, with the remedy. */
export type Fail = (field: string, message: string) => void;

/** Receives each validation error of a document and its path. */
export type ReportIssue = (path: IssuePath, message: string) => void;

/** One issue in a model or report document. */
export interface ModelIssue {
  file: string;
  /** 1-based; null if the issue has no position in the text. */
  line: number | null;
  /** 1-based; null if `line` is. */
  column: number | null;
  /** For example 'datasets.0.measures.3.numerator.0.measure'. */
  path: string;
  message: string;
}

export class ModelError extends Error {
  override name = 'ModelError';
  readonly issues: ModelIssue[];
  constructor(issues: ModelIssue[]) {
    super(
      issues
        .map((p) => `${p.file}${p.line === null ? '' : `:${p.line}:${p.column}`} ${p.path}: ${p.message}`)
        .join('\n'),
    );
    this.issues = issues;
  }
}

/** A warehouse version could not be built; no part of it is left on disk. */
export class LoadError extends Error {
  override name: string = 'LoadError';
}

/** More rows of a file cannot be read than the load's limit allows. `rejects` has the counts, and examples. */
export class RejectLimitExceeded extends LoadError {
  override name = 'RejectLimitExceeded';
  readonly rejects: RejectSummary;
  constructor(message: string, rejects: RejectSummary) {
    super(message);
    this.rejects = rejects;
  }
}
