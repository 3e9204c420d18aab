import { use, useEffect, useState } from 'react';
import { Frame } from './frame.tsx';
import type { LayoutProps } from './layout-props.ts';
import { isLayoutName, loadedLayout, type LayoutName, preloadLayout } from './layouts.ts';

/** The layout to draw now: the wanted one, or the former while the wanted one is loaded. */
function useReadyLayout(wanted: LayoutName): LayoutName {
  const [shown, setShown] = useState<LayoutName | null>(null);
  const ready = loadedLayout(wanted) === undefined ? shown : wanted;
  useEffect(() => {
    let current = true;
    // What cannot be loaded leaves the page as it is; the next choice tries again.
    const settle = () => current && loadedLayout(wanted) !== undefined && setShown(wanted);
    preloadLayout(wanted).then(settle, settle);
    return () => {
      current = false;
    };
  }, [wanted]);
  if (shown === null) use(preloadLayout(wanted));
  return ready ?? wanted;
}

/**
 * The layout of that name; the classic one where there is none. Waits in the nearest Suspense until the first one is
 * loaded; after that, another one takes over without touching the page.
 */
export function Layout({ name, ...props }: LayoutProps & { name: string }) {
  const shown = useReadyLayout(isLayoutName(name) ? name : 'classic');
  return <Frame name={shown} design={loadedLayout(shown) ?? null} {...props} />;
}
