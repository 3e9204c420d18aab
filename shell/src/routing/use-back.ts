import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Runs when the Back or Forward button has led elsewhere: what is open without an address of its own, such as a
 * confirmation, is about what is no longer shown. Outside a router, nothing leads elsewhere, nor where what is open
 * blocks it.
 */
export function useBack(onBack: () => void): void {
  const history = (useRouter({ warn: false }) as { history: RouterHistory } | null)?.history;
  const run = useEffectEvent(onBack);
  useEffect(() => {
    let shown = history?.location.state.__TSR_key;
    return history?.subscribe(({ action, location }) => {
      const isElsewhere = location.state.__TSR_key !== shown;
      shown = location.state.__TSR_key;
      if (isElsewhere && (action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO')) run();
    });
  }, [history]);
}
