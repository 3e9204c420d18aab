import type { KnowledgeSkip } from '@rise/contract';
import type { RunCounts } from './knowledge-sources.sql.ts';

/** The run is canceled, or its source is gone. */
export class RunStopped extends Error {
  override name = 'RunStopped';
}

/** What one run does with a source, and what it has done so far. */
export interface SourceReading {
  readonly counts: RunCounts;
  /** The first of those that were skipped. */
  readonly skips: readonly KnowledgeSkip[];
}
