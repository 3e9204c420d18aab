import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, lazy, Suspense, useId, useState } from 'react';
import { menuOf } from '../navigation/navigation-item.ts';
import { LoadingBar } from '../loading/loading-bar.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import type { ChromeProps, LayoutDesign } from './layout-design.ts';
import type { LayoutProps } from './layout-props.ts';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import { Toolbar } from './toolbar.tsx';
import classes from './frame.module.css';

/** The width from which the navigation is next to or above the page instead of covering it. */
const WIDE = '(width >= 960px)';

/** Only narrow screens need it. */
const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }));

const THIS_YEAR = new Date().getFullYear();

/** Whether the navigation is open. If it covers the page, it starts closed and closes on navigation. */
function useNavigationOpen(pathname: string, wide: boolean) {
  const [besideOpen, setBesideOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [at, setAt] = useState({ pathname, wide });
  if (at.pathname !== pathname || at.wide !== wide) {
    setAt({ pathname, wide });
    setDrawerOpen(false);
  }
  return {
    open: wide ? besideOpen : drawerOpen,
    onToggle: () => (wide ? setBesideOpen(!besideOpen) : setDrawerOpen(!drawerOpen)),
    onClose: () => setDrawerOpen(false),
  };
}

function Side({ id, design, chrome }: { id: string; design: LayoutDesign; chrome: ChromeProps }) {
  if (design.side === undefined) return null;
  const { width, pinnedWidth = width, Content } = design.side;
  return (
    <div
      id={id}
      className={classes['side']}
      data-tone={design.tone}
      data-hidden={!chrome.open || undefined}
      inert={!chrome.open}
      style={{ '--side': `${chrome.pinned ? pinnedWidth : width}px` } as CSSProperties}
    >
      <div className={classes['panel']}>
        <Content {...chrome} />
      </div>
    </div>
  );
}

/**
 * The page with the layout's chrome. The page keeps its position in the tree in every layout, so it keeps
 * its state when the layout changes.
 */
export function Frame({
  name,
  design,
  navigation,
  banner,
  rail,
  footer,
  children,
  ...rest
}: LayoutProps & { name: string; design: LayoutDesign | null }) {
  const { texts } = useUiContext();
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? true;
  const { open, onToggle, onClose } = useNavigationOpen(rest.pathname, wide);
  const [pinned, setPinned] = useState(false);
  const id = useId();
  const railMode = design === null || rail === undefined ? undefined : design.rail ? 'column' : 'drawer';
  const hasSide = wide && design?.side !== undefined;
  const chrome: ChromeProps = {
    ...rest,
    items: menuOf(navigation, design?.menu ?? 'default'),
    open,
    onToggle,
    controls: hasSide || (!wide && open) ? id : undefined,
    pinned,
    onPin: () => setPinned(!pinned),
  };
  const Header = design?.Header ?? Toolbar;
  return (
    <div
      className={`${classes['layout']} ${design?.className ?? ''}`}
      data-layout={name}
      data-family={design === null ? 'empty' : design.side === undefined ? 'horizontal' : 'vertical'}
      data-rise-rail={railMode}
    >
      <SkipLink />
      <LoadingBar />
      {hasSide && <Side id={id} design={design} chrome={chrome} />}
      {design !== null && !wide && (
        <Suspense>
          <NavigationDrawer id={id} design={design} chrome={chrome} onClose={onClose} />
        </Suspense>
      )}
      <div className={classes['frame']}>
        {design !== null && (wide ? <Header {...chrome} /> : <Toolbar {...chrome} withLogo />)}
        {banner}
        <main id={CONTENT_ID} className={classes['main']} tabIndex={-1}>
          {children}
        </main>
        {design?.footer === true && footer !== null && (
          <footer className={classes['footer']}>{footer ?? fill(texts.copyright, { year: THIS_YEAR })}</footer>
        )}
      </div>
      {railMode !== undefined && <div className={classes['rail']}>{rail}</div>}
    </div>
  );
}
