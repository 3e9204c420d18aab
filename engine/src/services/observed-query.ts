import type { SemanticQuery } from '@rise/contract';
import type { QueryContext } from '../requests/query-request.ts';
import type { StreamParts } from '../stream/stream-request.ts';
import { measureWaiting, type WaitingTime } from '../traffic/waiting-time.ts';

/** What an observer learns of a query: never its text, nor a value in it. */
export interface ObservedQuery {
  readonly kind: NonNullable<SemanticQuery['kind']> | 'source-rows' | 'sql';
  /** How its rows are delivered. */
  readonly delivery: 'result' | 'stream';
  /** A dataset of the model; null for SQL, and for a query of none or of one that the model does not have. */
  readonly dataset: string | null;
  /** Where it runs: `duckdb` for files, else the kind of the server. */
  readonly engine: string;
  readonly tenant: string;
}

export interface QueryOutcome {
  readonly rows: number;
  /** Null for streams, which are never cached. */
  readonly cache: 'hit' | 'miss' | 'shared' | null;
  /** The longest wait for its turn, in milliseconds; queries that share a pass have that of the pass. */
  readonly waitedMs: number;
}

export interface QueryObservation {
  end(outcome: QueryOutcome): void;
  fail(error: unknown, waitedMs: number, isCanceled: boolean): void;
}

/** Called at the start of each query; null: its end is of no interest. */
export type ObserveQuery = (query: ObservedQuery) => QueryObservation | null;

/** Of a query, for its observer. */
export function observedQuery(
  { model, version, scope }: Pick<QueryContext, 'model' | 'version' | 'scope'>,
  kind: ObservedQuery['kind'],
  dataset: string | null,
  delivery: ObservedQuery['delivery'] = 'result',
): ObservedQuery {
  const known = dataset !== null && model.datasets.has(dataset) ? dataset : null;
  const engine = 'file' in version ? 'duckdb' : version.server.engine;
  return { kind, delivery, dataset: known, engine, tenant: scope.tenant };
}

/** The same of a semantic query. */
export function observedSemanticQuery(
  context: QueryContext,
  query: SemanticQuery,
  delivery?: ObservedQuery['delivery'],
): ObservedQuery {
  return observedQuery(context, query.kind ?? 'aggregate', 'dataset' in query ? query.dataset : null, delivery);
}

interface Counted {
  readonly rowCount: number;
  readonly cache: 'hit' | 'miss' | 'shared';
}

/** Observes a query that has been started, in `time`. */
export async function observe<T extends Counted>(
  observation: QueryObservation | null,
  running: Promise<T>,
  { time, signal }: { time: WaitingTime; signal: AbortSignal | undefined },
): Promise<T> {
  if (!observation) return running;
  try {
    const result = await running;
    const { rowCount: rows, cache } = result;
    observation.end({ rows, cache, waitedMs: cache === 'miss' ? time.ms : 0 });
    return result;
  } catch (error) {
    observation.fail(error, time.ms, signal?.aborted === true);
    throw error;
  }
}

/** Observes one query. */
export function observeQuery<T extends Counted>(
  observation: QueryObservation | null,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!observation) return work();
  const time = { ms: 0 };
  return observe(observation, measureWaiting(time, work), { time, signal });
}

/** Observes a stream, up to where its reader takes it. */
export async function* observeStream(
  observation: QueryObservation | null,
  parts: StreamParts,
  signal: AbortSignal | undefined,
): StreamParts {
  if (!observation) return yield* parts;
  const time = { ms: 0 };
  let isOver = false;
  try {
    for (;;) {
      // A stream waits and runs in whatever context its next part is requested.
      const next = await measureWaiting(time, () => parts.next());
      if (next.done) {
        isOver = true;
        observation.end({ rows: next.value.rowCount, cache: null, waitedMs: time.ms });
        return next.value;
      }
      yield next.value;
    }
  } catch (error) {
    isOver = true;
    observation.fail(error, time.ms, signal?.aborted === true);
    throw error;
  } finally {
    if (!isOver) observation.fail(null, time.ms, true);
    await parts.return({ rowCount: 0, truncated: false });
  }
}
