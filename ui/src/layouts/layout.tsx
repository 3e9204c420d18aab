import { use, useEffect, useState } from 'react';
import { Frame } from './frame.tsx';
import type { LayoutProps } from './layout-props.ts';
import { isLayoutName, loadedLayout, type LayoutName, preloadLayout } from './layouts.ts';

/** The layout to render now: the requested one, or the previous one until it has loaded. */
function useReadyLayout(requested: LayoutName): LayoutName {
  const [shown, setShown] = useState<LayoutName | null>(null);
  const ready = loadedLayout(requested) === undefined ? shown : requested;
  useEffect(() => {
    let current = true;
    // If loading fails, the page stays as it is; the next choice retries.
    const settle = () => current && loadedLayout(requested) !== undefined && setShown(requested);
    preloadLayout(requested).then(settle, settle);
    return () => {
      current = false;
    };
  }, [requested]);
  if (shown === null) use(preloadLayout(requested));
  return ready ?? requested;
}

/**
 * The layout of that name; the classic one where there is none. Waits in the nearest Suspense until the first one is
 * loaded; after that, another one takes over without touching the page.
 */
export function Layout({ name, ...props }: LayoutProps & { name: string }) {
  const shown = useReadyLayout(isLayoutName(name) ? name : 'classic');
  return <Frame name={shown} design={loadedLayout(shown) ?? null} {...props} />;
}
