import type { ErrorDetail } from '@rise/contract';

/** The query asks for something the model does not offer. `details` name each field at fault and what to do about it. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly details: ErrorDetail[];
  constructor(details: ErrorDetail[]) {
    super(details[0]?.message ?? 'The query is not valid.');
    this.details = details;
  }
}

/** The query ran longer than its deadline and was stopped. */
export class QueryTimeout extends Error {
  override name = 'QueryTimeout';
  readonly deadlineMs: number;
  constructor(deadlineMs: number) {
    super(`The query ran longer than ${deadlineMs} ms and was stopped.`);
    this.deadlineMs = deadlineMs;
  }
}

/** The warehouse could not answer: its reader ended, or the version's file cannot be opened. The cause is for the log only. */
export class WarehouseUnavailable extends Error {
  override name = 'WarehouseUnavailable';
}

/** One thing wrong in a model or report document. */
export interface ModelProblem {
  file: string;
  /** Counted from 1; null where the problem has no place in the text. */
  line: number | null;
  /** For example 'datasets.0.measures.3.numerator.0.measure'. */
  path: string;
  message: string;
}

export class ModelError extends Error {
  override name = 'ModelError';
  readonly problems: ModelProblem[];
  constructor(problems: ModelProblem[]) {
    super(problems.map((p) => `${p.file}${p.line === null ? '' : `:${p.line}`} ${p.path}: ${p.message}`).join('\n'));
    this.problems = problems;
  }
}

/** A warehouse version could not be built; nothing of it is left in place. */
export class LoadError extends Error {
  override name = 'LoadError';
}
