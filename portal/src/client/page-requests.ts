/** Requests of this page that have no answer yet. */
const unanswered = new Set<AbortController>();
let ended = false;

/** What a request after the end waits for: nothing, so that no screen shows an error in the page's last moment. */
const never = () => new Promise<never>(() => {});

/** `fetch` until the page's requests end; from then on it sends nothing and never settles. */
export const pageFetch: typeof fetch = async (input, init) => {
  if (ended) return never();
  const controller = new AbortController();
  const { signal } = init ?? {};
  if (signal?.aborted) controller.abort(signal.reason);
  signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  unanswered.add(controller);
  try {
    return await fetch(input, { ...init, signal: controller.signal });
  } catch (error) {
    if (ended) return never();
    throw error;
  } finally {
    unanswered.delete(controller);
  }
};

/**
 * Ends the requests of a page that is about to be left with its session. Answers that arrived after the session's end
 * would say that the person has been signed out, though they did it themselves.
 */
export function endPageRequests(): void {
  ended = true;
  for (const controller of unanswered) controller.abort();
}
