import { parentOf } from './process-identity.ts';

const STARTER_CHECK_MS = 300;

export interface StopSignal {
  /** Resolves when the program shall stop. */
  readonly requested: Promise<void>;
  readonly signal: AbortSignal;
  request(): void;
}

/** SIGINT (Ctrl-C) and SIGTERM ask the program to stop; asked a second time, it ends at once. */
export function stopSignal(): StopSignal {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A terminal's Ctrl-C arrives twice where npm passes its own on: only a later one is a second wish.
      if (controller.signal.aborted && performance.now() - at > 1000) process.exit(130);
      if (!controller.signal.aborted) at = performance.now();
      controller.abort();
    });
  }
  let at = 0;
  return { requested, signal: controller.signal, request: () => controller.abort() };
}

/**
 * Stops when npm, which started the program through a shell, is gone: killed, it can pass on nothing, and we would hold
 * port and data for nobody.
 */
export function followStarter(stop: StopSignal): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const began = starters();
  setInterval(() => {
    if (starters() !== began) stop.request();
  }, STARTER_CHECK_MS).unref();
}
