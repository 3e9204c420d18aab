import './splash.css';

const waiting = new Set<() => void>();

/** Removes the splash of the HTML page. */
export function endSplash(): void {
  document.getElementById('splash')?.remove();
  for (const work of waiting) work();
  waiting.clear();
}

/** Runs work once the splash is gone, right away where there is none; returns how to cancel it. */
export function afterSplash(work: () => void): () => void {
  if (document.getElementById('splash') === null) {
    work();
    return () => undefined;
  }
  waiting.add(work);
  return () => waiting.delete(work);
}
