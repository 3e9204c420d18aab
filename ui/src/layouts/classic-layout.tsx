import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Navigation } from '../navigation/navigation.tsx';
import { LoadingBar } from '../panels/loading-bar.tsx';
import { ToolbarButton } from '../panels/toolbar-button.tsx';
import { useUi } from '../theme/surroundings.tsx';
import type { LayoutProps } from './layout-props.ts';
import { Logo } from './logo.tsx';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import classes from './classic-layout.module.css';

/** The width from which the navigation stands beside the page instead of over it. */
const SIDE = '(width >= 960px)';

function NavigationPanel({
  navigation,
  pathname,
  home,
  navigationEnd,
  close,
}: Omit<LayoutProps, 'children'> & { close?: ReactNode }) {
  return (
    <Navigation
      items={navigation}
      pathname={pathname}
      start={
        <div className={classes['brand']}>
          <Logo href={home} on="nav" />
          {close}
        </div>
      }
      end={navigationEnd !== undefined && <div className={classes['navigation-end']}>{navigationEnd}</div>}
    />
  );
}

/** A dark navigation at the left, a toolbar above the page. */
export function ClassicLayout({ toolbarStart, toolbarEnd, banner, footer, children, ...panel }: LayoutProps) {
  const { texts } = useUi();
  const side = useMediaQuery(SIDE, undefined, { getInitialValueInEffect: false }) ?? true;
  const [shown, setShown] = useState(true);
  const [over, setOver] = useState(false);
  const id = useId();
  const { pathname } = panel;
  const [overAt, setOverAt] = useState({ pathname, side });
  if (overAt.pathname !== pathname || overAt.side !== side) {
    setOverAt({ pathname, side });
    setOver(false);
  }

  const open = side ? shown : over;
  return (
    <div className={classes['layout']}>
      <SkipLink />
      <LoadingBar />
      {side ? (
        <div id={id} className={classes['side']} data-hidden={!shown || undefined} inert={!shown}>
          <div className={classes['panel']}>
            <NavigationPanel {...panel} />
          </div>
        </div>
      ) : (
        <Drawer.Root opened={over} onClose={() => setOver(false)} size={280} transitionProps={{ duration: 160 }}>
          <Drawer.Overlay backgroundOpacity={0.6} />
          <Drawer.Content id={id} classNames={{ content: classes['over'] }} aria-label={texts.mainNavigation}>
            <div className={classes['panel']}>
              <NavigationPanel
                {...panel}
                close={
                  <button
                    type="button"
                    className={classes['close']}
                    aria-label={texts.closeNavigation}
                    onClick={() => setOver(false)}
                  >
                    <IconX size={18} />
                  </button>
                }
              />
            </div>
          </Drawer.Content>
        </Drawer.Root>
      )}
      <div className={classes['frame']}>
        <header className={classes['toolbar']}>
          <ToolbarButton
            label={open ? texts.closeNavigation : texts.openNavigation}
            icon={IconMenu2}
            expanded={open}
            controls={side || over ? id : undefined}
            onClick={() => (side ? setShown(!shown) : setOver(true))}
          />
          <div className={classes['start']}>{toolbarStart}</div>
          <div className={classes['end']}>{toolbarEnd}</div>
        </header>
        {banner}
        <main id={CONTENT_ID} className={classes['main']} tabIndex={-1}>
          {children}
        </main>
        {footer !== undefined && <footer className={classes['footer']}>{footer}</footer>}
      </div>
    </div>
  );
}
