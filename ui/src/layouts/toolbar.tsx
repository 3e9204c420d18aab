import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import type { ChromeProps } from './layout-design.ts';
import { Logo } from './logo.tsx';
import classes from './toolbar.module.css';

/** The right end of every header. */
export function ToolbarEnd({ toolbarEnd, notices, user }: Pick<ChromeProps, 'toolbarEnd' | 'notices' | 'user'>) {
  return (
    <div className={classes['end']}>
      {toolbarEnd}
      {notices}
      {user?.menu}
    </div>
  );
}

/** The header of 64 pixels: the menu toggle, the logo where the navigation does not show it, the tools. */
export function Toolbar({
  open,
  onToggle,
  controls,
  toolbarStart,
  afterToggle,
  home,
  withLogo = false,
  ...end
}: ChromeProps & { afterToggle?: ReactNode; withLogo?: boolean }) {
  const { texts } = useUiContext();
  return (
    <header className={classes['toolbar']}>
      <ToolbarButton
        label={open ? texts.closeNavigation : texts.openNavigation}
        icon={IconMenu2}
        expanded={open}
        controls={controls}
        onClick={onToggle}
      />
      {withLogo && <Logo href={home} short />}
      {afterToggle}
      <div className={classes['start']}>{toolbarStart}</div>
      <ToolbarEnd {...end} />
    </header>
  );
}
