import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToolbarButton } from '../panels/toolbar-button.tsx';
import { useUi } from '../theme/surroundings.tsx';
import type { ChromeProps } from './layout-design.ts';
import classes from './toolbar.module.css';

/** What stands at the right end of every header. */
export function ToolbarEnd({ toolbarEnd, notices, user }: Pick<ChromeProps, 'toolbarEnd' | 'notices' | 'user'>) {
  return (
    <div className={classes['end']}>
      {toolbarEnd}
      {notices}
      {user?.menu}
    </div>
  );
}

/** The header of 64 pixels: the menu toggle, what stands beside it, the tools. */
export function Toolbar({
  open,
  onToggle,
  controls,
  toolbarStart,
  afterToggle,
  ...end
}: ChromeProps & { afterToggle?: ReactNode }) {
  const { texts } = useUi();
  return (
    <header className={classes['toolbar']}>
      <ToolbarButton
        label={open ? texts.closeNavigation : texts.openNavigation}
        icon={IconMenu2}
        expanded={open}
        controls={controls}
        onClick={onToggle}
      />
      {afterToggle}
      <div className={classes['start']}>{toolbarStart}</div>
      <ToolbarEnd {...end} />
    </header>
  );
}
