/** Time limit of a check, in milliseconds: below the time that load balancers usually wait for an answer. */
const LIMIT_MS = 1500;

/**
 * Whether requests can be served, within the time limit: what does not respond in time is not ready. Requests share a
 * running check, so that those that wait for a stalled database do not pile up.
 */
export function readiness(check: () => Promise<boolean>, limitMs = LIMIT_MS): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  const start = () =>
    check()
      .catch(() => false)
      .finally(() => {
        running = null;
      });
  return async () => {
    running ??= start();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    return Promise.race([running, late]).finally(() => clearTimeout(timer));
  };
}
