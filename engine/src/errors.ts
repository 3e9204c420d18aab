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

/** More is asked than the engine takes on: too much waits already, or a turn did not come in time. Nothing was run. */
export class EngineBusy extends Error {
  override name = 'EngineBusy';
  constructor() {
    super('More is asked at once than can be answered.');
  }
}

/** A stream's reader took nothing for so long that its place was given to others. */
export class StreamStalled extends Error {
  override name = 'StreamStalled';
  constructor() {
    super('Nobody took the rows, so the stream was stopped.');
  }
}

/** The warehouse could not answer: its reader ended, or the version's file cannot be opened. The cause is for the log only. */
export class WarehouseUnavailable extends Error {
  override name = 'WarehouseUnavailable';
}

/** The engine cannot run what somebody wrote. `at` counts bytes of the statement. */
export class StatementFailed extends Error {
  override name = 'StatementFailed';
  /**
   * Whether the engine tells what is wrong with it, needs more memory for it than it may take, cannot read anything so
   * deep, or fails over it.
   */
  readonly why: 'told' | 'memory' | 'deep' | 'unable';
  readonly at: number | null;
  /** `message`: the engine's own words, for the asker where `why` is 'told'. */
  constructor({ why, message, at }: { why: StatementFailed['why']; message: string; at: number | null }) {
    super(message);
    this.why = why;
    this.at = at;
  }
}

/** One thing wrong in a model or report document. */
export interface ModelProblem {
  file: string;
  /** Counted from 1; null where the problem has no place in the text. */
  line: number | null;
  /** Counted from 1; null with the line. */
  column: number | null;
  /** For example 'datasets.0.measures.3.numerator.0.measure'. */
  path: string;
  message: string;
}

export class ModelError extends Error {
  override name = 'ModelError';
  readonly problems: ModelProblem[];
  constructor(problems: ModelProblem[]) {
    super(
      problems
        .map((p) => `${p.file}${p.line === null ? '' : `:${p.line}:${p.column}`} ${p.path}: ${p.message}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}

/** A warehouse version could not be built; nothing of it is left in place. */
export class LoadError extends Error {
  override name = 'LoadError';
}
