import { StreamStalled } from '../errors.ts';
import type { StreamParts } from './stream-request.ts';

/** How long a chunk may wait to be read. */
const STALL_MS = 60_000;

export interface GuardOptions {
  signal: AbortSignal | undefined;
  stallMs?: number;
  /** Called once, when the stream ends, is abandoned, or stalls. */
  release: () => void;
}

/** Frees the resources of a stream whose consumer stops reading, even if it never returns. */
export async function* guardStream(
  start: (signal: AbortSignal) => StreamParts,
  { signal, stallMs = STALL_MS, release }: GuardOptions,
): StreamParts {
  const own = new AbortController();
  const parts = start(signal ? AbortSignal.any([signal, own.signal]) : own.signal);
  try {
    for (;;) {
      const next = await parts.next();
      if (next.done) return next.value;
      const timer = setTimeout(() => {
        own.abort(new StreamStalled());
        void parts.return({ rowCount: 0, truncated: false }).catch(() => undefined);
        release();
      }, stallMs);
      try {
        yield next.value;
      } finally {
        clearTimeout(timer);
      }
      own.signal.throwIfAborted();
    }
  } finally {
    await parts.return({ rowCount: 0, truncated: false });
    release();
  }
}
