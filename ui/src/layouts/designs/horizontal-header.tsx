import { HorizontalNavigation } from '../../navigation/horizontal-navigation.tsx';
import type { ChromeProps } from '../layout-design.ts';
import { Logo } from '../logo.tsx';
import { ToolbarEnd } from '../toolbar.tsx';
import classes from './horizontal-header.module.css';

/** Logo, navigation and tools in one row. */
export function OneRowHeader({ items, pathname, home, toolbarStart, ...end }: ChromeProps) {
  return (
    <header className={classes['row']} data-sticky>
      <LogoThatShrinks home={home} />
      <HorizontalNavigation items={items} pathname={pathname} />
      {toolbarStart}
      <ToolbarEnd {...end} />
    </header>
  );
}

/** Logo and tools above, the navigation in a row of its own. */
export function TwoRowHeader({ items, pathname, home, toolbarStart, ...end }: ChromeProps) {
  return (
    <header className={classes['two']}>
      <div className={classes['upper']}>
        <div className={classes['row']}>
          <Logo href={home} />
          <div className={classes['start']}>{toolbarStart}</div>
          <ToolbarEnd {...end} />
        </div>
      </div>
      <div className={classes['lower']}>
        <div className={classes['row']}>
          <HorizontalNavigation items={items} pathname={pathname} />
        </div>
      </div>
    </header>
  );
}

/** Next to the navigation, the full name fits on large screens only. */
function LogoThatShrinks({ home }: { home: string | undefined }) {
  return (
    <>
      <span className={classes['mark']}>
        <Logo href={home} short />
      </span>
      <span className={classes['whole']}>
        <Logo href={home} />
      </span>
    </>
  );
}
