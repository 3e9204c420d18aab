import { afterSplash } from '@rise/ui/splash';
import { useEffect, useState } from 'react';

/** Runs work when the page has nothing else to do, after five seconds at the latest; returns how to cancel it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 1000);
  return () => clearTimeout(timer);
}

/** Whether the page has been shown and idle since the component was mounted: the time to prefetch. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let cancelIdle = () => undefined as void;
    const cancelSplash = afterSplash(() => (cancelIdle = whenIdle(() => setIdle(true))));
    return () => {
      cancelSplash();
      cancelIdle();
    };
  }, []);
  return idle;
}
