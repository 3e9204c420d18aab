import { parentOf } from '../data-directory/process-identity.ts';

const STARTER_CHECK_MS = 300;

export interface StopSignal {
  /** Resolves when the program is to stop. */
  readonly requested: Promise<void>;
  readonly signal: AbortSignal;
  request(): void;
}

/** SIGINT (Ctrl-C) and SIGTERM request a stop; a second signal ends the program at once. */
export function stopSignal(): StopSignal {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A terminal's Ctrl-C arrives twice where npm passes its own on: only a later one counts as a second request.
      if (controller.signal.aborted && performance.now() - at > 1000) process.exit(130);
      if (!controller.signal.aborted) at = performance.now();
      controller.abort();
    });
  }
  let at = 0;
  return { requested, signal: controller.signal, request: () => controller.abort() };
}

/**
 * Stops when npm, which started the program through a shell, is gone: a killed npm forwards no signal, and the server
 * would hold the port and the data directory for no one.
 */
export function followStarter(stop: StopSignal): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const began = starters();
  setInterval(() => {
    if (starters() !== began) stop.request();
  }, STARTER_CHECK_MS).unref();
}
