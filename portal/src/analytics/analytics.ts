import type { AnyRouter } from '@tanstack/react-router';
import { logError } from '@rise/ui/log';
import { consent } from './consent.ts';
import { type Analytics, startAnalytics } from './tag-manager.ts';

/**
 * Counts page views while the reader consents. Without a key in the configuration there is no consent prompt and
 * nothing is loaded; without consent nothing is loaded. Returns a function that stops it.
 */
export function watchPageViews(router: AnyRouter, key: string | null): () => void {
  if (key === null) return () => {};
  let analytics: Analytics | null = null;
  const follow = () => {
    if (consent.get() !== 'granted') return;
    try {
      analytics ??= startAnalytics(key);
      analytics.pageView(router.state.location.pathname, document.title);
    } catch (error) {
      logError('The analytics could not start.', error);
    }
  };
  const stops = [
    consent.subscribe(follow),
    router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) follow();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
