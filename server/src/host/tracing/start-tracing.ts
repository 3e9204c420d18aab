import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { useTracer } from '../../kernel/tracing.ts';
import type { TracingSettings } from '../config/tracing-settings.ts';

/** How long a stop waits for spans that are still to be sent. */
const FLUSH_MS = 3000;

export interface TracingOptions {
  /** Null: traces are off, and nothing of OpenTelemetry is loaded. */
  readonly settings: TracingSettings | null;
  readonly version: string;
  readonly log: Logger;
  readonly flushMs?: number;
}

/** Starts to record and send traces; returns what ends that, within a bound. */
export async function startTracing({
  settings,
  version,
  log,
  flushMs = FLUSH_MS,
}: TracingOptions): Promise<() => Promise<void>> {
  if (settings === null) return async () => undefined;
  const { createOpenTelemetry } = await import('./opentelemetry.ts');
  let isFailing = false;
  const onSent = (problem: string | null) => {
    if (problem !== null && !isFailing) log.warn({ reason: problem }, 'traces could not be sent');
    if (problem === null && isFailing) log.info('traces are sent again');
    isFailing = problem !== null;
  };
  const { tracer, shutdown } = createOpenTelemetry({ settings, version, onSent });
  const restore = useTracer(tracer);
  return async () => {
    restore();
    const cut = new AbortController();
    // The collector may be down or slow: what it has not taken by then is lost.
    await Promise.race([
      shutdown().catch(() => undefined),
      wait(flushMs, undefined, { signal: cut.signal, ref: false }),
    ]).finally(() => cut.abort());
  };
}
