import { isForWantOfMemory } from './load-memory.ts';
import type { FromLoader } from './messages.ts';
import type { RejectSummary } from './rejected-rows.ts';

/** Too many rows of a table are rejected. */
export class RejectsExceeded extends Error {
  override name = 'RejectsExceeded';
  readonly summary: RejectSummary;
  constructor(summary: RejectSummary) {
    const { table, rejected, rows, limit, examples } = summary;
    const shown = examples.map(
      ({ file, line, column, value, reason }) =>
        `${file}${line === null ? '' : ` line ${line}`}: ${column === null ? '' : `${column} `}${value === null ? '' : `'${value.slice(0, 60)}' `}(${reason})`,
    );
    super(
      `${rejected} of ${rows} rows of ${table} cannot be read, more than the limit of ${limit * 100} %. Nothing was changed. For example ${shown.join('; ')}. Correct the file or how its columns are read, or raise the limit.`,
    );
    this.summary = summary;
  }
}

/** What the host receives of a load that failed. */
export function loadFailure(error: unknown): FromLoader {
  const failed = error instanceof Error ? error.message : String(error);
  if (error instanceof RejectsExceeded) return { failed, rejects: error.summary };
  return { failed, ...(isForWantOfMemory(error) && { wantsMemory: true }) };
}
