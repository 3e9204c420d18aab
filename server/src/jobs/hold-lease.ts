/** Another server has the work by now. */
export class LeaseLost extends Error {}

export interface HeldLease {
  /** Aborted with `LeaseLost` once a renewal finds that another server has the work. */
  readonly lost: AbortSignal;
  readonly release: () => void;
}

/**
 * Renews the lease of work while this process does it. `renew` returns whether it is still held; a renewal that fails is
 * tried again with the next.
 */
export function holdLease(renew: () => Promise<boolean>, leaseMs: number): HeldLease {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => isHeld || lost.abort(new LeaseLost()),
      () => undefined,
    );
  }, leaseMs / 3).unref();
  return { lost: lost.signal, release: () => clearInterval(timer) };
}
