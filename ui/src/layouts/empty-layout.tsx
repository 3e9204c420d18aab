import { LoadingBar } from '../panels/loading-bar.tsx';
import type { LayoutProps } from './layout-props.ts';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import classes from './empty-layout.module.css';

/** Only the page: for signing in, landing and whatever fills the screen. */
export function EmptyLayout({ banner, children }: Pick<LayoutProps, 'banner' | 'children'>) {
  return (
    <div className={classes['layout']}>
      <SkipLink />
      <LoadingBar />
      {banner}
      <main id={CONTENT_ID} className={classes['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
