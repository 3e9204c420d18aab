import type { ReactNode } from 'react';
import { Navigation, type NavigationProps } from '../navigation/navigation.tsx';
import type { PanelProps } from './layout-design.ts';
import { Logo } from './logo.tsx';
import classes from './plain-panel.module.css';

/** The row above the navigation's items. */
export function Brand({ children, ...row }: { children: ReactNode; 'data-centered'?: boolean }) {
  return (
    <div className={classes['brand']} {...row}>
      {children}
    </div>
  );
}

/** Logo and items: the default content of a 280-pixel navigation. */
export function PlainPanel({
  items,
  pathname,
  home,
  navigationEnd,
  close,
  start,
  end,
  ...rest
}: PanelProps & Pick<NavigationProps, 'start' | 'end' | 'above' | 'below' | 'look'>) {
  return (
    <Navigation
      items={items}
      pathname={pathname}
      asides={close === undefined ? 'panel' : 'inline'}
      look={rest.look}
      above={rest.above}
      below={rest.below}
      start={
        start ?? (
          <Brand>
            <Logo href={home} on="nav" />
            {close}
          </Brand>
        )
      }
      end={
        <>
          {navigationEnd !== undefined && <div className={classes['end']}>{navigationEnd}</div>}
          {end}
        </>
      }
    />
  );
}
