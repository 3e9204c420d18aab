import { StreamStalled } from '../errors.ts';
import type { StreamParts } from './stream-request.ts';

/** How long a part may wait until it is taken. */
const STALL_MS = 60_000;

export interface GuardOptions {
  signal: AbortSignal | undefined;
  stallMs?: number;
  /** Called once: the stream has ended, was left, or stalled. */
  release: () => void;
}

/** A stream that nobody reads gives its place up: what it holds is let go although its reader never comes back. */
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
