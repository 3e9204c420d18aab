import type { ReactNode } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { NavigationItem } from './navigation-item.ts';
import classes from './navigation.module.css';

/** A second panel next to the navigation; the page is dimmed while it is open. */
export function AsidePanel({
  id,
  item,
  onClose,
  children,
}: {
  id: string;
  item: NavigationItem;
  onClose: () => void;
  children: ReactNode;
}) {
  const { texts } = useUiContext();
  return (
    <>
      <button
        type="button"
        className={classes['aside-overlay']}
        tabIndex={-1}
        aria-label={texts.close}
        onClick={onClose}
      />
      <div id={id} className={classes['aside']} role="group" aria-label={item.title}>
        <div className={classes['aside-title']} aria-hidden>
          {item.title}
        </div>
        {children}
      </div>
    </>
  );
}
