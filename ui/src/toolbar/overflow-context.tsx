import { createContext, use, useEffect, useId, useRef } from 'react';
import type { MenuAction } from '../menus/menu-action.tsx';
import type { Icon } from './icon.ts';

/** A tool shown as a menu item instead of its button. */
export interface OverflowItemProps extends Pick<MenuAction, 'label' | 'href' | 'external'> {
  icon: Icon;
  /** As on its button. */
  badge?: React.ReactNode;
  onClick?: (() => void) | undefined;
}

export interface OverflowTool extends OverflowItemProps {
  /** Stable while the label changes, so that the item keeps the focus. */
  id: string;
  /** Marks the button's position in the document. */
  placeholder: HTMLElement;
}

/** Adds a tool to the menu and returns its removal; null where there is room for buttons. */
export const OverflowContext = createContext<((tool: OverflowTool) => () => void) | null>(null);

/** Marks the button's position and lists the tool in the menu. */
export function OverflowItem({ label, icon, badge, href, external, onClick }: OverflowItemProps) {
  const register = use(OverflowContext);
  const id = useId();
  const placeholder = useRef<HTMLSpanElement>(null);
  const latest = useRef(onClick);
  useEffect(() => {
    latest.current = onClick;
  });
  useEffect(() => {
    if (register === null || placeholder.current === null) return undefined;
    const link = href === undefined ? {} : { href, ...(external === true && { external }) };
    return register({
      id,
      placeholder: placeholder.current,
      label,
      icon,
      badge,
      ...link,
      onClick: () => latest.current?.(),
    });
  }, [register, id, label, icon, badge, href, external]);
  return <span ref={placeholder} hidden />;
}
