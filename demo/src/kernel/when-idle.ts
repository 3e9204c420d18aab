/** Does what can wait when the page has nothing else to do; after some seconds in any case. Answers how to leave it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(work, 1000);
  return () => clearTimeout(waiting);
}
