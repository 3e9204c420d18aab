import { useEffect, useEffectEvent } from 'react';

/** Closes what is open without an address of its own when the Back or Forward button, or a typed address, leads elsewhere. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const run = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return undefined;
    const onLeave = () => run();
    window.addEventListener('popstate', onLeave);
    return () => window.removeEventListener('popstate', onLeave);
  }, [opened]);
}
