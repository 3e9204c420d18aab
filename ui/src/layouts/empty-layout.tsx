import type { ReactNode } from 'react';
import { LoadingBar } from '../loading/loading-bar.tsx';
import type { LayoutProps } from './layout-props.ts';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import classes from './empty-layout.module.css';

/** Only the page: for sign-in, landing and full-screen pages. */
export function EmptyLayout({
  banner,
  tools,
  children,
}: Pick<LayoutProps, 'banner' | 'children'> & {
  /** A row at the end with the tools that other layouts have in their toolbar. */
  tools?: ReactNode;
}) {
  return (
    <div className={classes['layout']}>
      <SkipLink />
      <LoadingBar />
      {banner}
      <main id={CONTENT_ID} className={classes['main']} tabIndex={-1}>
        {children}
      </main>
      {tools !== undefined && <div className={classes['tools']}>{tools}</div>}
    </div>
  );
}
