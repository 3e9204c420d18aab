import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which other work has its turn. */
const TURN_MS = 15;

/**
 * Lets other work have its turn during a long computation: while a server computes, it answers no request, of any tenant.
 * Call the function often, at places where what is read may change meanwhile without harm.
 */
export function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
